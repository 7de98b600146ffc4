#pragma once

// The list of pairs of broadphase/neighbours.h: all whose balls, swollen by their margins, meet; walls are tried against every ball.

#include <bit>
#include <span>

#include "device/detect.h"
#include "device/kernel.h"
#include "device/sweep_plan_on.h"

namespace drystone::device {

template <int D, class B, class Places, class Chosen>
PlaceBounds bounds_of(B& on, Places& places, Chosen& chosen) {
    const Vec<D>* x = places.data();
    const int* which = chosen.data();
    return on.template sum<PlaceBounds>(chosen.size(), [=] DRYSTONE_KERNEL(int k) {
        PlaceBounds one;
        for (std::size_t d = 0; d < D; ++d) one.low[d] = one.high[d] = x[which[k]][static_cast<int>(d)];
        for (std::size_t d = D; d < 3; ++d) one.low[d] = one.high[d] = 0.0;
        return one;
    });
}

/// How a cell has changed since pairs were listed: broadphase/cell_neighbours.cpp still_valid().
template <int D>
struct Stretch {
    Mat<D> by{};           // F = E E_listed^-1
    double shrinks = 1.0;  // at least the largest factor by which F^-1 stretches
    Vec<D> origin{};

    struct Sees {
        double reach, margin;
    };
    DRYSTONE_ON_DEVICE bool holds(const Vec<D>& was, const Vec<D>& is, double radius, const Sees& sees) const {
        const double left = norm((is - origin) - by * (was - origin));
        return shrinks * (radius + sees.reach + left) + neighbour_closeness * radius <= radius + sees.margin;
    }
};
template <int D>
Stretch<D> stretch_between(const Mat<D>& listed, const CellView<D>& now) {
    const Mat<D> F = listed == now.edges ? Mat<D>::scaled_identity(1.0) : now.edges * inverse(listed);
    const Mat<D> rest = inverse(F) - Mat<D>::scaled_identity(1.0);
    double square = 0.0;
    for (int i = 0; i < D; ++i) square += dot(rest[i], rest[i]);
    return {F, 1.0 + std::sqrt(square), now.origin};
}

/// How far detection looks at a grain; 1: farther than its margin in the list allows, or there is none. step/look_ahead.cpp.
template <int D>
struct LookAhead {
    BodyView<D> body;
    PartView<D> part;
    LawView laws;
    StepView<D> step;
    Stretch<D> since;      // of a cell that moves
    const Vec<D>* centre;  // (parts, or none)  when they were listed
    const double* margin;

    DRYSTONE_ON_DEVICE Largest operator()(int p) const {
        const int i = part.body[p];
        Vec<D> v = body.velocity[i].v;
        if (step.cell.moves && body.rides[i]) v -= step.cell.carried(body.position[i]);
        double speed = norm(v) + part.turning_speed(body, p) + (body.moves(i) ? step.h * norm(step.gravity) : 0.0);
        if (step.cell.moves) speed += step.cell.rate * (part.radius[p] + norm(part.centre(body, p) - body.position[i]));
        if (body.applied && body.moves(i)) speed += step.h * norm(body.free_part(i, {body.inverse_mass[i] * body.applied[i].v, {}}).v);
        const bool looks = step.ahead || step.foresees;
        const double own = standing_reach(part, laws, p, step.ahead) + (looks ? (step.ahead ? reach_safety : 1.0) * step.h * speed : 0.0);
        part.reach[p] = own;
        if (!centre) return Largest{1.0};
        if (step.cell.moves) return Largest{since.holds(centre[p], part.centre(body, p), part.radius[p], {own, margin[p]}) ? 0.0 : 1.0};
        const double left = may_move(margin[p], part.radius[p], own);
        const Vec<D> moved = part.centre(body, p) - centre[p];
        return Largest{left >= 0.0 && dot(moved, moved) <= left * left ? 0.0 : 1.0};
    }
};

template <int D, class B>
struct NeighboursOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    /// Whom it is about.
    struct Balls {
        const int* body;             // (parts)
        const double* radius;        // (parts)
        const double* inverse_mass;  // (bodies)
        Buffer<int>& balls;          // parts that are balls
    };

    Buffer<Vec<D>> centre;  // (parts)  when they were listed
    Buffer<double> margin;
    Buffer<std::uint64_t> pair;  // a, b: ascending
    Buffer<Image<D>> image;      // (pairs)  of b; none: there is no cell
    CellView<D> box{};           // as it is now
    Mat<D> listed_edges{};       // when they were listed
    std::size_t pair_count = 0;
    int pair_bits = 0;  // of each part in it
    bool is_listed = false;

    Buffer<NearbyWall<D>> walls;
    Buffer<double> swollen;
    Buffer<std::uint32_t> cell;
    Buffer<int> by_cell, cell_start, count, first;
    Buffer<Vec<D>> wrapped;  // (parts, or none)  places in the cell
    Buffer<Image<D>> wound;  // (parts, or none)  whole edges from there to where they are
    Buffer<std::uint64_t> found_pair, image_key;
    Buffer<Image<D>> found_image;
    Buffer<int> order;

    void list(B& on, std::span<const NearbyWall<D>> given, const Balls& all) {
        on.upload(given, walls);
        listed_edges = box.edges;
        const GridView<D> grid = sort_into_cells(on, all);
        const std::size_t n = all.balls.size();
        const int* which = all.balls.data();
        count.resize(n);
        int* counts = count.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            int found = 0;
            grid.neighbours(which[k], [&](int, const Image<D>&) { ++found; });
            counts[k] = found;
        });
        pair_count = static_cast<std::size_t>(on.scan(count, n, first));
        pair.resize(pair_count);
        if (box.repeats) image.resize(pair_count);
        std::uint64_t* pairs = pair.data();
        Image<D>* images = box.repeats ? image.data() : nullptr;
        const int* firsts = first.data();
        const int bits = std::bit_width(static_cast<unsigned>(margin.size()));
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            int at = firsts[k];
            grid.neighbours(p, [&](int q, const Image<D>& of_q) {
                const auto a = static_cast<std::uint64_t>(p < q ? p : q), b = static_cast<std::uint64_t>(p < q ? q : p);
                if (images) images[at] = of_q;
                pairs[at++] = a << bits | b;
            });
        });
        if (box.repeats)
            sort_with_images(on, 2 * bits);
        else
            on.sort(pair, pair_count, 2 * bits);
        pair_bits = bits;
        is_listed = true;
    }

    /// By (a, b, image): first by the image, then, keeping that order, by the parts.
    void sort_with_images(B& on, int bits) {
        on.copy(pair, found_pair), on.copy(image, found_image);
        image_key.resize(pair_count), order.resize(pair_count);
        const std::uint64_t* pairs = found_pair.data();
        const Image<D>* images = found_image.data();
        std::uint64_t* key = image_key.data();
        int* from = order.data();
        on.for_each(pair_count, [=] DRYSTONE_KERNEL(int k) {
            constexpr int room = 20;
            key[k] = 0;
            for (std::size_t d = 0; d < D; ++d) key[k] = key[k] << room | static_cast<std::uint64_t>(images[k][d] + (1 << (room - 1)));
            from[k] = k;
        });
        on.sort(image_key, order, pair_count, 60);
        from = order.data();
        std::uint64_t* sorted = pair.data();
        on.for_each(pair_count, [=] DRYSTONE_KERNEL(int k) { sorted[k] = pairs[from[k]]; });
        on.sort(pair, order, pair_count, bits);
        from = order.data();
        Image<D>* sorted_images = image.data();
        on.for_each(pair_count, [=] DRYSTONE_KERNEL(int k) { sorted_images[k] = images[from[k]]; });
    }

    void wrap(B& on, const CellView<D>& cell_now) {
        const std::size_t n = centre.size();
        wrapped.resize(n), wound.resize(n);
        const Vec<D>* places = centre.data();
        Vec<D>* within = wrapped.data();
        Image<D>* edges = wound.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int p) {
            edges[p] = cell_now.image(places[p]);
            within[p] = places[p] - cell_now.shift(edges[p]);
        });
    }

    GridView<D> sort_into_cells(B& on, const Balls& all) {
        const double* radius = all.radius;
        const int* which = all.balls.data();
        const ReducedCell<D> lattice = box.repeats ? reduced(box) : ReducedCell<D>{};
        if (box.repeats) wrap(on, lattice.box);
        Buffer<Vec<D>>& where = box.repeats ? wrapped : centre;
        const Vec<D>* places = where.data();
        const double* margins = margin.data();
        const std::size_t n = all.balls.size();
        swollen.resize(margin.size());
        double* sizes = swollen.data();
        const double largest = on.template sum<Largest>(n, [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            sizes[p] = radius[p] + margins[p];
            return Largest{sizes[p]};
        }).value;
        const PlaceBounds bounds = bounds_of<D>(on, where, all.balls);
        const GridCells<D> cells = box.repeats ? cells_of<D>(lattice.box, bounds, 2.0 * largest, n) : cells_of<D>(bounds, 2.0 * largest, n);
        cell.resize(n);
        by_cell.resize(n);
        std::uint32_t* cell_of = cell.data();
        int* sorted = by_cell.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            const Vec<D>& x = places[which[k]];
            const int line = (D == 3 ? cells.along(x, D - 1) : 0) * cells.count[1] + cells.along(x, 1);
            cell_of[k] = static_cast<std::uint32_t>(line * cells.count[0] + cells.along(x, 0));
            sorted[k] = which[k];
        });
        on.sort(cell, by_cell, n, std::bit_width(static_cast<unsigned>(cells.cells())));
        cell_start.resize(static_cast<std::size_t>(cells.cells()) + 1);
        cell_of = cell.data();
        int* start = cell_start.data();
        const int balls_in_all = static_cast<int>(n);
        on.for_each(cell_start.size(), [=] DRYSTONE_KERNEL(int k) {
            start[k] = lower_bound_of(cell_of, balls_in_all, static_cast<std::uint32_t>(k));
        });
        return {cells, start, by_cell.data(), places, box.repeats ? wound.data() : nullptr, lattice, sizes, all.body, all.inverse_mass,
                static_cast<int>(walls.size()), walls.data()};
    }
};

}  // namespace drystone::device

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
    std::size_t pair_count = 0;
    int pair_bits = 0;  // of each part in it
    bool is_listed = false;

    Buffer<NearbyWall<D>> walls;
    Buffer<double> swollen;
    Buffer<std::uint32_t> cell;
    Buffer<int> by_cell, cell_start, count, first;

    void list(B& on, std::span<const NearbyWall<D>> given, const Balls& all) {
        on.upload(given, walls);
        const GridView<D> grid = sort_into_cells(on, all);
        const std::size_t n = all.balls.size();
        const int* which = all.balls.data();
        count.resize(n);
        int* counts = count.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            int found = 0;
            grid.neighbours(which[k], [&](int) { ++found; });
            counts[k] = found;
        });
        pair_count = static_cast<std::size_t>(on.scan(count, n, first));
        pair.resize(pair_count);
        std::uint64_t* pairs = pair.data();
        const int* firsts = first.data();
        const int bits = std::bit_width(static_cast<unsigned>(margin.size()));
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            int at = firsts[k];
            grid.neighbours(p, [&](int q) {
                const auto a = static_cast<std::uint64_t>(p < q ? p : q), b = static_cast<std::uint64_t>(p < q ? q : p);
                pairs[at++] = a << bits | b;
            });
        });
        on.sort(pair, pair_count, 2 * bits);
        pair_bits = bits;
        is_listed = true;
    }

    GridView<D> sort_into_cells(B& on, const Balls& all) {
        const double* radius = all.radius;
        const int* which = all.balls.data();
        const Vec<D>* places = centre.data();
        const double* margins = margin.data();
        const std::size_t n = all.balls.size();
        swollen.resize(margin.size());
        double* sizes = swollen.data();
        const double largest = on.template sum<Largest>(n, [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            sizes[p] = radius[p] + margins[p];
            return Largest{sizes[p]};
        }).value;
        const GridCells<D> cells = cells_of<D>(bounds_of<D>(on, centre, all.balls), 2.0 * largest, n);
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
        return {cells, start, by_cell.data(), places, sizes, all.body, all.inverse_mass, static_cast<int>(walls.size()), walls.data()};
    }
};

}  // namespace drystone::device

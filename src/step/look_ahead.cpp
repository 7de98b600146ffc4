// How far detection looks, docs/theory.md (6.8), and which open contacts are to be stopped before they overlap, (6.9):
//
//     reach_k = 2 h (|v| + |w| d_k + h |G|) + 0.01 r_k,      0 < g <= c_a + c_b      c: how far a body may come within the step

#include "step/look_ahead.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

#include "contact/assemble.h"
#include "core/in_parallel.h"
#include "step/cell_contacts.h"
#include "step/deformable.h"
#include "step/loads.h"
#include "step/reach_rules.h"
#include "step/stages.h"

namespace drystone {

namespace {

// A static step has no velocity to look ahead by: it sees what is nearer than this part of a body's size. [-]
constexpr double static_reach = 0.1;

constexpr std::size_t grain = 8192;  // parts, pairs or bodies worth waking a thread for
constexpr int worth_sharing = 5;     // threads: fewer are slower together than one, for they write at the same places
constexpr std::size_t soon = 16;     // pairs: velocities of the second bodies are anywhere, and asked for in time

template <int D>
bool looks_ahead(const World<D>& world, const StepSettings& settings) {
    return settings.integrator == Integrator::euler || world.book.looks_ahead;
}

/// How far a deformable part reaches beyond the ball that held it undeformed.
template <int D>
double swelling(const World<D>& world, int p) {
    const Parts<D>& parts = world.parts;
    if (parts.kind[p] == PartKind::surface)
        return std::max(0.0, parts.surfaces[parts.surface[p]].radius - parts.radius[p]);
    if (parts.kind[p] == PartKind::solid && deforms<D>(world, parts.body[p]))
        return std::max(0.0, parts.solids.shape[parts.solid[p]]->radius - parts.radius[p]);
    return 0.0;
}

/// What detection sees of a part however slow things are.
template <int D>
double standing_reach(const World<D>& world, int p, bool ahead) {
    const Parts<D>& parts = world.parts;
    const double size = parts.is_grain(p) ? parts.extent(p) : 0.0;
    const double nearest = ahead || world.book.remembers ? least_reach * size : 0.0;
    return 0.5 * world.book.reach + std::max(nearest, parts.is_angular(p) ? lingering * size : 0.0) + swelling(world, p);
}

/// Largest distance of any movable part from a point: what a turning plane may sweep over.
template <int D>
double extent_about(const Parts<D>& parts, const Vec<D>& point) {
    double largest = 0.0;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.movable[p]) largest = std::max(largest, norm(parts.centre[p] - point) + parts.radius[p]);
    }
    return largest;
}

/// What the turning of its body adds to the speed of a part's surface.
template <int D>
double turning_speed(const World<D>& world, int p) {
    const Parts<D>& parts = world.parts;
    if (parts.kind[p] == PartKind::ball && parts.local_centre[p] == Vec<D>{}) return 0.0;
    const int i = parts.body[p];
    const Spin<D>& w = world.bodies.velocity[i].w;
    if (w == Spin<D>{}) return 0.0;
    if (parts.kind[p] == PartKind::plane) return norm(w) * extent_about(parts, parts.centre[p]);
    return norm(w) * ((parts.is_angular(p) ? parts.radius[p] : 0.0) + norm(parts.centre[p] - world.bodies.position[i]));
}

/// How fast the surface of part p may move in the step, impulses apart; `falling`: what gravity adds in it.
template <int D>
double surface_speed(const World<D>& world, double h, double falling, int p) {
    const int i = world.parts.body[p];
    double speed = norm(world.bodies.velocity[i].v - carried_velocity(world, i)) + turning_speed(world, p);
    if (deforms<D>(world, i)) speed = fastest_point(world, i);
    if (world.cell_model.deforms) speed += cell_speed(world, h, p);
    if (world.parts.movable[p]) {
        const bool pushed = !(world.applied[i].v == Vec<D>{});
        speed += falling + (pushed ? h * norm(world.matter.inverse_mass[i] * world.applied[i].v) : 0.0);
    }
    return speed;
}

/// `largest` (bodies) becomes at least what by(a, b) says of the bodies a and b of each pair of neighbours, and of its number, where they can move.
template <int D, class By>
void raise_by_pairs(const World<D>& world, ThreadPool& pool, std::vector<double>& largest, const By& by) {
    const std::span<const PartPair> pairs = near_pairs(world);
    const int* body = world.parts.body.data();
    const char* movable = world.parts.movable.data();
    double* values = largest.data();
    if (pool.size() < worth_sharing || pairs.size() <= grain) {
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto [part_a, part_b] = pairs[k];
            const int a = body[part_a], b = body[part_b];
            const auto [of_a, of_b] = by(a, b, k);
            if (movable[part_a]) values[a] = std::max(values[a], of_a);
            if (movable[part_b]) values[b] = std::max(values[b], of_b);
        }
        return;
    }
    // First what a part's own pairs say, which is written once; others then seldom have more to say, and writing at the same time is what costs.
    pool.for_ranges(pairs.size(), grain, [&](std::size_t k, std::size_t end) {
        while (k < end) {
            const int part = pairs[k].a, a = body[part];
            double own = 0.0;
            for (; k < end && pairs[k].a == part; ++k) own = std::max(own, by(a, body[pairs[k].b], k).first);
            if (movable[part]) raise(values[a], own);
        }
    });
    pool.for_ranges(pairs.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const auto [part_a, part_b] = pairs[k];
            if (movable[part_b]) raise(values[body[part_b]], by(body[part_a], body[part_b], k).second);
        }
    });
}

/// What turning adds to the speed of each body's surface, in `turning` (bodies). Returns whether it adds anything to anyone.
template <int D>
bool measure_turning(const World<D>& world, ThreadPool& pool, std::span<double> turning) {
    fill_all(turning, 0.0, pool);
    std::atomic<bool> any{false};
    pool.for_ranges(world.parts.body.size(), grain, [&](std::size_t begin, std::size_t end) {
        bool some = false;
        for (std::size_t p = begin; p < end; ++p) {
            const double speed = turning_speed(world, static_cast<int>(p));
            if (speed == 0.0) continue;
            some = true;
            raise(turning[world.parts.body[p]], speed);
        }
        if (some) any.store(true, std::memory_order_relaxed);
    });
    for_deformable<D>(world, [&](int body) { turning[body] = fastest_point(world, body); });
    return any.load() || has_deformable<D>(world);
}

/// How far bodies that can move come within the step, against what is near them. Of bodies that do not turn, as balls, the largest square
/// will do, and one root for each: roots and products keep the order of numbers, so these are the same.
template <int D>
void measure_closing(const World<D>& world, double h, ThreadPool& pool, Projection<D>& ahead) {
    const Workbench::Use use(world.scratch.bench());
    const std::span<double> turning = use.take<double>(world.bodies.position.size());
    const bool turns = measure_turning(world, pool, turning), deforms = world.cell_model.deforms;
    fill_all(ahead.closing, world.bodies.position.size(), 0.0, pool);
    const Twist<D>* velocity = world.bodies.velocity.data();
    if (turns || deforms) {
        raise_by_pairs(world, pool, ahead.closing, [&](int a, int b, std::size_t pair) {
            Vec<D> u = velocity[b].v - velocity[a].v;
            if (deforms) u += image_velocity(world, world.images.images()[pair]);
            const double moves = h * (norm(u) + turning[a] + turning[b]);
            return std::pair(moves, moves);
        });
        return;
    }
    const std::span<const PartPair> pairs = near_pairs(world);
    const int* body = world.parts.body.data();
    raise_by_pairs(world, pool, ahead.closing, [=](int a, int b, std::size_t k) {
        __builtin_prefetch(&velocity[body[pairs[std::min(k + soon, pairs.size() - 1)].b]]);
        const Vec<D> u = velocity[b].v - velocity[a].v;
        const double square = dot(u, u);
        return std::pair(square, square);
    });
    pool.for_ranges(ahead.closing.size(), array_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ahead.closing[i] = h * std::sqrt(ahead.closing[i]);
    });
}

template <int D>
void spread_to_neighbours(const World<D>& world, ThreadPool& pool, Projection<D>& ahead) {
    const Workbench::Use use(world.scratch.bench());
    const std::span<double> before = use.take<double>(ahead.closing.size());
    for (int hop = 0; hop < foreseen_hops; ++hop) {
        copy_all<double>(ahead.closing, before, pool);
        const double* closing = before.data();
        raise_by_pairs(world, pool, ahead.closing, [closing](int a, int b, std::size_t) { return std::pair(closing[b], closing[a]); });
        if (world.across) world.across->raise(ahead.closing);
    }
}

}  // namespace

template <int D>
void look_ahead(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    const double h = settings.step;
    const bool ahead = looks_ahead(world, settings), foresees = settings.projects();
    const bool flat = !world.parts.solids.shape.empty() || !world.parts.surfaces.empty();
    if (!ahead && !foresees && !world.book.remembers && !flat) return;  // reach stays zero

    apply_loads(world, world.time + h);
    const double falling = h * norm(world.gravity);
    const auto reach = [&](int p) {
        double sum = standing_reach(world, p, ahead);
        if (settings.quasistatic && world.parts.is_grain(p)) sum += static_reach * world.parts.extent(p);
        if ((ahead || foresees) && !settings.quasistatic)
            sum += (ahead ? reach_safety : 1.0) * h * surface_speed(world, h, falling, p);
        return sum;
    };
    pool.for_ranges(world.reach.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) world.reach[p] = reach(static_cast<int>(p));
    });
}

template <int D>
void foresee_impacts(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    std::vector<double>& closing = world.projection.closing;
    measure_closing(world, settings.step, pool, world.projection);
    if (world.across) world.across->raise(closing);
    const bool fast = any_of_all(closing.size(), array_grain, pool, [&](std::size_t i) { return closing[i] > slow_closing * world.smallest_radius; });
    if (world.across ? world.across->any(fast) : fast) spread_to_neighbours(world, pool, world.projection);
    pool.for_ranges(world.reach.size(), array_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p)
            world.reach[p] = std::max(world.reach[p], closing[world.parts.body[p]]);
    });
}

template <int D>
bool is_about_to_close(const World<D>& world, const StepSettings& settings, const ContactPoint<D>& c) {
    const int a = world.parts.body[c.a], b = world.parts.body[c.b];
    if (c.gap > world.projection.closing[a] + world.projection.closing[b]) return false;
    const Law& law = law_of(world, c);
    if (remembers(law) && !std::holds_alternative<Coulomb>(law)) return false;
    if (!bounces<D>(law)) return true;
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    if (matter.freedom[a] == Freedom::elastic || matter.freedom[b] == Freedom::elastic) return false;
    const Vec<D> arm_a = c.point - bodies.position[a], arm_b = c.point - world.parts.space.seen(bodies.position[b], c.image);
    Vec<D> u = rigid_velocity(matter, b, bodies.velocity[b], arm_b) - rigid_velocity(matter, a, bodies.velocity[a], arm_a);
    if (world.cell_model.deforms) u += image_velocity(world, c.image);
    return c.gap + settings.step * dot(c.normal, u) < 0.0;
}

template <int D>
bool is_distant(const World<D>& world, const StepSettings& settings, const ContactPoint<D>& c) {
    const double near = standing_reach(world, c.a, false) + standing_reach(world, c.b, false) + touching_gap(world.parts, c.a, c.b);
    return c.gap > near && !is_about_to_close(world, settings, c);
}

template <int D>
void drop_distant(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    erase_all_if(world.contacts.point.whole(), world.carried.layers, pool,
                 [&](const ContactPoint<D>& c) { return c.gap > 0.0 && is_distant(world, settings, c); });
}

#define DRYSTONE_LOOK_AHEAD(D)                                                                          \
    template void look_ahead(World<D>&, const StepSettings&, ThreadPool&);                              \
    template void foresee_impacts(World<D>&, const StepSettings&, ThreadPool&);                         \
    template bool is_about_to_close(const World<D>&, const StepSettings&, const ContactPoint<D>&);      \
    template bool is_distant(const World<D>&, const StepSettings&, const ContactPoint<D>&);             \
    template void drop_distant(World<D>&, const StepSettings&, ThreadPool&);
DRYSTONE_LOOK_AHEAD(2)
DRYSTONE_LOOK_AHEAD(3)
#undef DRYSTONE_LOOK_AHEAD

}  // namespace drystone

// Bodies moved out of overlaps, velocities left alone, docs/theory.md (6.10)-(6.12):
//
//     p_i >= 0,   s_i + (W_nn p)_i >= 0,   p_i (s_i + (W_nn p)_i) = 0;      x <- x + M^-1 H_n p
//
// Here who overlaps, which contacts are swept for it, and where bodies go. The sweeps: push_apart.cpp.

#include "step/project.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "bodies/move.h"
#include "core/in_parallel.h"
#include "core/room.h"
#include "solvers/solve.h"
#include "step/look_ahead.h"
#include "step/push_apart.h"
#include "step/reach_rules.h"

namespace drystone {

namespace {

constexpr std::size_t project_grain = 512;  // bodies or contacts

/// From several threads at once: who comes first does not matter, for all of them set the same mark.
void set_mark(char& mark, int value) {
    std::atomic_ref<char>(mark).store(static_cast<char>(value), std::memory_order_relaxed);
}
int mark_of(char& mark) { return std::atomic_ref<char>(mark).load(std::memory_order_relaxed); }

template <int D>
bool is_elastic(const World<D>& world, int part) {
    return world.matter.freedom[world.parts.body[part]] == Freedom::elastic;
}

/// Whether the gap of contact c is the affair of a joint or spring that acts.
template <int D>
bool is_joined(const World<D>& world, std::size_t c) {
    if (is_link(world.parts, world.contacts.point[c])) return true;
    if (!world.book.remembers) return false;
    const ContactPoint<D>& point = world.contacts.point[c];
    const Memories& memory = world.contacts.memory;
    if (!memory.intact(c) && world.contacts.impulse[c] == Vec<D>{}) return false;
    const int a = world.parts.body[point.a], b = world.parts.body[point.b];
    const int law = world.book.number(world.matter.surface[a], world.matter.surface[b]);
    const Mat<D> frame = world.problem.W.contact.frame(c);
    return keeps_gap(world.book.laws[law], memory.view(c, world.book.places[law], axes_of(world.bodies, frame, a, b)));
}

template <int D>
double smaller_size(const World<D>& world, const ContactPoint<D>& c) {
    return std::min(world.parts.extent(c.a), world.parts.extent(c.b));
}

/// Whether contact c, at this point, overlaps by more than a trace, and is to be parted. `slack`: a function, asked only where it matters.
template <int D, class Slack>
bool is_deep(const World<D>& world, std::size_t c, const ContactPoint<D>& point, const Slack& slack) {
    if (point.gap >= -overlap_trace * world.smallest_radius) return false;  // as most
    if (point.gap >= -overlap_trace * smaller_size(world, point)) return false;
    return slack() < 0.0 && !is_joined(world, c) && !is_elastic(world, point.a) && !is_elastic(world, point.b);
}

/// What each contact may lose, the rows of the bodies that it may move, and which of these overlap deeply: they have the mark 1.
template <int D>
void find_deep(const World<D>& world, double h, ThreadPool& pool, const ToPush& to, Projection<D>& s) {
    const auto row = [&](int part) {
        const int body = world.parts.body[part];
        return s.stays[body] ? -1 : world.mobile[body];
    };
    fill_all(s.near, world.problem.W.body.size(), char{0}, pool);
    pool.for_ranges(to.pairs.size(), 4 * project_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            const ContactPoint<D>& point = world.contacts.point[c];
            to.slack[c] = slack_of(world, h, c, point);
            BodyPair& rows = to.pairs[c] = {row(point.a), row(point.b)};
            if (rows.a == rows.b) rows = {-1, -1};  // a body and its own image, whom no shift parts
            if (is_elastic(world, point.a) || is_elastic(world, point.b)) rows = {-1, -1};
            if ((rows.a < 0 && rows.b < 0) || !is_deep(world, c, point, [&] { return to.slack[c]; })) continue;
            if (rows.a >= 0) set_mark(s.near[rows.a], 1);
            if (rows.b >= 0) set_mark(s.near[rows.b], 1);
        }
    });
}

/// Contacts of bodies that are near a deep overlap: who is shifted shifts his neighbours, and these theirs, less and less. A body that is
/// `hop` contacts away from one that overlaps has the mark 1 + hop, whoever sees it first. What happens here is so nobody's affair
/// far from here, and a few deep contacts in a large packing cost what a few contacts cost.
std::span<const int> choose_contacts(Across* across, ThreadPool& pool, std::span<const BodyPair> pairs, const Workbench::Use& use, std::vector<char>& near) {
    const auto is_near = [&](int row, int most) {
        const int mark = row < 0 ? 0 : mark_of(near[row]);
        return mark > 0 && mark <= most;
    };
    if (across) across->share_marks(near);
    for (int hop = 1; hop < projection_hops; ++hop) {
        pool.for_ranges(pairs.size(), 4 * project_grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                const BodyPair rows = pairs[c];
                const bool a = is_near(rows.a, hop), b = is_near(rows.b, hop);
                if (a && !b && rows.b >= 0) set_mark(near[rows.b], hop + 1);
                if (b && !a && rows.a >= 0) set_mark(near[rows.a], hop + 1);
            }
        });
        if (across) across->share_marks(near);
    }
    const auto bucket = [&](std::size_t c) {
        return is_near(pairs[c].a, projection_hops) || is_near(pairs[c].b, projection_hops) ? 0 : -1;
    };
    return sort_into_buckets(pairs.size(), 1, bucket, pool, use).item;
}

/// Once impulses are found, the lists of the sweeps are free; and again.
template <int D>
void share_lists(NlgsScratch<D>& sweeps, Projection<D>& s) {
    s.moved.swap(sweeps.body);
    std::swap(s.round, sweeps.round);
}

template <int D>
double turning_energy(const World<D>& world, int i) {
    return rotational_energy(world.matter, world.bodies, i, world.matter.free_rotations[i] * world.bodies.velocity[i].w);
}

/// Turns a body by a rotation vector. The spin of a free one turns with it: its kinetic energy stays.
template <int D>
void turn_body(World<D>& world, int i, const Spin<D>& by) {
    Bodies<D>& bodies = world.bodies;
    const Rotation<D> turned = rotation_by(by);
    bodies.rotation[i] = normalised(turned * bodies.rotation[i]);
    if (world.matter.freedom[i] != Freedom::general) return;
    if constexpr (D == 3) {
        if (world.matter.free_rotations[i] == Mat<3>::scaled_identity(1.0)) bodies.velocity[i].w = rotate(turned, bodies.velocity[i].w);
    }
    refresh_inverse_inertia(world.matter, bodies, i);
}

/// Returns the energy that body i gains. In a cell that deforms it moves as the cell does where it is now.
template <int D>
double move_body(World<D>& world, int i, const Twist<D>& by) {
    double gained = 0.0;
    if (!(by.v == Vec<D>{})) {
        world.bodies.position[i] += by.v;
        if (world.cell_model.deforms) world.bodies.velocity[i].v += velocity_gradient(world) * by.v;
        gained = -world.matter.mass[i] * dot(world.matter.free_directions[i] * world.gravity, by.v);
    }
    if (by.w == Spin<D>{}) return gained;
    const double before = turning_energy(world, i);
    turn_body(world, i, by.w);
    return gained + (turning_energy(world, i) - before);
}

}  // namespace

template <int D>
bool has_deep_overlaps(const World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    if (!settings.projects() || world.contacts.point.deepest(pool) <= overlap_trace * world.smallest_radius) return false;
    const auto is_deep_one = [&](std::size_t c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        return is_deep(world, c, point, [&] { return slack_of(world, settings.step, c, point); });
    };
    return any_of_all(world.contacts.point.size(), 4 * project_grain, pool, is_deep_one);
}

template <int D>
void mark_held(const World<D>& world, ThreadPool& pool, std::vector<char>& stays) {
    fill_all(stays, world.bodies.position.size(), char{0}, pool);
    if (!world.book.remembers && world.links.size() == 0) return;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        if (!is_joined(world, c)) continue;
        const auto [part_a, part_b] = world.contacts.point.parts(c);
        stays[world.parts.body[part_a]] = stays[world.parts.body[part_b]] = 1;
    }
}

template <int D>
void begin_projection(const World<D>& world, const StepSettings& settings, ThreadPool& pool, Projection<D>& s) {
    const std::size_t contacts = world.contacts.point.size();
    const Workbench::Use use(world.scratch.bench());
    ToPush to{use.take<BodyPair>(contacts), use.take<double>(contacts), {}};
    find_deep(world, settings.step, pool, to, s);
    to.chosen = choose_contacts(world.across, pool, to.pairs, use, s.near);
    begin_pushing(world, pool, to, s);
}

template <int D>
void end_projection(World<D>& world, ThreadPool& pool) {
    Projection<D>& s = world.projection;
    world.energy.projected += pool.sum_in_order(
        world.bodies.position.size(), project_grain, s.energy, [&](std::size_t begin, std::size_t end) {
            double gained = 0.0;
            for (std::size_t i = begin; i < end; ++i) {
                if (world.mobile[i] < 0) continue;
                const SweepBody<D>& by = s.moved[world.mobile[i]];
                gained += move_body(world, static_cast<int>(i), {by.v, by.w});
            }
            return gained;
        }, 8 * project_grain);
}

template <int D>
void project_overlaps(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    assert(settings.step > 0.0);
    if (!has_deep_overlaps(world, settings, pool)) return;
    share_lists(world.scratch->nlgs, world.projection);
    mark_held(world, pool, world.projection.stays);
    begin_projection(world, settings, pool, world.projection);
    for (int k = 0; k < projection_sweeps; ++k) sweep_projection(world, pool, world.projection);
    end_projection(world, pool);
    share_lists(world.scratch->nlgs, world.projection);
}

#define DRYSTONE_PROJECT(D)                                                             \
    template bool has_deep_overlaps(const World<D>&, const StepSettings&, ThreadPool&); \
    template void mark_held(const World<D>&, ThreadPool&, std::vector<char>&);          \
    template void begin_projection(const World<D>&, const StepSettings&, ThreadPool&, Projection<D>&); \
    template void end_projection(World<D>&, ThreadPool&);                               \
    template void project_overlaps(World<D>&, const StepSettings&, ThreadPool&);
DRYSTONE_PROJECT(2)
DRYSTONE_PROJECT(3)
#undef DRYSTONE_PROJECT

}  // namespace drystone

// Bodies moved out of overlaps, velocities left alone, docs/theory.md (6.10)-(6.12):
//
//     p_i >= 0,   s_i + (W_nn p)_i >= 0,   p_i (s_i + (W_nn p)_i) = 0;      x <- x + M^-1 H_n p
//
// by sweeps of Gauss-Seidel p_i <- max(0, p_i - (s_i + (W_nn p)_i) / W_nn,ii).

#include "step/project.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "bodies/move.h"
#include "core/in_parallel.h"
#include "core/room.h"
#include "solvers/solve.h"
#include "step/look_ahead.h"
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
double smaller_size(const World<D>& world, const ContactPoint<D>& c) {
    return std::min(world.parts.extent(c.a), world.parts.extent(c.b));
}

template <int D>
bool is_elastic(const World<D>& world, int part) {
    return world.matter.freedom[world.parts.body[part]] == Freedom::elastic;
}

/// u_n once the step's impulses act.
template <int D>
double parting_speed(const World<D>& world, std::size_t c) {
    const ContactArms<D>& arms = world.problem.W.contact[c];
    const ContactPoint<D>& point = world.contacts.point[c];
    const Twist<D>&a = world.bodies.velocity[world.parts.body[point.a]],
          &b = world.bodies.velocity[world.parts.body[point.b]];
    Vec<D> u = b.v + turn(b.w, arms.arm_b) - a.v - turn(a.w, arms.arm_a);
    if (world.cell_model.deforms) u += image_velocity(world, point.image);
    return dot(arms.frame[0], u);
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
    const Mat<D>& frame = world.problem.W.contact[c].frame;
    return keeps_gap(world.book.laws[law], memory.view(c, world.book.places[law], axes_of(world.bodies, frame, a, b)));
}

/// What the gap of contact c may lose, or has to gain. docs/theory.md (6.10).
template <int D>
double slack_of(const World<D>& world, double h, std::size_t c) {
    const ContactPoint<D>& point = world.contacts.point[c];
    const double size = smaller_size(world, point);
    return overlap_slack(point.gap, size, h, point.gap < -0.5 * overlap_trace * size ? parting_speed(world, c) : 0.0);
}

template <int D>
bool is_deep(const World<D>& world, double h, std::size_t c) {
    const ContactPoint<D>& point = world.contacts.point[c];
    if (point.gap >= -overlap_trace * world.smallest_radius) return false;  // as most
    if (point.gap >= -overlap_trace * smaller_size(world, point)) return false;
    return slack_of(world, h, c) < 0.0 && !is_joined(world, c) && !is_elastic(world, point.a) &&
           !is_elastic(world, point.b);
}

/// The rows of the bodies that each contact may move, and which of these overlap deeply: they have the mark 1. Marks are where it will be
/// noted who was moved, for nobody is yet.
template <int D>
void find_deep(const World<D>& world, double h, ThreadPool& pool, Projection<D>& s) {
    const auto row = [&](int part) {
        const int body = world.parts.body[part];
        return s.stays[body] ? -1 : world.mobile[body];
    };
    std::vector<char>& near = s.was_moved;
    resize_with_room(s.pairs, world.contacts.point.size());
    fill_all(s.was_moved, world.problem.W.body.size(), char{0}, pool);
    pool.for_ranges(s.pairs.size(), 4 * project_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            const ContactPoint<D>& point = world.contacts.point[c];
            BodyPair& rows = s.pairs[c] = {row(point.a), row(point.b)};
            if (rows.a == rows.b) rows = {-1, -1};  // a body and its own image, whom no shift parts
            if (is_elastic(world, point.a) || is_elastic(world, point.b)) rows = {-1, -1};
            if ((rows.a < 0 && rows.b < 0) || !is_deep(world, h, c)) continue;
            if (rows.a >= 0) set_mark(near[rows.a], 1);
            if (rows.b >= 0) set_mark(near[rows.b], 1);
        }
    });
}

/// Contacts of bodies that are near a deep overlap: who is shifted shifts his neighbours, and these theirs, less and less. A body that is
/// `hop` contacts away from one that overlaps has the mark 1 + hop, whoever sees it first. What happens here is so nobody's affair
/// far from here, and a few deep contacts in a large packing cost what a few contacts cost.
template <int D>
void choose_contacts(Across* across, ThreadPool& pool, Projection<D>& s) {
    std::vector<char>& near = s.was_moved;
    const auto is_near = [&](int row, int most) {
        const int mark = row < 0 ? 0 : mark_of(near[row]);
        return mark > 0 && mark <= most;
    };
    if (across) across->share_marks(near);
    for (int hop = 1; hop < projection_hops; ++hop) {
        pool.for_ranges(s.pairs.size(), 4 * project_grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                const BodyPair rows = s.pairs[c];
                const bool a = is_near(rows.a, hop), b = is_near(rows.b, hop);
                if (a && !b && rows.b >= 0) set_mark(near[rows.b], hop + 1);
                if (b && !a && rows.a >= 0) set_mark(near[rows.a], hop + 1);
            }
        });
        if (across) across->share_marks(near);
    }
    const auto bucket = [&](std::size_t c) {
        return is_near(s.pairs[c].a, projection_hops) || is_near(s.pairs[c].b, projection_hops) ? 0 : -1;
    };
    sort_into_buckets(s.pairs.size(), 1, bucket, pool, s.chosen);
}

/// All of a contact but its slack, which is known.
template <int D>
void pack(const World<D>& world, std::size_t c, const BodyPair& rows, PushedContact<D>& pushed) {
    const ContactArms<D>& arms = world.problem.W.contact[c];
    pushed.n = arms.frame[0];
    pushed.W = pushed.p = 0.0;
    const auto side = [&](int row, const Vec<D>& arm, Spin<D>& turning) {
        turning = {};
        if (row < 0) return;
        const MobileBody<D>& body = world.problem.W.body[row];
        turning = moment(arm, pushed.n);
        pushed.W += dot(pushed.n, body.inverse_mass * pushed.n) + dot(turning, body.inverse_inertia * turning);
    };
    side(rows.a, arms.arm_a, pushed.turn_a);
    side(rows.b, arms.arm_b, pushed.turn_b);
}

/// Moves a body by p along n: M^-1 H n p. `answer` has M^-1: the body itself where that is two numbers, else its row in the problem.
template <int D, class Answer>
void move(const Answer& answer, double p, const Vec<D>& n, const Spin<D>& turning, SweepBody<D>& body) {
    body.v += p * (answer.inverse_mass * n);
    body.w += p * (answer.inverse_inertia * turning);
}

/// What is known of the contacts in the order of the plan before any of them is packed.
template <int D>
void list_overlaps(const World<D>& world, double h, ThreadPool& pool, Projection<D>& s) {
    const std::size_t contacts = s.plan.contact.size();
    resize_with_room(s.state, contacts);
    resize_with_room(s.rows, contacts);
    resize_with_room(s.contact, contacts);
    pool.for_ranges(contacts, 8 * project_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const auto c = static_cast<std::size_t>(s.plan.contact[k]);
            s.contact[k].slack = slack_of(world, h, c);
            s.state[k] = s.contact[k].slack < 0.0 ? Pushing::overlaps : Pushing::rests;
            s.rows[k] = s.pairs[c];
        }
    });
    fill_all(s.was_moved, world.problem.W.body.size(), char{0}, pool);
}

/// Makes contact k of the plan ready, unless nothing is to be done there: it does not overlap and nobody has come nearer.
template <int D>
bool is_ready(const World<D>& world, std::size_t k, Projection<D>& s) {
    if (s.state[k] == Pushing::packed) return true;
    const auto was_moved = [&](int row) { return row >= 0 && s.was_moved[row]; };
    const BodyPair& rows = s.rows[k];
    if (s.state[k] == Pushing::rests && !was_moved(rows.a) && !was_moved(rows.b)) return false;
    pack(world, static_cast<std::size_t>(s.plan.contact[k]), rows, s.contact[k]);
    s.state[k] = Pushing::packed;
    return true;
}

template <int D>
void visit(const World<D>& world, std::size_t k, Projection<D>& s) {
    if (!is_ready(world, k, s)) return;
    PushedContact<D>& c = s.contact[k];
    const BodyPair rows = s.rows[k];
    std::vector<SweepBody<D>>& moved = s.moved;
    double gap = c.slack;
    if (rows.a >= 0) gap -= dot(c.n, moved[rows.a].v) + dot(c.turn_a, moved[rows.a].w);
    if (rows.b >= 0) gap += dot(c.n, moved[rows.b].v) + dot(c.turn_b, moved[rows.b].w);
    if ((gap >= 0.0 && c.p == 0.0) || !(c.W > 0.0)) return;
    const double before = c.p;
    c.p = std::max(0.0, c.p - gap / c.W);
    const double dp = c.p - before;
    const auto give = [&](int row, double p, const Spin<D>& turning) {
        if (row < 0) return;
        if (moved[row].inverse_mass >= 0.0)
            move(moved[row], p, c.n, turning, moved[row]);
        else
            move(world.problem.W.body[row], p, c.n, turning, moved[row]);
        s.was_moved[row] = 1;
    };
    give(rows.a, -dp, c.turn_a);
    give(rows.b, dp, c.turn_b);
}

/// Nobody has moved yet.
template <int D>
void place_bodies(const World<D>& world, ThreadPool& pool, std::vector<SweepBody<D>>& moved) {
    const MobileBodies<D>& body = world.problem.W.body;
    moved.resize(body.size());
    pool.for_ranges(body.size(), 4 * project_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            moved[i] = {{}, {}, body[i].isotropic ? body[i].inverse_mass[0][0] : -1.0, body[i].inverse_inertia[0][0]};
        }
    });
}

/// One visit to every contact, in the order of the plan.
template <int D>
void sweep(const World<D>& world, ThreadPool& pool, Projection<D>& s) {
    const auto run = [&](int begin, int end) {
        for (int k = begin; k < end; ++k) visit(world, static_cast<std::size_t>(k), s);
    };
    for (int colour = 0; colour < s.plan.told_colours(); ++colour) {
        ToldListener* others = world.across->colours().listener;
        run(s.plan.told_start[2 * colour], s.plan.told_start[2 * colour + 1]);
        others->begin(0, colour);
        run(s.plan.told_start[2 * colour + 1], s.plan.told_start[2 * colour + 2]);
        others->end(0, colour);
    }
    const auto chunks = static_cast<std::size_t>(s.plan.chunks());
    pool.for_ranges(chunks, s.contact.size() < 4 * project_grain ? chunks : 1, [&](std::size_t begin, std::size_t end) {
        run(s.plan.chunk_start[begin], s.plan.chunk_start[end]);
    });
    for (int colour = 0; colour < s.plan.colours(); ++colour) {
        const int first = s.plan.colour_start[colour], end = s.plan.colour_start[colour + 1];
        pool.for_ranges(static_cast<std::size_t>(end - first), project_grain, [&](std::size_t i, std::size_t j) {
            run(first + static_cast<int>(i), first + static_cast<int>(j));
        });
    }
    run(s.plan.serial_start, s.plan.groups());
}

/// Once impulses are found, the lists of the sweeps are free; and again.
template <int D>
void share_lists(NlgsScratch<D>& sweeps, Projection<D>& s) {
    s.pairs.swap(sweeps.pairs);
    s.moved.swap(sweeps.body);
    std::swap(s.chosen, sweeps.by_kind);
    std::swap(s.plan, sweeps.round.plan);
}

template <int D>
double energy_of(const World<D>& world, int i) {
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    const Vec<D> g = matter.free_directions[i] * world.gravity;
    return rotational_energy(matter, bodies, i, matter.free_rotations[i] * bodies.velocity[i].w) -
           matter.mass[i] * dot(g, bodies.position[i]);
}

/// The spin of a free body turns with it, and in a cell that deforms it moves as the cell does where it is now: its kinetic energy stays.
template <int D>
double move_body(World<D>& world, int i, const Twist<D>& by) {
    if (by == Twist<D>{}) return 0.0;
    Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    const double before = energy_of(world, i);
    const Rotation<D> turned = rotation_by(by.w);
    bodies.position[i] += by.v;
    if (world.cell_model.deforms) bodies.velocity[i].v += velocity_gradient(world) * by.v;
    bodies.rotation[i] = normalised(turned * bodies.rotation[i]);
    if (matter.freedom[i] == Freedom::general) {
        if constexpr (D == 3) {
            if (matter.free_rotations[i] == Mat<3>::scaled_identity(1.0))
                bodies.velocity[i].w = rotate(turned, bodies.velocity[i].w);
        }
        refresh_inverse_inertia(matter, bodies, i);
    }
    return energy_of(world, i) - before;
}

}  // namespace

template <int D>
bool has_deep_overlaps(const World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    const auto is_deep_one = [&](std::size_t c) { return is_deep(world, settings.step, c); };
    return settings.projects() && any_of_all(world.contacts.point.size(), 4 * project_grain, pool, is_deep_one);
}

template <int D>
void mark_held(const World<D>& world, ThreadPool& pool, std::vector<char>& stays) {
    fill_all(stays, world.bodies.position.size(), char{0}, pool);
    if (!world.book.remembers && world.links.size() == 0) return;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        if (!is_joined(world, c)) continue;
        stays[world.parts.body[world.contacts.point[c].a]] = 1;
        stays[world.parts.body[world.contacts.point[c].b]] = 1;
    }
}

template <int D>
void begin_projection(const World<D>& world, const StepSettings& settings, ThreadPool& pool, Projection<D>& s) {
    find_deep(world, settings.step, pool, s);
    choose_contacts(world.across, pool, s);
    PlanInput in{s.pairs, s.chosen[0], static_cast<int>(world.problem.W.body.size()), 1};
    if (world.across) in.told = world.across->colours().half, in.told_colours = world.across->colours().colours;
    make_plan(in, pool, s.plan);
    list_overlaps(world, settings.step, pool, s);
    place_bodies(world, pool, s.moved);
}

template <int D>
void sweep_projection(const World<D>& world, ThreadPool& pool, Projection<D>& s) {
    sweep(world, pool, s);
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
    template void sweep_projection(const World<D>&, ThreadPool&, Projection<D>&);       \
    template void end_projection(World<D>&, ThreadPool&);                               \
    template void project_overlaps(World<D>&, const StepSettings&, ThreadPool&);
DRYSTONE_PROJECT(2)
DRYSTONE_PROJECT(3)
#undef DRYSTONE_PROJECT

}  // namespace drystone

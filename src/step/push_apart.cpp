// One unknown per contact, p along its normal: sweeps of Gauss-Seidel p_i <- max(0, p_i - (s_i + (W_nn p)_i) / W_nn,ii). Where all contacts are of
// balls by kernels that know nothing of overlaps; else one by one, each packed when it first matters. The order is the same.

#include "step/push_apart.h"

#include <algorithm>
#include <cassert>

#include "core/in_parallel.h"
#include "core/index.h"
#include "core/room.h"
#include "solvers/nlgs_pack.h"
#include "solvers/sweep_runs.h"
#include "step/project.h"
#include "step/reach_rules.h"

namespace drystone {

namespace {

constexpr std::size_t push_grain = 512;  // contacts
constexpr int lanes = 8;

/// u_n once the step's impulses act.
template <int D>
double parting_speed(const World<D>& world, std::size_t c, const ContactPoint<D>& point) {
    const ContactArms<D>& arms = world.problem.W.contact[c];
    const Twist<D>&a = world.bodies.velocity[world.parts.body[point.a]],
          &b = world.bodies.velocity[world.parts.body[point.b]];
    Vec<D> u = b.v + turn(b.w, arms.arm_b) - a.v - turn(a.w, arms.arm_a);
    if (world.cell_model.deforms) u += image_velocity(world, point.image);
    return dot(arms.frame[0], u);
}

/// A group of contacts of balls: b is s n, there is no friction, and lever arms may stay away, for what acts along n turns no ball.
template <int D>
void pack_group(const World<D>& world, const Projection<D>& s, const ToPush& to, std::size_t group, RoundGroup<D>& g) {
    const int nobody = static_cast<int>(s.moved.size()) - 1;
    g = {};
    for (int l = 0; l < lanes; ++l) {
        const int c = s.round.plan.contact[group * lanes + static_cast<std::size_t>(l)];
        const BodyPair rows = c < 0 ? BodyPair{} : to.pairs[c];
        g.body_a[l] = rows.a < 0 ? nobody : rows.a;
        g.body_b[l] = rows.b < 0 ? nobody : rows.b;
        if (c < 0) continue;
        const Vec<D> n = world.contacts.point.touch(at(c)).normal;
        nlgs::put(g.n, l, n);
        nlgs::put(g.b, l, to.slack[c] * n);
    }
}

template <int D>
void list_balls(const World<D>& world, ThreadPool& pool, const ToPush& to, Projection<D>& s) {
    const auto groups = static_cast<std::size_t>(s.round.plan.groups());
    resize_with_room(s.round.group, groups);
    s.round.asleep.assign(groups, 0);
    pool.for_ranges(groups, push_grain / lanes, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g) pack_group(world, s, to, g, s.round.group[g]);
    });
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

/// What is known of the others in the order of their plan before any of them is packed.
template <int D>
void list_others(ThreadPool& pool, const ToPush& to, Projection<D>& s) {
    const std::size_t contacts = s.others.plan.contact.size();
    resize_with_room(s.state, contacts);
    resize_with_room(s.rows, contacts);
    resize_with_room(s.others.group, contacts);
    pool.for_ranges(contacts, 8 * push_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const auto c = static_cast<std::size_t>(s.others.plan.contact[k]);
            s.others.group[k].slack = to.slack[c];
            s.state[k] = s.others.group[k].slack < 0.0 ? Pushing::overlaps : Pushing::rests;
            s.rows[k] = to.pairs[c];
        }
    });
}

/// Makes contact k of the plan ready, unless nothing is to be done there: it does not overlap and nobody has come nearer.
template <int D>
bool is_ready(const World<D>& world, std::size_t k, Projection<D>& s) {
    if (s.state[k] == Pushing::packed) return true;
    const auto was_moved = [&](int row) { return row >= 0 && !(s.moved[row].v == Vec<D>{} && s.moved[row].w == Spin<D>{}); };
    const BodyPair& rows = s.rows[k];
    if (s.state[k] == Pushing::rests && !was_moved(rows.a) && !was_moved(rows.b)) return false;
    pack(world, static_cast<std::size_t>(s.others.plan.contact[k]), rows, s.others.group[k]);
    s.state[k] = Pushing::packed;
    return true;
}

/// Moves a body by p along n: M^-1 H n p. `answer` has M^-1: the body itself where that is two numbers, else its row in the problem.
template <int D, class Answer>
void move(const Answer& answer, double p, const Vec<D>& n, const Spin<D>& turning, SweepBody<D>& body) {
    body.v += p * (answer.inverse_mass * n);
    body.w += p * (answer.inverse_inertia * turning);
}

template <int D>
void visit(const World<D>& world, std::size_t k, Projection<D>& s) {
    if (!is_ready(world, k, s)) return;
    PushedContact<D>& c = s.others.group[k];
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
    };
    give(rows.a, -dp, c.turn_a);
    give(rows.b, dp, c.turn_b);
}

/// Nobody has moved yet.
template <int D>
void place_bodies(const World<D>& world, ThreadPool& pool, std::vector<SweepBody<D>>& moved) {
    const MobileBodies<D>& body = world.problem.W.body;
    moved.resize(body.size() + 1);
    moved.back() = {};
    pool.for_ranges(body.size(), 4 * push_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            moved[i] = {{}, {}, body[i].isotropic ? body[i].inverse_mass[0][0] : -1.0, body[i].inverse_inertia[0][0]};
        }
    });
}

}  // namespace

template <int D>
double slack_of(const World<D>& world, double h, std::size_t c, const ContactPoint<D>& point) {
    if (point.gap >= 0.0) return point.gap;
    const double size = std::min(world.parts.extent(point.a), world.parts.extent(point.b));
    return overlap_slack(point.gap, size, h, point.gap < -0.5 * overlap_trace * size ? parting_speed(world, c, point) : 0.0);
}

template <int D>
void begin_pushing(const World<D>& world, ThreadPool& pool, const ToPush& to, Projection<D>& s) {
    assert(to.pairs.size() == world.contacts.point.size());
    const std::span<const int> chosen = to.chosen, none;
    const bool balls = !world.across && std::all_of(chosen.begin(), chosen.end(), [&](int c) { return world.problem.W.contact.is_round(at(c)); });
    const int bodies = static_cast<int>(world.problem.W.body.size());
    PlanInput one_by_one{to.pairs, balls ? none : chosen, bodies, 1};
    if (world.across) one_by_one.told = world.across->colours().half, one_by_one.told_colours = world.across->colours().colours;
    Workbench& bench = world.scratch.bench();
    make_plan({to.pairs, balls ? chosen : none, bodies, lanes}, pool, bench, s.round.plan);
    make_plan(one_by_one, pool, bench, s.others.plan);
    place_bodies(world, pool, s.moved);
    list_balls(world, pool, to, s);
    list_others(pool, to, s);
}

template <int D>
void sweep_projection(const World<D>& world, ThreadPool& pool, Projection<D>& s) {
    const RoundKernels<D> kernels = round_kernels<D>();
    const int mobile = static_cast<int>(s.moved.size()) - 1;
    nlgs::for_runs(s.round, pool, [&](RoundGroup<D>* first, std::size_t count) {
        kernels.visit(first, count, s.moved.data(), mobile, {s.round.asleep.data() + (first - s.round.group.data()), true});
    });
    const nlgs::Told told{world.across ? world.across->colours().listener : nullptr, 0};
    nlgs::for_runs(s.others, pool, [&](PushedContact<D>* first, std::size_t count) {
        const auto from = static_cast<std::size_t>(first - s.others.group.data());
        for (std::size_t k = from; k < from + count; ++k) visit(world, k, s);
    }, told);
}

#define DRYSTONE_PUSH_APART(D)                                                            \
    template double slack_of(const World<D>&, double, std::size_t, const ContactPoint<D>&); \
    template void begin_pushing(const World<D>&, ThreadPool&, const ToPush&, Projection<D>&); \
    template void sweep_projection(const World<D>&, ThreadPool&, Projection<D>&);
DRYSTONE_PUSH_APART(2)
DRYSTONE_PUSH_APART(3)
#undef DRYSTONE_PUSH_APART

}  // namespace drystone

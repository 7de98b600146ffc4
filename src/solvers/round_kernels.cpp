// Compiled once for each instruction set, see lanes.h. Scalar twin: nlgs_kernels.h, operation by operation.

#include "solvers/lanes.h"
#include "solvers/round_group.h"

namespace drystone::DRYSTONE_ISA {
namespace {

constexpr std::size_t ahead = 6;  // groups; bodies lie anywhere, and no hardware guesses where
constexpr std::size_t far_ahead = 8;

/// Rows of SweepBody.
struct BodyTable {
    double* row;
    int mobile;  // rows from here on are not written
};

template <int D>
struct Pair {
    LaneBodies<D> a, b;
};

template <int D>
[[gnu::always_inline]] inline Pair<D> bodies_of(const RoundGroup<D>& g, int from, const double* table) {
    Pair<D> pair;
    load_bodies(table, g.body_a + from, pair.a);
    load_bodies(table, g.body_b + from, pair.b);
    return pair;
}

template <int D>
[[gnu::always_inline]] inline void prefetch(const RoundGroup<D>& g, const double* table) {
#pragma GCC unroll 8
    for (int l = 0; l < 8; ++l) {
        __builtin_prefetch(table + 8 * static_cast<long>(g.body_a[l]), 1);
        __builtin_prefetch(table + 8 * static_cast<long>(g.body_b[l]), 1);
    }
}

template <int D>
[[gnu::always_inline]] inline LaneVec<D> velocity(const RoundGroup<D>& g, int from, const LaneVec<D>& n,
                                                  const Pair<D>& p) {
    return load_vec<D>(g.b, from) + (p.b.v - p.a.v) -
           turn(load(g.arm_b + from) * p.b.w + load(g.arm_a + from) * p.a.w, n);
}

/// W_ii = diag(1/k_n, 1/k_t, ..), from the bodies that are at hand anyway: as fast as the 16 bytes a contact that it would take to keep them, where
/// these come from the cache, and faster where they do not. 0 in empty lanes.
struct Stiffness {
    LaneMask there;
    Lanes n, t;
};

template <int D>
[[gnu::always_inline]] inline Stiffness weigh(const RoundGroup<D>& g, int from, const Pair<D>& p) {
    const Lanes arm_a = load(g.arm_a + from), arm_b = load(g.arm_b + from);
    const Lanes w_n = p.a.inverse_mass + p.b.inverse_mass;
    const Lanes w_t = w_n + arm_a * arm_a * p.a.inverse_inertia + arm_b * arm_b * p.b.inverse_inertia;
    const LaneMask there = w_n > 0.0;
    return {there, there ? 1.0 / w_n : Lanes{}, there ? 1.0 / w_t : Lanes{}};
}

/// An impulse of a contact, and the contact's normal.
template <int D>
struct Push {
    LaneVec<D> n, r;
};

template <int D>
[[gnu::always_inline]] inline void give(const RoundGroup<D>& g, int from, const Push<D>& push, Pair<D>& p, BodyTable table) {
    const LaneVec<D>& dr = push.r;
    const auto turning = moment(push.n, dr);
    p.a.v = p.a.v - p.a.inverse_mass * dr;
    p.a.w = p.a.w - (p.a.inverse_inertia * load(g.arm_a + from)) * turning;
    p.b.v = p.b.v + p.b.inverse_mass * dr;
    p.b.w = p.b.w - (p.b.inverse_inertia * load(g.arm_b + from)) * turning;
    store_bodies(table.row, g.body_a + from, table.mobile, p.a);
    store_bodies(table.row, g.body_b + from, table.mobile, p.b);
}

/// Brendel (1.30): normal and tangential parts do not couple, so clipping the sticking impulse is exact here. Returns whether
/// any contact is pressed.
template <int D>
[[gnu::always_inline]] inline bool visit_one(RoundGroup<D>& g, int from, BodyTable table) {
    Pair<D> p = bodies_of(g, from, table.row);
    const LaneVec<D> n = load_vec<D>(g.n, from), old = load_vec<D>(g.r, from);
    const LaneVec<D> u = velocity(g, from, n, p);
    const Lanes u_n = dot(n, u), r_n = dot(n, old);
    const Stiffness k = weigh(g, from, p);

    const Lanes normal = positive(r_n - k.n * u_n);
    const LaneVec<D> stick = (old - r_n * n) - k.t * (u - u_n * n);
    const Lanes limit = load(g.mu + from) * normal, size2 = dot(stick, stick);
    const Lanes slipping = limit / root(size2);
    const Lanes keep = size2 > limit * limit ? slipping : (Lanes{} + 1.0);

    const LaneVec<D> r = normal * n + keep * stick;
    store_vec(g.r, from, r);
    give(g, from, Push<D>{n, r - old}, p, table);
    return any(normal > 0.0);
}

/// The same with the lift held, docs/theory.md (5.29): inside the cone, on it, or nothing.
template <int D>
[[gnu::always_inline]] inline bool visit_one_held(RoundGroup<D>& g, int from, Lanes lift, BodyTable table) {
    Pair<D> p = bodies_of(g, from, table.row);
    const LaneVec<D> n = load_vec<D>(g.n, from), old = load_vec<D>(g.r, from);
    const LaneVec<D> u = velocity(g, from, n, p);
    const Lanes u_n = dot(n, u), r_n = dot(n, old);
    const Lanes mu = load(g.mu + from);
    const Stiffness k = weigh(g, from, p);

    const Lanes pressed = r_n - k.n * (u_n + lift);
    const LaneVec<D> stick = (old - r_n * n) - k.t * (u - u_n * n);
    const Lanes size = root(dot(stick, stick));
    const Lanes edge = (k.t * pressed + mu * k.n * size) / (k.t + mu * mu * k.n);
    const Lanes along = mu * edge / size;
    const LaneMask inside = size <= mu * pressed, on_cone = edge > 0.0;
    const Lanes normal = inside ? pressed : (on_cone ? edge : Lanes{});
    const Lanes keep = inside ? (Lanes{} + 1.0) : (on_cone ? along : Lanes{});

    const LaneVec<D> r = normal * n + keep * stick;
    store_vec(g.r, from, r);
    give(g, from, Push<D>{n, r - old}, p, table);
    return any(normal > 0.0);
}

/// visit_group(k) for all that are awake: whether any contact of group k is pressed.
template <int D, class VisitGroup>
[[gnu::always_inline]] inline void visit_awake(RoundGroup<D>* group, std::size_t count, const double* table, Sleep sleep,
                                               const VisitGroup& visit_group) {
    for (std::size_t k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch(group[k + ahead], table);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        if (sleep.asleep[k] && !sleep.wake) continue;
        sleep.asleep[k] = !visit_group(k);
    }
}

template <int D>
void visit(RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile, Sleep sleep) {
    const BodyTable table{reinterpret_cast<double*>(bodies), mobile};
    visit_awake(group, count, table.row, sleep, [&](std::size_t k) __attribute__((always_inline)) {
        bool pressed = false;
        for (int from = 0; from < 8; from += L) pressed |= visit_one(group[k], from, table);
        return pressed;
    });
}

template <int D>
void visit_held(RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile, HeldLift held) {
    const BodyTable table{reinterpret_cast<double*>(bodies), mobile};
    visit_awake(group, count, table.row, held.sleep, [&](std::size_t k) __attribute__((always_inline)) {
        bool pressed = false;
        for (int from = 0; from < 8; from += L)
            pressed |= visit_one_held(group[k], from, load(held.lift[k].of + from), table);
        return pressed;
    });
}

template <int D>
void add(const RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile) {
    const BodyTable table{reinterpret_cast<double*>(bodies), mobile};
    for (std::size_t k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch(group[k + ahead], table.row);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        const RoundGroup<D>& g = group[k];
        for (int from = 0; from < 8; from += L) {
            Pair<D> p = bodies_of(g, from, table.row);
            give(g, from, Push<D>{load_vec<D>(g.n, from), load_vec<D>(g.r, from)}, p, table);
        }
    }
}

/// Velocity along n and across it, and what answers it.
template <int D>
struct Parts {
    Lanes normal;
    LaneVec<D> v, across;
    Stiffness k;
};

template <int D>
[[gnu::always_inline]] inline Parts<D> velocity_of(const RoundGroup<D>& g, int from, const LaneVec<D>& n, const double* table) {
    const Pair<D> p = bodies_of(g, from, table);
    Parts<D> parts;
    parts.k = weigh(g, from, p);
    parts.v = velocity(g, from, n, p);
    parts.normal = dot(n, parts.v);
    parts.across = parts.v - parts.normal * n;
    return parts;
}

/// The square of the natural map (3.7), with the cone's axis along n; 0 in empty lanes. lift: what is held, or null.
template <int D>
[[gnu::always_inline]] inline Lanes square_of_error(const RoundGroup<D>& g, int from, const LaneVec<D>& r, const double* lift, const double* table) {
    const LaneVec<D> n = load_vec<D>(g.n, from);
    const Parts<D> at = velocity_of(g, from, n, table);
    const Lanes mu = load(g.mu + from);
    const Lanes rho = D * (at.k.n * at.k.t) / (at.k.t + (D - 1) * at.k.n);
    const Lanes lifted = lift ? load(lift) : mu * root(dot(at.across, at.across));

    const LaneVec<D> s = r - rho * (at.v + lifted * n);
    const Lanes s_n = dot(n, s);
    const LaneVec<D> s_t = s - s_n * n;
    const Lanes slip = root(dot(s_t, s_t));
    const Lanes normal = (s_n + mu * slip) / (1.0 + mu * mu);
    const LaneVec<D> edge = normal * n + (mu * normal / slip) * s_t;
    const LaneMask apart = mu * slip <= -s_n, inside = slip <= mu * s_n;
    LaneVec<D> e;
#pragma GCC unroll 4
    for (int i = 0; i < D; ++i) e[i] = r[i] - (apart ? Lanes{} : (inside ? s[i] : edge[i]));
    const Lanes size2 = dot(e, e);
    return at.k.there ? size2 : Lanes{};  // an empty lane has 0 / 0 for a step length
}

template <int D>
[[gnu::always_inline]] inline void sum_errors(const RoundGroup<D>* group, std::size_t count, const double* table,
                                              const LaneLift* lift, double sums[2]) {
    Lanes errors[8 / L]{}, impulses[8 / L]{};
    for (std::size_t k = 0; k < count; ++k) {
        const RoundGroup<D>& g = group[k];
        if (k + ahead < count) prefetch(group[k + ahead], table);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        for (int from = 0; from < 8; from += L) {
            const double* held = lift ? lift[k].of + from : nullptr;
            const LaneVec<D> r = load_vec<D>(g.r, from);
            errors[from / L] += square_of_error(g, from, r, held, table);
            impulses[from / L] += dot(r, r);
        }
    }
    sums[0] = sum_lanes(errors);
    sums[1] = sum_lanes(impulses);
}

template <int D>
void residual(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies, double sums[2]) {
    sum_errors(group, count, reinterpret_cast<const double*>(bodies), nullptr, sums);
}

template <int D>
void residual_held(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies, const LaneLift* lift, double sums[2]) {
    sum_errors(group, count, reinterpret_cast<const double*>(bodies), lift, sums);
}

template <int D>
void find_lift(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies, LaneLift* lift) {
    const double* table = reinterpret_cast<const double*>(bodies);
    for (std::size_t k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch(group[k + ahead], table);
        for (int from = 0; from < 8; from += L) {
            const Parts<D> at = velocity_of(group[k], from, load_vec<D>(group[k].n, from), table);
            const Lanes lifted = load(group[k].mu + from) * root(dot(at.across, at.across));
            for (int l = 0; l < L; ++l) lift[k].of[from + l] = lifted[l];
        }
    }
}

}  // namespace

template <int D>
RoundKernels<D> round_kernels() {
    return {visit<D>, add<D>, residual<D>, visit_held<D>, residual_held<D>, find_lift<D>};
}

template RoundKernels<2> round_kernels<2>();
template RoundKernels<3> round_kernels<3>();

}  // namespace drystone::DRYSTONE_ISA

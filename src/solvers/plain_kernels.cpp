// Compiled once for each instruction set, see lanes.h.

#include "solvers/lanes.h"
#include "solvers/plain_group.h"

namespace drystone::DRYSTONE_ISA {
namespace {

constexpr std::size_t ahead = 4;  // groups
constexpr std::size_t far_ahead = 6;

template <int D>
struct Pair {
    LaneBodies<D> a, b;
};

template <int D>
struct Frame {
    LaneVec<D> axis[D];
};

[[gnu::always_inline]] inline Frame<2> frame_of(const PlainGroup<2>& g, int from) {
    const LaneVec<2> n = load_vec<2>(g.frame, from);
    return {{n, {{-n[1], n[0]}}}};
}

[[gnu::always_inline]] inline Frame<3> frame_of(const PlainGroup<3>& g, int from) {
    const LaneVec<3> n = load_vec<3>(g.frame, from), t = load_vec<3>(g.frame + 3, from);
    return {{n, t, cross(n, t)}};
}

template <int D>
[[gnu::always_inline]] inline Pair<D> bodies_of(const PlainGroup<D>& g, int from, const double* table) {
    Pair<D> pair;
    load_bodies(table, g.body_a + from, pair.a);
    load_bodies(table, g.body_b + from, pair.b);
    return pair;
}

template <int D>
[[gnu::always_inline]] inline void prefetch(const PlainGroup<D>& g, const SweepTables<D>& tables) {
#pragma GCC unroll 8
    for (int l = 0; l < 8; ++l) {
        __builtin_prefetch(tables.body + g.body_a[l], 1);
        __builtin_prefetch(tables.body + g.body_b[l], 1);
        if (D == 3) __builtin_prefetch(tables.inertia + g.body_a[l]);
        if (D == 3) __builtin_prefetch(tables.inertia + g.body_b[l]);
    }
}

template <int D>
[[gnu::always_inline]] inline LaneVec<D> velocity(const PlainGroup<D>& g, int from, const Frame<D>& frame,
                                                  const Pair<D>& p) {
    const LaneVec<D> u =
        (p.b.v + turn(p.b.w, load_vec<D>(g.arm_b, from))) - (p.a.v + turn(p.a.w, load_vec<D>(g.arm_a, from)));
    LaneVec<D> out;
#pragma GCC unroll 4
    for (int i = 0; i < D; ++i) out[i] = load(g.b[i] + from) + dot(frame.axis[i], u);
    return out;
}

[[gnu::always_inline]] inline LaneVec<1> spin_up(const SweepTables<2>&, const int*, const LaneBodies<2>& body,
                                                 const LaneVec<1>& torque) {
    return body.inverse_inertia * torque;
}

[[gnu::always_inline]] inline LaneVec<3> spin_up(const SweepTables<3>& tables, const int* row,
                                                 const LaneBodies<3>&, const LaneVec<3>& torque) {
    const double* table = reinterpret_cast<const double*>(tables.inertia);
    Lanes c[8];
    load_rows(table, row, c);
    const Lanes xx = c[0], yy = c[1], zz = c[2], xy = c[3], xz = c[4], yz = c[5];
    return {{xx * torque[0] + xy * torque[1] + xz * torque[2],
             xy * torque[0] + yy * torque[1] + yz * torque[2],
             xz * torque[0] + yz * torque[1] + zz * torque[2]}};
}

template <int D>
[[gnu::always_inline]] inline LaneVec<D> in_world_axes(const Frame<D>& frame, const LaneVec<D>& r) {
    LaneVec<D> f = r[0] * frame.axis[0];
#pragma GCC unroll 4
    for (int i = 1; i < D; ++i) f = f + r[i] * frame.axis[i];
    return f;
}

/// f: in world axes.
template <int D>
[[gnu::always_inline]] inline void give(const PlainGroup<D>& g, int from, const LaneVec<D>& f, Pair<D>& p,
                                        const SweepTables<D>& tables) {
    double* table = reinterpret_cast<double*>(tables.body);
    p.a.v = p.a.v - p.a.inverse_mass * f;
    p.a.w = p.a.w - spin_up(tables, g.body_a + from, p.a, moment(load_vec<D>(g.arm_a, from), f));
    p.b.v = p.b.v + p.b.inverse_mass * f;
    p.b.w = p.b.w + spin_up(tables, g.body_b + from, p.b, moment(load_vec<D>(g.arm_b, from), f));
    store_bodies(table, g.body_a + from, tables.mobile, p.a);
    store_bodies(table, g.body_b + from, tables.mobile, p.b);
}

/// W^-1 u by the adjugate: at the solution u vanishes, and with it what rounding does to W^-1.
[[gnu::always_inline]] inline LaneVec<2> solve(const PlainGroup<2>& g, int from, const LaneVec<2>& u) {
    const Lanes nn = load(g.W[0] + from), tt = load(g.W[1] + from), nt = load(g.W[2] + from);
    const Lanes scale = 1.0 / (nn * tt - nt * nt);
    return {{scale * (tt * u[0] - nt * u[1]), scale * (nn * u[1] - nt * u[0])}};
}

[[gnu::always_inline]] inline LaneVec<3> solve(const PlainGroup<3>& g, int from, const LaneVec<3>& u) {
    const Lanes a = load(g.W[0] + from), b = load(g.W[1] + from), c = load(g.W[2] + from);
    const Lanes d = load(g.W[3] + from), e = load(g.W[4] + from), f = load(g.W[5] + from);  // 01 02 12
    const Lanes aa = b * c - f * f, ad = e * f - d * c, ae = d * f - b * e;
    const Lanes bb = a * c - e * e, bf = d * e - a * f, cc = a * b - d * d;
    const Lanes scale = 1.0 / (a * aa + d * ad + e * ae);
    return {{scale * (aa * u[0] + ad * u[1] + ae * u[2]), scale * (ad * u[0] + bb * u[1] + bf * u[2]),
             scale * (ae * u[0] + bf * u[1] + cc * u[2])}};
}

[[gnu::always_inline]] inline Lanes shear2(const LaneVec<2>& r) { return r[1] * r[1]; }
[[gnu::always_inline]] inline Lanes shear2(const LaneVec<3>& r) { return r[1] * r[1] + r[2] * r[2]; }

/// Where W_ij is among the couplings.
template <int D>
constexpr int coupling(int i, int j) {
    return i == j ? i : D + i + j - 1;
}

/// A lane whose contact does not stick: q = u - W r with the impulse r that the group still holds, then the exact solve.
template <int D>
[[gnu::always_inline]] inline void slide(const PlainGroup<D>& g, int from, int l, const LaneVec<D>& u,
                                         LaneVec<D>& next) {
    double W[PlainGroup<D>::couplings], r[D], q[D];
    for (int i = 0; i < PlainGroup<D>::couplings; ++i) W[i] = g.W[i][from + l];
    for (int i = 0; i < D; ++i) {
        q[i] = u[i][l];
        for (int j = 0; j < D; ++j) q[i] -= W[coupling<D>(i, j)] * g.r[j][from + l];
    }
    solve_lane<D>(g.mu[from + l], W, q, r);
    for (int i = 0; i < D; ++i) next[i][l] = r[i];
}

/// Most contacts stick, or are open and stay so: that is settled for all lanes at once. Returns whether any is pressed.
template <int D>
[[gnu::always_inline]] inline bool visit_one(PlainGroup<D>& g, int from, const SweepTables<D>& tables) {
    const Frame<D> frame = frame_of(g, from);
    Pair<D> p = bodies_of(g, from, reinterpret_cast<const double*>(tables.body));
    const LaneVec<D> old = load_vec<D>(g.r, from);
    const LaneVec<D> u = velocity(g, from, frame, p);

    LaneVec<D> r = old - solve(g, from, u);
    const Lanes limit = load(g.mu + from) * r[0];
    const LaneMask sticks = (r[0] > 0.0) & (shear2(r) <= limit * limit);
    const LaneMask open = (old[0] == 0.0) & (shear2(old) == 0.0) & (u[0] >= 0.0);
    const LaneMask smooth = load(g.mu + from) == 0.0;
    const Lanes frictionless = positive(old[0] - u[0] / load(g.W[0] + from));
#pragma GCC unroll 4
    for (int i = 0; i < D; ++i) r[i] = open ? Lanes{} : (smooth ? (i == 0 ? frictionless : Lanes{}) : r[i]);
    const LaneMask settled = sticks | open | smooth;
#pragma GCC unroll 8
    for (int l = 0; l < L; ++l) {
        if (settled[l] == 0) slide(g, from, l, u, r);
    }
    store_vec(g.r, from, r);
    give(g, from, in_world_axes(frame, r - old), p, tables);
    return any(r[0] > 0.0);
}

template <int D>
void visit(PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables, Sleep sleep) {
    for (std::size_t k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch(group[k + ahead], tables);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        if (sleep.asleep[k] && !sleep.wake) continue;
        bool pressed = false;
        for (int from = 0; from < 8; from += L) pressed |= visit_one(group[k], from, tables);
        sleep.asleep[k] = !pressed;
    }
}

template <int D>
void add(const PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables) {
    for (std::size_t k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch(group[k + ahead], tables);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        const PlainGroup<D>& g = group[k];
        for (int from = 0; from < 8; from += L) {
            Pair<D> p = bodies_of(g, from, reinterpret_cast<const double*>(tables.body));
            give(g, from, in_world_axes(frame_of(g, from), load_vec<D>(g.r, from)), p, tables);
        }
    }
}

/// The natural map (3.7).
template <int D>
[[gnu::always_inline]] inline LaneVec<D> error(const PlainGroup<D>& g, int from, const LaneVec<D>& r,
                                               const double* table) {
    const LaneVec<D> v = velocity(g, from, frame_of(g, from), bodies_of(g, from, table));
    Lanes trace = load(g.W[0] + from) + load(g.W[1] + from);
    if (D == 3) trace += load(g.W[2] + from);
    const Lanes mu = load(g.mu + from), rho = static_cast<double>(D) / trace;

    LaneVec<D> s = r - rho * v;
    s[0] -= rho * (mu * root(shear2(v)));
    const Lanes slip = root(shear2(s));
    const Lanes normal = (s[0] + mu * slip) / (1.0 + mu * mu), shrink = mu * normal / slip;
    const LaneMask apart = mu * slip <= -s[0], inside = slip <= mu * s[0];
    LaneVec<D> e;
#pragma GCC unroll 4
    for (int i = 0; i < D; ++i) {
        const Lanes edge = i == 0 ? normal : shrink * s[i];
        e[i] = r[i] - (apart ? Lanes{} : (inside ? s[i] : edge));
    }
    return e;
}

template <int D>
void residual(const PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables, double sums[2]) {
    Lanes errors[8 / L]{}, impulses[8 / L]{};
    for (std::size_t k = 0; k < count; ++k) {
        const PlainGroup<D>& g = group[k];
        if (k + ahead < count) prefetch(group[k + ahead], tables);
        prefetch_group(group, static_cast<long>(k + far_ahead));
        for (int from = 0; from < 8; from += L) {
            const LaneVec<D> r = load_vec<D>(g.r, from);
            const LaneVec<D> e = error(g, from, r, reinterpret_cast<const double*>(tables.body));
            errors[from / L] += dot(e, e);
            impulses[from / L] += dot(r, r);
        }
    }
    sums[0] = sum_lanes(errors);
    sums[1] = sum_lanes(impulses);
}

}  // namespace

template <int D>
PlainKernels<D> plain_kernels() {
    return {visit<D>, add<D>, residual<D>};
}

template PlainKernels<2> plain_kernels<2>();
template PlainKernels<3> plain_kernels<3>();

}  // namespace drystone::DRYSTONE_ISA

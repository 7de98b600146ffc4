#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "laws/local_solve.h"
#include "solvers/nlgs_contacts.h"

namespace drystone::nlgs {

// Letters as in docs/theory.md section 5: r impulse, u velocity (b included), n normal, mu friction.

template <int D>
Vec<D> velocity(const RoundContact<D>& c, const SweepBody<D>& a, const SweepBody<D>& b) {
    return c.b + (b.v - a.v) - turn(c.arm_b * b.w + c.arm_a * a.w, c.n);
}

template <int D>
void add(const RoundContact<D>& c, const Vec<D>& dr, std::vector<SweepBody<D>>& bodies) {
    const int nobody = static_cast<int>(bodies.size()) - 1;
    const Spin<D> turning = moment(c.n, dr);
    if (c.body_a != nobody) {
        SweepBody<D>& a = bodies[c.body_a];
        a.v -= a.inverse_mass * dr;
        a.w -= (a.inverse_inertia * c.arm_a) * turning;
    }
    if (c.body_b != nobody) {
        SweepBody<D>& b = bodies[c.body_b];
        b.v += b.inverse_mass * dr;
        b.w -= (b.inverse_inertia * c.arm_b) * turning;
    }
}

/// Brendel (1.30): normal and tangential parts do not couple, so clipping the sticking impulse is exact here.
template <int D>
void visit(RoundContact<D>& c, std::vector<SweepBody<D>>& bodies) {
    const Vec<D> u = velocity(c, bodies[c.body_a], bodies[c.body_b]);
    const double u_n = dot(c.n, u), r_n = dot(c.n, c.r);

    const double normal = std::max(0.0, r_n - c.k_n * u_n);
    const Vec<D> stick = (c.r - r_n * c.n) - c.k_t * (u - u_n * c.n);
    const double limit = c.mu * normal, size2 = dot(stick, stick);
    const double keep = size2 > limit * limit ? limit / std::sqrt(size2) : 1.0;

    const Vec<D> r = normal * c.n + keep * stick;
    const Vec<D> dr = r - c.r;
    c.r = r;
    add(c, dr, bodies);
}

template <int D>
Vec<D> velocity(const FullContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    Vec<D> u{};
    if (c.arms.body_b >= 0) u += bodies[c.arms.body_b].v + turn(bodies[c.arms.body_b].w, c.arms.arm_b);
    if (c.arms.body_a >= 0) u -= bodies[c.arms.body_a].v + turn(bodies[c.arms.body_a].w, c.arms.arm_a);
    return c.b + c.arms.frame * u;
}

template <int D>
void add(const FullContact<D>& c, const std::vector<MobileBody<D>>& inertia, const Vec<D>& dr,
         std::vector<SweepBody<D>>& bodies) {
    const Vec<D> f = transpose_times(c.arms.frame, dr);
    if (const int i = c.arms.body_a; i >= 0) {
        bodies[i].v -= inertia[i].inverse_mass * f;
        bodies[i].w -= inertia[i].inverse_inertia * moment(c.arms.arm_a, f);
    }
    if (const int i = c.arms.body_b; i >= 0) {
        bodies[i].v += inertia[i].inverse_mass * f;
        bodies[i].w += inertia[i].inverse_inertia * moment(c.arms.arm_b, f);
    }
}

template <int D>
void visit(FullContact<D>& c, const std::vector<MobileBody<D>>& inertia, std::vector<SweepBody<D>>& bodies) {
    const Vec<D> q = velocity(c, bodies) - c.W * c.r;
    const Vec<D> r = solve_local(c.law, c.W, q);
    const Vec<D> dr = r - c.r;
    c.r = r;
    add(c, inertia, dr, bodies);
}

template <int D>
Spin<D> spin(const TurningContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    Spin<D> w{};
    if (c.body_b >= 0) w += bodies[c.body_b].w;
    if (c.body_a >= 0) w -= bodies[c.body_a].w;
    return c.b + to_frame(c.frame, w);
}

template <int D>
void add(const TurningContact<D>& c, const std::vector<MobileBody<D>>& inertia, const Spin<D>& dm,
         std::vector<SweepBody<D>>& bodies) {
    const Spin<D> world = from_frame(c.frame, dm);
    if (c.body_a >= 0) bodies[c.body_a].w -= inertia[c.body_a].inverse_inertia * world;
    if (c.body_b >= 0) bodies[c.body_b].w += inertia[c.body_b].inverse_inertia * world;
}

template <int D>
void visit(TurningContact<D>& c, double s_n, const std::vector<MobileBody<D>>& inertia,
           std::vector<SweepBody<D>>& bodies) {
    const Spin<D> q = spin(c, bodies) - c.W * c.m;
    const Spin<D> m = solve_turning(c.law, s_n, c.W, q, c.m);
    const Spin<D> dm = m - c.m;
    c.m = m;
    add(c, inertia, dm, bodies);
}

}  // namespace drystone::nlgs

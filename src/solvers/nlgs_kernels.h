#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "laws/local_solve.h"
#include "solvers/nlgs_contacts.h"

namespace drystone::nlgs {

// Letters as in docs/theory.md section 5: r impulse, u velocity (b included), n normal, mu friction.

template <int D>
void add(const RoundContact<D>& c, const Vec<D>& dr, std::vector<SweepBody<D>>& bodies) {
    const int nobody = static_cast<int>(bodies.size()) - 1;
    const Spin<D> turning = moment(c.n, dr);
    if (c.body_a != nobody) give_to_a(c, dr, turning, bodies[c.body_a]);
    if (c.body_b != nobody) give_to_b(c, dr, turning, bodies[c.body_b]);
}

template <int D>
void visit(RoundContact<D>& c, std::vector<SweepBody<D>>& bodies) {
    const Vec<D> r = solve_round(c, velocity(c, bodies[c.body_a], bodies[c.body_b]));
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
void add(const FullContact<D>& c, const MobileBodies<D>& inertia, const Vec<D>& dr,
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
void visit(FullContact<D>& c, const MobileBodies<D>& inertia, std::vector<SweepBody<D>>& bodies) {
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
void add(const TurningContact<D>& c, const MobileBodies<D>& inertia, const Spin<D>& dm,
         std::vector<SweepBody<D>>& bodies) {
    const Spin<D> world = from_frame(c.frame, dm);
    if (c.body_a >= 0) bodies[c.body_a].w -= inertia[c.body_a].inverse_inertia * world;
    if (c.body_b >= 0) bodies[c.body_b].w += inertia[c.body_b].inverse_inertia * world;
}

template <int D>
void visit(TurningContact<D>& c, double s_n, const MobileBodies<D>& inertia,
           std::vector<SweepBody<D>>& bodies) {
    const Spin<D> q = spin(c, bodies) - c.W * c.m;
    const Spin<D> m = solve_turning(c.law, s_n, c.W, q, c.m);
    const Spin<D> dm = m - c.m;
    c.m = m;
    add(c, inertia, dm, bodies);
}

}  // namespace drystone::nlgs

#pragma once

#include <algorithm>

#include "solvers/nlgs_contacts.h"
#include "solvers/plain_group.h"
#include "solvers/round_group.h"

namespace drystone::nlgs {

// From the contacts of a problem to what the sweeps touch, and back.

inline InertiaRow inertia_row(const Mat<1>&) { return {}; }
inline InertiaRow inertia_row(const Mat<3>& I) {
    return {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
}

template <int D>
void put(double (*at)[8], int lane, const Vec<D>& x) {
    for (int k = 0; k < D; ++k) at[k][lane] = x[k];
}

template <int D>
Vec<D> get(const double (*at)[8], int lane) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = at[k][lane];
    return x;
}

template <int D>
RoundContact<D> pack_one_round(const ContactArms<D>& arms, const Vec<D>& b, double mu,
                               const std::vector<SweepBody<D>>& bodies) {
    const int nobody = static_cast<int>(bodies.size()) - 1;
    RoundContact<D> c;
    c.n = arms.frame[0];
    c.b = transpose_times(arms.frame, b);
    c.mu = mu;
    c.body_a = arms.body_a >= 0 ? arms.body_a : nobody;
    c.body_b = arms.body_b >= 0 ? arms.body_b : nobody;
    c.arm_a = arms.body_a >= 0 ? dot(c.n, arms.arm_a) : 0.0;
    c.arm_b = arms.body_b >= 0 ? -dot(c.n, arms.arm_b) : 0.0;
    weigh(bodies[c.body_a], bodies[c.body_b], c);
    return c;
}

/// contact: eight indices into the problem, -1 for an empty lane. Written where it belongs: a group put together elsewhere and then
/// copied is read before it is written back, which costs as much as packing it. Returns their part of |rho b|^2.
template <int D>
double pack_round(const RigidProblem<D>& problem, const int* contact, const std::vector<SweepBody<D>>& bodies, RoundGroup<D>& g) {
    std::fill_n(&g.r[0][0], D * 8, 0.0);
    double free = 0.0;
    for (int l = 0; l < 8; ++l) {
        const int i = contact[l];
        RoundContact<D> c;
        if (i >= 0) {
            const LocalLaw<D>& law = problem.law[i];
            c = pack_one_round(problem.W.contact[i], problem.b[i] + law.velocity_shift, law.mu, bodies);
            const double own = step_length(c);
            free += own * own * dot(problem.b[i], problem.b[i]);
        } else {
            c.body_a = c.body_b = static_cast<int>(bodies.size()) - 1;
        }
        put(g.n, l, c.n);
        put(g.b, l, c.b);
        g.arm_a[l] = c.arm_a, g.arm_b[l] = c.arm_b;
        g.mu[l] = c.mu;
        g.body_a[l] = c.body_a, g.body_b[l] = c.body_b;
    }
    return free;
}

/// The contact in lane l, which is not empty.
template <int D>
RoundContact<D> lane(const RoundGroup<D>& g, int l, const std::vector<SweepBody<D>>& bodies) {
    RoundContact<D> c{get<D>(g.n, l), get<D>(g.b, l), get<D>(g.r, l), g.arm_a[l], g.arm_b[l], 0.0, 0.0, g.mu[l], g.body_a[l], g.body_b[l]};
    weigh(bodies[c.body_a], bodies[c.body_b], c);
    return c;
}

template <int D>
void put_block(PlainGroup<D>& g, int l, const Mat<D>& W) {
    for (int i = 0; i < D; ++i) g.W[i][l] = W[i][i];
    int at = D;
    for (int i = 0; i < D; ++i) {
        for (int j = i + 1; j < D; ++j) g.W[at++][l] = W[i][j];
    }
}

template <int D>
void put_empty(PlainGroup<D>& g, int l, int nobody) {
    put(g.r, l, Vec<D>{});
    put(g.b, l, Vec<D>{});
    put_block(g, l, Mat<D>::scaled_identity(1.0));
    g.body_a[l] = g.body_b[l] = nobody;
}

/// contact: eight indices into the problem, -1 for an empty lane.
template <int D>
PlainGroup<D> pack_plain(const RigidProblem<D>& problem, const int* contact, int nobody) {
    PlainGroup<D> g{};
    for (int l = 0; l < 8; ++l) {
        const int i = contact[l];
        put_empty(g, l, nobody);
        if (i < 0) continue;
        const ContactArms<D>& arms = problem.W.contact[i];
        put(g.frame, l, arms.frame[0]);
        if constexpr (D == 3) put(g.frame + 3, l, arms.frame[1]);
        if (arms.body_a >= 0) put(g.arm_a, l, arms.arm_a);
        if (arms.body_b >= 0) put(g.arm_b, l, arms.arm_b);
        put_block(g, l, problem.W.diagonal(i));
        put(g.b, l, problem.b[i] + problem.law[i].velocity_shift);
        g.mu[l] = problem.law[i].mu;
        g.body_a[l] = arms.body_a >= 0 ? arms.body_a : nobody;
        g.body_b[l] = arms.body_b >= 0 ? arms.body_b : nobody;
    }
    return g;
}

/// The group with all lanes but l empty.
template <int D>
PlainGroup<D> only(PlainGroup<D> g, int l, int nobody) {
    for (int other = 0; other < 8; ++other) {
        if (other != l) put_empty(g, other, nobody);
    }
    return g;
}

template <int D>
FullContact<D> pack_full(const RigidProblem<D>& problem, int i) {
    const Mat<D> W = problem.W.diagonal(i);
    return {problem.W.contact[i], W, problem.b[i] + problem.law[i].velocity_shift, {}, problem.law[i],
            step_length(W)};
}

template <int D>
TurningContact<D> pack_one_turning(const RigidProblem<D>& problem, const Turning<D>& turning,
                                   ContactPlace impulse) {
    const int i = turning.contact;
    TurningContact<D> c;
    c.frame = problem.W.contact[i].frame;
    c.W = problem.W.spin_diagonal(i);
    c.b = turning.b;
    c.law = problem.law[i].turning;
    c.tension = problem.law[i].tension;
    c.rho = step_length(c.W);
    c.per_square =
        c.rho > 0.0 ? step_length(problem.W.diagonal(i)) / c.rho : 0.0;  // 0: nothing here can turn
    c.body_a = problem.W.contact[i].body_a;
    c.body_b = problem.W.contact[i].body_b;
    c.impulse = impulse;
    return c;
}

}  // namespace drystone::nlgs

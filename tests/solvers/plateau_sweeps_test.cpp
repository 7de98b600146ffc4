#include "solvers/plateau_sweeps.h"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/anderson.h"
#include "solvers/chains.h"
#include "solvers/nlgs.h"

namespace drystone::plateau_sweeps_test {
namespace {

/// A contact of balls of radius 10 mm, with friction, cohesion and rolling friction, that keeps turning.
void touch(RigidProblem<3>& p, int a, int b, const Vec<3>& n, const Vec<3>& free, const Vec<3>& spin) {
    constexpr double radius = 0.01, cohesion = 2.65e-4;
    const bool floor = a < 0;
    p.W.contact.push_back({a, b, true, contact_frame(n), floor ? Vec<3>{} : radius * n, -radius * n});
    p.turning.push_back({p.size(), spin});
    p.b.push_back(free);
    p.law.push_back({.mu = 0.4, .tension = cohesion, .cohesion = 0.4 * cohesion, .turning = {.rolling = floor ? 1e-3 : 5e-4}});
}

/// Pairs of balls on the floor, a third one held between the two of each. Their spins do not quite fit: with all four contacts of a
/// bridge stuck its impulses drift, and sweeps alone take thousands until one contact lets go. No two bridges drift
/// alike.
RigidProblem<3> bridges(int n) {
    RigidProblem<3> p;
    for (int i = 0; i < 3 * n; ++i) p.W.body.push_back(ball<3>(0.0109, 0.01));
    for (int k = 0; k < n; ++k) {
        const double rise = 0.20 + 0.01 * k, along = std::sqrt(1.0 - rise * rise), s = 1.0 + 0.1 * k;
        const Vec<3> up{{0.0, 0.0, 1.0}}, rising{{0.0, along, rise}}, falling{{0.0, along, -rise}};
        touch(p, -1, 3 * k, up, {{-4.905e-3, 0.0, 0.0}}, {{0.0602 * s, 0.0, 0.0}});
        touch(p, -1, 3 * k + 2, up, {{-4.905e-3, 0.0, 0.0}}, {{-0.0604 * s, 1.71e-4 * s, -1.9e-5 * s}});
        touch(p, 3 * k, 3 * k + 1, rising, s * Vec<3>{{3.34e-8, -7.1e-9, -6.33e-8}},
              {{-0.240 * s, -5.11e-4 * s, 5.1e-5 * s}});
        touch(p, 3 * k + 1, 3 * k + 2, falling, s * Vec<3>{{3.35e-8, -6.8e-9, 6.35e-8}},
              {{0.240 * s, -1.85e-4 * s, -2.2e-5 * s}});
    }
    return p;
}

SolveReport by(SolverMethod method, const RigidProblem<3>& p, int most) {
    NlgsScratch<3> scratch;
    AndersonScratch history;
    ThreadPool pool(1);
    std::vector<Vec<3>> r(p.b.size()), m(p.turning.size());
    const SolverSettings settings{.tolerance = 1e-8, .max_iterations = most};
    return method == SolverMethod::nlgs ? solve_nlgs<3>(p, {settings, 0, pool}, scratch, {r, m})
                                        : solve_anderson<3>(p, {settings, 0, pool}, scratch, history, {r, m});
}

TEST(PlateauSweeps, BridgesThatDriftLetGo) {
    for (const int n : {1, 8}) {
        for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson}) {
            const SolveReport report = by(method, bridges(n), 5000);
            EXPECT_TRUE(report.converged) << n << " bridges: residual " << report.residual;
        }
    }
}

// A sweep over the four contacts of the bridge is a small part of a sweep over all.
TEST(PlateauSweeps, WhatDriftsIsSolvedAloneAmongContactsThatRest) {
    const int alone = by(SolverMethod::nlgs, bridges(1), 5000).iterations;
    RigidProblem<3> p = bridges(1);
    for (int i = 3; i < 103; ++i) {
        p.W.body.push_back(ball<3>(0.0109, 0.01));
        touch(p, -1, i, {{0.0, 0.0, 1.0}}, {{-4.905e-3, 0.0, 0.0}}, {});
    }
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson}) {
        const SolveReport report = by(method, p, 5000);
        EXPECT_TRUE(report.converged) << report.residual;
        EXPECT_LT(report.iterations, alone / 2);
        EXPECT_GT(report.work[SolvedBy::few_contacts].iterations, 0);
        EXPECT_LT(report.work[SolvedBy::few_contacts].iterations, report.iterations);
    }
}

// The few see the others only through what these do to their free velocity, moments included.
TEST(PlateauSweeps, TheFewTakeTheRestAsItStands) {
    RigidProblem<3> p = bridges(8);
    for (int k = 0; k < 7; ++k) touch(p, 3 * k + 1, 3 * k + 4, {{1.0, 0.0, 0.0}}, {{-1e-4, 1e-5, 0.0}}, {});
    NlgsScratch<3> scratch;
    ThreadPool pool(1);
    BodySweep<3> sweep(p, SweepOrder::coloured, pool, scratch);
    Random random(1, 0);
    StrideScratch<3>::Snapshot before{std::vector<Vec<3>>(p.b.size()), std::vector<Vec<3>>(p.turning.size())};
    for (int k = 0; k < 50; ++k) sweep.sweep(random);
    sweep.store(before.r, before.m);
    StrideScratch<3>::Snapshot now = before, after = before;
    for (const int i : {2, 3, 35}) now.r[i][0] += 1e-5;  // as if these had moved, and no others
    now.m[3][1] += 1e-8;
    SolveReport report;
    ASSERT_TRUE(solve_few<3>(sweep, {before, now}, 1000, random, report));
    EXPECT_GT(report.iterations, 0);
    EXPECT_LE(report.iterations, 1000);
    sweep.store(after.r, after.m);
    typename BodyMap<3>::State V;
    p.W.reset(V);
    for (int i = 0; i < p.size(); ++i) p.W.add(V, i, after.r[i]), p.W.add_moment(V, i, after.m[i]);
    for (int i = 0; i < p.size(); ++i) {
        if (i != 2 && i != 3 && i != 35) {
            EXPECT_EQ(after.r[i], before.r[i]) << i;
            continue;
        }
        const Vec<3> e =
            natural_map(p.law[i], after.r[i], p.W.velocity(V, i) + p.b[i], step_length(p.W.diagonal(i)));
        EXPECT_LT(norm(e), 1e-2 * 1e-5) << i;
    }
}

}  // namespace
}  // namespace drystone::plateau_sweeps_test

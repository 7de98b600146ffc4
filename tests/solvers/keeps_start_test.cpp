#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/solve.h"

namespace drystone::keeps_start_test {
namespace {

using chains::g, chains::h;

/// A ball in a groove whose sides stand at beta from the vertical and rub more than tan beta: it locks, and the sides may press with any
/// force from m g / 2 (sin beta + mu cos beta) upwards (C17).
RigidProblem<2> ball_in_a_groove(double mu) {
    const double beta = 10.0 * std::numbers::pi / 180.0;
    RigidProblem<2> p;
    p.W.body.push_back(ball<2>(1.0));
    for (const double side : {-1.0, 1.0}) {
        const Vec<2> n{{-side * std::cos(beta), std::sin(beta)}};  // from the wall to the ball
        p.W.contact.push_back({-1, 0, true, contact_frame(n), Vec<2>{}, -0.1 * n});
        p.b.push_back(contact_frame(n) * Vec<2>{{0.0, -g * h}});
        p.law.push_back({.mu = mu});
    }
    return p;
}

std::vector<Vec<2>> start_of(double N) { return {Vec<2>{{N, 0.0}}, Vec<2>{{N, 0.0}}}; }

// The sides could press with any force: which one is found depends on the start, if that is kept.
TEST(KeepsStart, GaussSeidelStaysWhereItBegan) {
    const RigidProblem<2> problem = ball_in_a_groove(0.5);
    ThreadPool pool(1);
    for (const double N : {10.0, 1000.0}) {
        NlgsScratch<2> scratch;
        std::vector<Vec<2>> r = start_of(N * g * h);
        const SolveReport report =
            solve_nlgs<2>(problem, {{.tolerance = 1e-10, .keeps_start = true}, 0, pool}, scratch, {r});
        EXPECT_TRUE(report.converged);
        EXPECT_GT(r[0][0], 0.5 * N * g * h);
    }
}

// In a tall stack a start far too large is still worse than zero after ten sweeps, and would be dropped.
TEST(KeepsStart, GaussSeidelDoesNotFallBackToZero) {
    const RigidProblem<2> stack = stack_on_floor<2>(30);
    ThreadPool pool(1);
    const double large = 1e6 * g * h;
    for (const bool kept : {true, false}) {
        NlgsScratch<2> scratch;
        std::vector<Vec<2>> r(30, Vec<2>{{large, 0.0}});
        solve_nlgs<2>(stack, {{.max_iterations = 12, .keeps_start = kept}, 0, pool}, scratch, {r});
        EXPECT_EQ(r[0][0] > 0.1 * large, kept);
    }
}

TEST(KeepsStart, AlternatingDirectionsEndNearTheStart) {
    const RigidProblem<2> problem = ball_in_a_groove(0.5);
    for (const double N : {10.0, 1000.0}) {
        AdmmScratch<2> scratch;
        std::vector<Vec<2>> kept = start_of(N * g * h);
        ASSERT_TRUE(
            solve_admm<2>(problem, {.tolerance = 1e-10, .keeps_start = true}, scratch, kept).converged);
        EXPECT_NEAR(kept[0][0], N * g * h, 0.2 * N * g * h);
    }
}

// Unequal sides push the ball away: of impulses that are no equilibrium only the part that is one may stay.
TEST(KeepsStart, UnevenStartsAreMended) {
    const RigidProblem<2> problem = ball_in_a_groove(0.5);
    AdmmScratch<2> scratch;
    std::vector<Vec<2>> r{Vec<2>{{100.0 * g * h, 0.0}}, Vec<2>{{50.0 * g * h, 3.0 * g * h}}};
    ASSERT_TRUE(solve_admm<2>(problem, {.tolerance = 1e-10, .keeps_start = true}, scratch, r).converged);
    EXPECT_NEAR(r[0][0], r[1][0], 1e-6 * g * h);  // by symmetry: no other force acts along x
    EXPECT_GT(r[0][0], 45.0 * g * h);
    EXPECT_LT(r[0][0], 105.0 * g * h);
    EXPECT_LE(relative_residual<2>(problem, std::span<const Vec<2>>(r)), 1e-10);
}

}  // namespace
}  // namespace drystone::keeps_start_test

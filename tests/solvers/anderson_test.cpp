#include "solvers/anderson.h"

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/nlgs.h"

namespace drystone::anderson_test {
namespace {

template <int D>
SolveReport accelerated(const RigidProblem<D>& problem, const SolverSettings& settings,
                        std::vector<Vec<D>>& r, int threads = 1) {
    NlgsScratch<D> scratch;
    AndersonScratch history;
    ThreadPool pool(threads);
    return solve_anderson<D>(problem, {settings, 0, pool}, scratch, history, {r});
}

template <int D>
void agrees_with_gauss_seidel() {
    RigidProblem<D> problem = stack_on_floor<D>(30);
    for (int i = 0; i < 30; ++i) problem.b[i][1] = 0.02 * i;
    std::vector<Vec<D>> plain(30), fast(30);
    NlgsScratch<D> scratch;
    ThreadPool pool(1);
    const SolverSettings settings{.tolerance = 1e-10, .max_iterations = 20000};
    const SolveReport slow = solve_nlgs<D>(problem, {settings, 0, pool}, scratch, {plain});
    const SolveReport report = accelerated(problem, settings, fast);
    ASSERT_TRUE(slow.converged && report.converged);
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(fast)), 1e-14);
    for (int i = 0; i < 30; ++i) EXPECT_LT(norm(plain[i] - fast[i]), 1e-6 * norm(plain[0]));
}
TEST(Anderson, AgreesWithGaussSeidelInThePlane) { agrees_with_gauss_seidel<2>(); }
TEST(Anderson, AgreesWithGaussSeidelInSpace) { agrees_with_gauss_seidel<3>(); }

// Plain sweeps take 0.93 n^2 a digit (5.8), strides aside.
TEST(Anderson, AStackOfFiftyTakesAFractionOfThePlainSweeps) {
    const RigidProblem<2> problem = stack_on_floor<2>(50);
    std::vector<Vec<2>> r(50);
    const SolveReport report = accelerated(problem, {.tolerance = 1e-6, .max_iterations = 20000}, r);
    ASSERT_TRUE(report.converged);
    EXPECT_LT(report.iterations, 0.93 * 50 * 50 * 6 / 10);
}

TEST(Anderson, WhatItReturnsObeysTheConeAtEveryContact) {
    RigidProblem<3> problem = stack_on_floor<3>(20);
    for (int i = 0; i < 20; ++i) problem.b[i][1] = 0.1 * (i % 3), problem.b[i][2] = -0.05 * (i % 4);
    for (const int most : {7, 30, 101}) {
        std::vector<Vec<3>> r(20);
        accelerated(problem, {.tolerance = 1e-14, .max_iterations = most}, r);
        for (int i = 0; i < 20; ++i) {
            EXPECT_GE(r[i][0], 0.0);
            EXPECT_LE(tangential_norm(r[i]), problem.law[i].mu * r[i][0] * (1.0 + 1e-12));
        }
    }
}

TEST(Anderson, NothingToDoAndNothingToMove) {
    std::vector<Vec<3>> none;
    EXPECT_TRUE(accelerated(RigidProblem<3>{}, {}, none).converged);
    RigidProblem<3> still = stack_on_floor<3>(3);
    for (Vec<3>& b : still.b) b = {};
    std::vector<Vec<3>> r(3);
    const SolveReport report = accelerated(still, {}, r);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.iterations, 0);
}

}  // namespace
}  // namespace drystone::anderson_test

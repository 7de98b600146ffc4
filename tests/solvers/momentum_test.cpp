// Sweeps with momentum, docs/theory.md (5.23): far in few sweeps, never worse than where they began, the same bits on any number of threads.

#include "solvers/momentum.h"

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/random_problems.h"

namespace drystone::momentum_test {
namespace {

/// Momentum alone, from r.
template <int D>
SolveReport with_momentum(const RigidProblem<D>& problem, const SolverSettings& settings, std::vector<Vec<D>>& r, int threads = 1) {
    NlgsScratch<D> scratch;
    AndersonScratch history;
    ThreadPool pool(threads);
    BodySweep<D> sweep(problem, SweepOrder::coloured, pool, scratch);
    SweepState<D> state(sweep, pool);
    const Workbench::Use use(scratch.bench);
    AndersonLists lists(use, state.size(), state.sampled());
    state.for_sampled([&](std::size_t kind, std::size_t group, const double*, std::size_t count, std::size_t at) {
        for (std::size_t i = 0; i < count; ++i) lists.weight[at + i] = sweep.state_weight(static_cast<int>(kind), group, i);
    });
    sweep.load(r, {});
    SolveReport report;
    report.residual = sweep.residual().relative();
    Random random(1);
    Momentum<D> momentum(sweep, state, lists, history.lengths);
    momentum.go(settings, random, report, r, {});
    sweep.store(r, {});
    return report;
}

/// A stack that also leans: friction works.
template <int D>
RigidProblem<D> leaning_stack(int balls) {
    RigidProblem<D> problem = stack_on_floor<D>(balls);
    for (int i = 0; i < balls; ++i) problem.b[i][1] = 1e-3 * (i % 5);
    return problem;
}

// Plain sweeps take 0.93 n^2 a digit, (5.8); with momentum their number grows with n.
template <int D>
void takes_a_tenth_of_the_sweeps() {
    constexpr int n = 100, digits = 8;
    const RigidProblem<D> problem = leaning_stack<D>(n);
    std::vector<Vec<D>> r(n);
    const SolveReport report = with_momentum(problem, {.tolerance = 1e-8, .max_iterations = 100000}, r);
    EXPECT_LE(report.residual, 1e-8);
    EXPECT_LT(report.iterations, 0.93 * n * n * digits / 10);
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-13);
}
TEST(Momentum, AStackTakesATenthOfThePlainSweepsInThePlane) { takes_a_tenth_of_the_sweeps<2>(); }
TEST(Momentum, AStackTakesATenthOfThePlainSweepsInSpace) { takes_a_tenth_of_the_sweeps<3>(); }

TEST(Momentum, WhatIsLeftIsTheEndOfASweepAndNotWorseThanTheBeginning) {
    const RigidProblem<3> problem = leaning_stack<3>(60);
    for (const int most : {1, 4, 16, 47, 200}) {
        std::vector<Vec<3>> r(60);
        const SolveReport report = with_momentum(problem, {.tolerance = 1e-14, .max_iterations = most}, r);
        EXPECT_EQ(report.iterations, most);
        EXPECT_LE(report.residual, 1.0);
        EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-13);
        for (int i = 0; i < 60; ++i) EXPECT_LE(tangential_norm(r[i]), problem.law[i].mu * r[i][0] * (1.0 + 1e-12));
    }
}

// At high friction a push may lead astray for as long as one looks: what it began with is left then, in the sweep, to all digits.
TEST(Momentum, WhereItOnlyLeadsAstrayItsBeginningIsLeft) {
    int kept = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        const RigidProblem<3> problem = random_problem<3>(random, {.bodies = 30, .contacts = 80, .mu = 1.2});
        std::vector<Vec<3>> r(80);
        with_momentum(problem, {.tolerance = 1e-14, .max_iterations = 300}, r);
        const std::vector<Vec<3>> first = r;
        const double before = relative_residual<3>(problem, std::span<const Vec<3>>(first));
        const SolveReport report = with_momentum(problem, {.tolerance = 1e-14, .max_iterations = 15}, r);
        EXPECT_LE(report.residual, before * (1.0 + 1e-9)) << seed;
        EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-13) << seed;
        kept += r == first;
    }
    EXPECT_GT(kept, 0);  // or this tests nothing
}

// Pushes that have gone too far swing to and fro about the solution; begun anew, they do not.
TEST(Momentum, BegunAnewItDoesNotSwing) {
    const RigidProblem<2> problem = leaning_stack<2>(20);
    std::vector<Vec<2>> r(20);
    const SolveReport report = with_momentum(problem, {.tolerance = 1e-12, .max_iterations = 100000}, r);
    EXPECT_LE(report.residual, 1e-12);
    EXPECT_LT(report.iterations, 1000);  // 495; 3690 if it never begins anew
}

TEST(Momentum, TheSameBitsOnAnyNumberOfThreads) {
    const RigidProblem<2> problem = leaning_stack<2>(20000);
    std::vector<Vec<2>> one(20000), more(20000);
    with_momentum(problem, {.tolerance = 1e-14, .max_iterations = 60}, one);
    for (const int threads : {2, 3}) {
        std::fill(more.begin(), more.end(), Vec<2>{});
        with_momentum(problem, {.tolerance = 1e-14, .max_iterations = 60}, more, threads);
        EXPECT_TRUE(one == more) << threads;
    }
}

}  // namespace
}  // namespace drystone::momentum_test

// Sweeps with the lift of the law held, docs/theory.md (5.29): piles of balls that stand, and that just do not.

#include "solvers/held_sweeps.h"

#include <gtest/gtest.h>

#include "solvers/anderson.h"
#include "solvers/pyramid.h"

namespace drystone::held_sweeps_test {
namespace {

template <int D>
SolveReport solve(const RigidProblem<D>& problem, SolverSettings settings, std::vector<Vec<D>>& r, int threads = 1) {
    ThreadPool pool(threads);
    NlgsScratch<D> scratch;
    AndersonScratch history;
    return solve_anderson<D>(problem, {settings, 0, pool}, scratch, history, {r});
}

// Closely from nothing: bodies at rest have no lift.
template <int D>
void a_pile_that_stands_is_found_at_rest() {
    const RigidProblem<D> problem = pyramid<D>(12, 0.6);
    std::vector<Vec<D>> r(problem.b.size());
    const SolveReport report = solve<D>(problem, {.tolerance = 1e-9, .max_iterations = 20000}, r);
    EXPECT_TRUE(report.converged) << report.residual;
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-13);
    EXPECT_LT(fastest<D>(problem, r), 1e-6 * fall);
    EXPECT_LT(report.iterations, 2000);
}
TEST(HeldSweeps, APileThatStandsIsFoundAtRestInThePlane) { a_pile_that_stands_is_found_at_rest<2>(); }
TEST(HeldSweeps, APileThatStandsIsFoundAtRestInSpace) { a_pile_that_stands_is_found_at_rest<3>(); }

/// held.go() alone, from nothing but ten sweeps.
template <int D>
SolveReport go(const RigidProblem<D>& problem, SolverSettings settings, std::vector<Vec<D>>& r) {
    ThreadPool pool(1);
    NlgsScratch<D> scratch;
    AndersonScratch history;
    BodySweep<D> sweep(problem, SweepOrder::coloured, pool, scratch);
    EXPECT_TRUE(sweep.can_hold_lift());
    SweepState<D> state(sweep, pool);
    const Workbench::Use use(scratch.bench);
    AndersonLists lists(use, state.size(), state.sampled());
    std::fill(lists.weight.begin(), lists.weight.end(), 1.0);
    Momentum<D> momentum(sweep, state, lists, history.lengths);
    HeldSweeps<D> held(sweep, state, momentum, lists);
    Random random(1);
    SolveReport report{.iterations = 10};
    for (int k = 0; k < 10; ++k) sweep.sweep(random);
    report.residual = sweep.residual().relative();
    const double before = report.residual;
    const bool halved = held.go(settings, random, report);
    EXPECT_EQ(halved, report.residual <= std::max(settings.tolerance, 0.5 * before));
    EXPECT_LE(report.residual, before);
    sweep.store(r, {});
    return report;
}

// It slides, so that the lift is not zero and has to be found.
template <int D>
void a_pile_that_slides_is_solved_by_its_own_lift() {
    const RigidProblem<D> problem = pyramid<D>(6, 0.15);
    std::vector<Vec<D>> r(problem.b.size()), plain(problem.b.size());
    const SolveReport report = go<D>(problem, {.tolerance = 1e-8, .max_iterations = 20000}, r);
    EXPECT_LE(report.residual, 1e-8);
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-13);
    EXPECT_GT(fastest<D>(problem, r), 1e-2 * fall);
    EXPECT_TRUE(solve<D>(problem, {.tolerance = 1e-8, .max_iterations = 20000}, plain).converged);
    EXPECT_NEAR(fastest<D>(problem, r), fastest<D>(problem, plain), 1e-4 * fall);
}
TEST(HeldSweeps, APileThatSlidesIsSolvedByItsOwnLiftInThePlane) { a_pile_that_slides_is_solved_by_its_own_lift<2>(); }
TEST(HeldSweeps, APileThatSlidesIsSolvedByItsOwnLiftInSpace) { a_pile_that_slides_is_solved_by_its_own_lift<3>(); }

// Whatever stops it, what is left is certified, and the best that was seen.
TEST(HeldSweeps, WhatIsLeftIsTheEndOfASweep) {
    const RigidProblem<3> problem = pyramid<3>(8, 0.26);
    double last = 1.0;
    for (const int most : {20, 100, 400, 1600}) {
        std::vector<Vec<3>> r(problem.b.size());
        const SolveReport report = go<3>(problem, {.tolerance = 1e-15, .max_iterations = most}, r);
        EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-13) << most;
        EXPECT_LE(report.residual, last) << most;
        last = report.residual;
        for (int i = 0; i < problem.size(); ++i) EXPECT_LE(tangential_norm(r[i]), problem.law[i].mu * r[i][0] * (1.0 + 1e-12));
    }
}

/// A turn alone, from nothing.
template <int D>
SolveReport take_turn(const RigidProblem<D>& problem, SolverSettings settings, std::vector<Vec<D>>& r, int threads = 1) {
    ThreadPool pool(threads);
    NlgsScratch<D> scratch;
    AndersonScratch history;
    return solve_held<D>(problem, {settings, 0, pool}, scratch, history, {r});
}

template <int D>
void a_turn_solves_a_pile_that_slides() {
    const RigidProblem<D> problem = pyramid<D>(6, 0.15);
    std::vector<Vec<D>> r(problem.b.size()), plain(problem.b.size());
    const SolveReport report = take_turn<D>(problem, {.tolerance = 1e-8, .max_iterations = 20000}, r);
    EXPECT_TRUE(report.converged) << report.residual;
    EXPECT_LT(report.iterations, 5000);
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-13);
    EXPECT_TRUE(solve<D>(problem, {.tolerance = 1e-8, .max_iterations = 20000}, plain).converged);
    EXPECT_NEAR(fastest<D>(problem, r), fastest<D>(problem, plain), 1e-4 * fall);
}
TEST(HeldSweeps, ATurnSolvesAPileThatSlidesInThePlane) { a_turn_solves_a_pile_that_slides<2>(); }
TEST(HeldSweeps, ATurnSolvesAPileThatSlidesInSpace) { a_turn_solves_a_pile_that_slides<3>(); }

// Better or worse than what it began from, it is told, and lawful.
TEST(HeldSweeps, ATurnThatDoesNotArriveSaysWhereItStands) {
    const RigidProblem<3> problem = pyramid<3>(8, 0.26);
    std::vector<Vec<3>> r(problem.b.size());
    for (const int most : {20, 100, 400}) {
        const SolveReport report = take_turn<3>(problem, {.tolerance = 1e-15, .max_iterations = most}, r);
        EXPECT_FALSE(report.converged);
        EXPECT_EQ(report.iterations, most);
        EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-13) << most;
        for (int i = 0; i < problem.size(); ++i) EXPECT_LE(tangential_norm(r[i]), problem.law[i].mu * r[i][0] * (1.0 + 1e-12));
    }
}

TEST(HeldSweeps, ATurnHasTheSameBitsOnAnyNumberOfThreads) {
    const RigidProblem<2> problem = pyramid<2>(150, 0.3);
    std::vector<Vec<2>> one(problem.b.size()), more;
    take_turn<2>(problem, {.tolerance = 1e-12, .max_iterations = 90}, one);
    for (const int threads : {2, 3}) {
        more.assign(one.size(), {});
        take_turn<2>(problem, {.tolerance = 1e-12, .max_iterations = 90}, more, threads);
        EXPECT_TRUE(one == more) << threads;
    }
}

TEST(HeldSweeps, OnlyDryBallsHaveThem) {
    const auto can = [](const RigidProblem<2>& problem) {
        ThreadPool pool(1);
        NlgsScratch<2> scratch;
        return BodySweep<2>(problem, SweepOrder::coloured, pool, scratch).can_hold_lift();
    };
    RigidProblem<2> problem = pyramid<2>(3, 0.3);
    EXPECT_TRUE(can(problem));
    problem.W.contact.whole()[1].round = false;
    EXPECT_FALSE(can(problem));
    problem = pyramid<2>(3, 0.3);
    problem.law.change(0, [](LocalLaw<2>& law) { law.tension = 1.0; });
    EXPECT_FALSE(can(problem));
    problem = pyramid<2>(3, 0.3);
    problem.law.change(0, [](LocalLaw<2>& law) { law.turning.rolling = 0.1; });
    problem.turning.push_back({.contact = 0});
    EXPECT_FALSE(can(problem));
}

TEST(HeldSweeps, TheSameBitsOnAnyNumberOfThreads) {
    const RigidProblem<2> problem = pyramid<2>(150, 0.3);
    std::vector<Vec<2>> one(problem.b.size()), more;
    solve<2>(problem, {.tolerance = 1e-12, .max_iterations = 90}, one);
    for (const int threads : {2, 3}) {
        more.assign(one.size(), {});
        solve<2>(problem, {.tolerance = 1e-12, .max_iterations = 90}, more, threads);
        EXPECT_TRUE(one == more) << threads;
    }
}

}  // namespace
}  // namespace drystone::held_sweeps_test

#include "problems/blocks.h"

#include <gtest/gtest.h>

#include "problems/attempt.h"
#include "problems/samples.h"
#include "solvers/chains.h"
#include "solvers/solve.h"

namespace drystone::blocks_test {
namespace {

using chains::g, chains::h;

TEST(ProblemBlocks, EveryNumberOfWFindsItsPlace) {
    const LocalForm local = sample_local();
    const BlockProblem<3> problem = to_blocks<3>(local);
    const Dense W = dense(local.W);
    for (int j = 0; j < 9; ++j) {
        std::vector<Vec<3>> r(3);
        r[j / 3][j % 3] = 1.0;
        for (int i = 0; i < 9; ++i) EXPECT_EQ(problem.W.velocity(r, i / 3)[i % 3], W[i][j]) << i << ' ' << j;
    }
    EXPECT_EQ(problem.b[2][1], local.q[7]);
    EXPECT_EQ(problem.law[2].mu, 1.5);
    EXPECT_TRUE(problem.law[2].is_dry());
}

TEST(ProblemBlocks, ThereAndBackIsTheSameProblem) {
    const BlockProblem<3> stack = assemble_blocks(stack_on_floor<3>(5));
    EXPECT_EQ(to_blocks<3>(from_blocks(stack)), stack);
    const BlockProblem<2> plane = assemble_blocks(stack_on_floor<2>(5));
    EXPECT_EQ(to_blocks<2>(from_blocks(plane)), plane);
}

TEST(ProblemBlocks, AContactThatNothingMovesHasABlockOfZeros) {
    LocalForm local = sample_local();
    local.W = from_entries(9, 9, {{0, 0, 1.0}, {1, 1, 1.0}, {2, 2, 1.0}});
    const BlockProblem<3> problem = to_blocks<3>(local);
    EXPECT_EQ(problem.W.diagonal(1), Mat<3>{});
    EXPECT_EQ(problem.W.column, (std::vector<int>{0, 1, 2}));
}

TEST(ProblemBlocks, ShiftsOfTheLawsGoIntoQ) {
    RigidProblem<3> bouncing = stack_on_floor<3>(2);
    bouncing.law.change(1, [](LocalLaw<3>& law) { law.velocity_shift[0] = 0.25; });
    EXPECT_EQ(from_blocks(assemble_blocks(bouncing)).q[3], bouncing.b[1][0] + 0.25);
    EXPECT_EQ(cannot_be_said(bouncing), std::nullopt);
}

TEST(ProblemBlocks, WhatFclibCannotSayIsSaid) {
    RigidProblem<3> sticky = stack_on_floor<3>(3);
    sticky.law.change(1, [](LocalLaw<3>& law) { law.tension = 0.1, law.cohesion = 0.05; });
    EXPECT_NE(cannot_be_said(sticky)->find("1 of its 3 contacts hold by cohesion"), std::string::npos);

    RigidProblem<3> rolling = stack_on_floor<3>(3);
    rolling.law.change(0, [](LocalLaw<3>& law) { law.turning.rolling = 0.1; });
    rolling.turning.push_back({0, {}});
    EXPECT_NE(cannot_be_said(rolling)->find("1 carry moments"), std::string::npos);
}

TEST(ProblemBlocks, TheMeritIsTheNaturalMapInTheUnitsOfTheFile) {
    // One contact, W = 2, q = (-3, 0, 0), r = (1, 0, 0): u = -1, r - P(r - u) = 1 - 2.
    const LocalForm one{.dimension = 3,
                        .W = from_entries(3, 3, {{0, 0, 2.0}, {1, 1, 2.0}, {2, 2, 2.0}}),
                        .q = {-3.0, 0.0, 0.0},
                        .mu = {0.5},
                        .bilateral = {}};
    const std::vector<Vec<3>> r{{{1.0, 0.0, 0.0}}};
    EXPECT_DOUBLE_EQ(fclib_merit<3>(to_blocks<3>(one), r), 1.0 / (1.0 + std::sqrt(3.0)));
}

TEST(Attempt, TheResidualIsComputedFromTheImpulsesAndDecides) {
    const BlockProblem<3> stack = assemble_blocks(stack_on_floor<3>(8));
    SolverSettings settings{.method = SolverMethod::nlgs, .tolerance = 1e-10};
    const Attempt<3> solved = attempt<3>(stack, settings, 3);
    EXPECT_TRUE(solved.report.converged);
    EXPECT_EQ(solved.report.residual, relative_residual<3>(stack, std::span<const Vec<3>>(solved.r)));
    EXPECT_NEAR(solved.r[0][0], 8 * g * h, 1e-8);  // the floor carries all eight

    settings.max_iterations = 2;
    const Attempt<3> unsolved = attempt<3>(stack, settings);
    EXPECT_FALSE(unsolved.report.converged);
    EXPECT_GT(disagreement<3>(stack, solved.r, unsolved.r), 1e-3);
    EXPECT_EQ(disagreement<3>(stack, solved.r, solved.r), 0.0);
    EXPECT_TRUE(attempt<3>(stack, settings, 1, solved.r).report.converged);
}

/// A body of mass 1 between two walls that close on it at 1 m/s each: r_1 - r_2 >= 1 and r_2 - r_1 >= 1.
TEST(Attempt, ImpulsesThatGrowWithoutEndAreNoSolution) {
    LocalForm wedge{.dimension = 3, .W = {}, .q = {-1, 0, 0, -1, 0, 0}, .mu = {0.3, 0.3}, .bilateral = {}};
    Dense W = zeros(6, 6);
    for (int i = 0; i < 6; ++i) {
        W[i][i] = 1.0;
        W[i][(i + 3) % 6] = -1.0;
    }
    wedge.W = sparse(W, 6);
    const BlockProblem<3> problem = to_blocks<3>(wedge);
    for (const int iterations : {10, 300, 3000}) {
        const Attempt<3> tried = attempt<3>(
            problem, {.method = SolverMethod::nlgs, .tolerance = 1e-8, .max_iterations = iterations});
        EXPECT_FALSE(tried.report.converged) << tried.report.residual << ' ' << tried.r[0][0];
    }
}

TEST(Attempt, NoContactsAreSolvedAtOnce) {
    const LocalForm nothing{.dimension = 3, .W = from_entries(0, 0, {}), .q = {}, .mu = {}, .bilateral = {}};
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs})
        EXPECT_TRUE(attempt<3>(to_blocks<3>(nothing), {.method = method}).report.converged);
}

}  // namespace
}  // namespace drystone::blocks_test

#include "solvers/body_islands.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/solve.h"

namespace drystone::body_islands_test {
namespace {

using chains::g, chains::h;

/// Stacks of the given heights, their bodies and contacts taking turns.
template <int D>
RigidProblem<D> stacks(const std::vector<int>& heights, bool turning = false) {
    RigidProblem<D> whole;
    std::vector<int> below(heights.size(), -1);
    for (int level = 0; level < *std::max_element(heights.begin(), heights.end()); ++level) {
        for (std::size_t k = 0; k < heights.size(); ++k) {
            if (level >= heights[k]) continue;
            const int body = static_cast<int>(whole.W.body.size());
            whole.W.body.push_back(ball<D>(1.0 + 0.5 * static_cast<double>(k)));
            whole.W.contact.push_back(touching_above<D>(below[k], body));
            below[k] = body;
            Vec<D> b{};
            if (level == 0) b[0] = -g * h;
            b[1] = 0.001 * level;
            if (turning && level % 2 == 0) whole.turning.push_back({static_cast<int>(whole.b.size()), {}});
            whole.b.push_back(b);
            LocalLaw<D> law{.mu = 0.5};
            if (turning && level % 2 == 0) law.turning.rolling = 0.01;
            whole.law.push_back(law);
        }
    }
    return whole;
}

template <int D>
SolveReport solve_with(SolverMethod method, const RigidProblem<D>& problem, std::vector<Vec<D>>& r,
                       double tolerance = 1e-9) {
    SolverScratch<D> scratch;
    ThreadPool pool(1);
    std::vector<Spin<D>> m(problem.turning.size());
    r.assign(problem.b.size(), {});
    SolverSettings settings{.method = method, .tolerance = tolerance, .max_iterations = 100000};
    const SolveReport report = solve_contacts<D>(problem, {settings, 0, pool}, scratch, {r, m});
    EXPECT_NEAR(report.residual,
                relative_residual<D>(problem, std::span<const Vec<D>>(r), std::span<const Spin<D>>(m)),
                1e-14);
    return report;
}

TEST(BodyIslands, LargeOnesAreLotsOfTheirOwnAndSmallOnesOneTogether) {
    const RigidProblem<2> problem = stacks<2>({200, 3, 150, 1});
    IslandScratch<2> s;
    ThreadPool pool(3);
    Workbench bench;
    const Workbench::Use use(bench);
    const BodyIslands found = find_islands(problem, pool, use);
    EXPECT_EQ(found.largest, 200);
    divide_into_lots(found, pool, s);
    ASSERT_EQ(s.lots(), 3);
    std::vector<int> sizes;
    for (int lot = 0; lot < 3; ++lot) sizes.push_back(s.start[lot + 1] - s.start[lot]);
    EXPECT_EQ(sizes, (std::vector<int>{200, 4, 150}));
    std::vector<int> all = s.contact;
    std::sort(all.begin(), all.end());
    for (int i = 0; i < problem.size(); ++i) ASSERT_EQ(all[i], i);
}

TEST(BodyIslands, LotsAreTheSameForAnyNumberOfThreads) {
    const RigidProblem<2> problem = stacks<2>({9000, 3, 300, 7000, 1, 12000, 2});
    IslandScratch<2> alone;
    ThreadPool one(1);
    Workbench bench;
    sort_into_lots(problem, one, bench, alone);
    EXPECT_EQ(alone.start, (std::vector<int>{0, 9000, 9006, 9306, 16306, 28306}));
    for (const int threads : {2, 4, 8}) {
        ThreadPool pool(threads);
        for (int repeat = 0; repeat < 5; ++repeat) {
            IslandScratch<2> s;
            sort_into_lots(problem, pool, bench, s);
            EXPECT_EQ(s.start, alone.start);
            EXPECT_EQ(s.contact, alone.contact);
        }
    }
}

TEST(BodyIslands, ALotIsTheProblemOfItsStackAlone) {
    const RigidProblem<3> both = stacks<3>({140, 130}), alone = stacks<3>({140});
    IslandScratch<3> s;
    ThreadPool pool(3);
    Workbench bench;
    sort_into_lots(both, pool, bench, s);
    const std::vector<Vec<3>> r(both.b.size());
    gather_lot<3>(both, 0, r, {}, s);
    EXPECT_EQ(s.part, alone);
}

TEST(BodyIslands, WhereOneHasNearlyAllContactsNobodyListsTheLots) {
    const RigidProblem<2> problem = stacks<2>({200, 3});
    SolverScratch<2> scratch;
    ThreadPool pool(1);
    std::vector<Vec<2>> r(problem.b.size());
    solve_contacts<2>(problem, {{.tolerance = 1e-3}, 0, pool}, scratch, {r, {}});
    EXPECT_GE(scratch.nlgs.bench.bytes(), r.size() * sizeof(int));
    EXPECT_EQ(scratch.islands.contact.capacity(), 0u);
    EXPECT_EQ(scratch.islands.body.capacity(), 0u);
}

// A residual of 1e-9 leaves an error of about n^2 times that in a stack of n.
TEST(BodyIslands, ApartOrTogetherTheAnswerIsTheSame) {
    const RigidProblem<2> problem = stacks<2>({160, 140, 2, 5});
    std::vector<Vec<2>> apart, together;
    EXPECT_TRUE(solve_with(SolverMethod::automatic, problem, apart).converged);
    EXPECT_TRUE(solve_with(SolverMethod::nlgs, problem, together).converged);
    for (int i = 0; i < problem.size(); ++i)
        EXPECT_NEAR(norm(apart[i] - together[i]), 0.0, 1e-4 * norm(together[0]));
}

TEST(BodyIslands, AnIslandThatHasConvergedCostsNoMore) {
    const RigidProblem<2> quick = stacks<2>({130}), both = stacks<2>({130, 260});
    std::vector<Vec<2>> r;
    const SolveReport slow = solve_with(SolverMethod::anderson, stacks<2>({260}), r, 1e-6);
    const SolveReport fast = solve_with(SolverMethod::anderson, quick, r, 1e-6);
    const SolveReport report = solve_with(SolverMethod::anderson, both, r, 1e-6);
    ASSERT_TRUE(slow.converged && fast.converged && report.converged);
    EXPECT_LT(fast.iterations, slow.iterations);
    EXPECT_LT(report.contact_updates, static_cast<long>(report.iterations) * both.size());
}

TEST(BodyIslands, MomentsGoWithTheirContacts) {
    const RigidProblem<3> problem = stacks<3>({150, 140, 3}, true);
    std::vector<Vec<3>> apart, together;
    EXPECT_TRUE(solve_with(SolverMethod::automatic, problem, apart, 1e-7).converged);
    EXPECT_TRUE(solve_with(SolverMethod::nlgs, problem, together, 1e-7).converged);
    for (int i = 0; i < problem.size(); ++i)
        EXPECT_NEAR(norm(apart[i] - together[i]), 0.0, 5e-3 * norm(together[0]));
}

}  // namespace
}  // namespace drystone::body_islands_test

#include "solvers/fallbacks.h"
#include "solvers/nlgs.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/solve.h"

namespace drystone::nlgs_test {
namespace {

using chains::g, chains::h;

template <int D>
SolveReport solve(const RigidProblem<D>& problem, const SolverSettings& settings, std::vector<Vec<D>>& r,
                  int threads = 1) {
    ThreadPool pool(threads);
    NlgsScratch<D> scratch;
    r.resize(problem.b.size());
    return solve_nlgs<D>(problem, {settings, 0, pool}, scratch, {r});
}

template <int D>
std::vector<Vec<D>> after_sweeps(const RigidProblem<D>& problem, SweepOrder order, int sweeps,
                                 std::uint64_t seed = 1) {
    std::vector<Vec<D>> r;
    solve<D>(problem, {.order = order, .fixed_iterations = sweeps, .seed = seed}, r);
    return r;
}

/// The same stack with its contacts listed from the top down.
template <int D>
RigidProblem<D> upside_down(RigidProblem<D> p) {
    std::reverse(p.W.contact.whole().begin(), p.W.contact.whole().end());
    std::reverse(p.b.begin(), p.b.end());
    return p;
}

double worst_error(const std::vector<Vec<2>>& r, double mass) {
    const int n = static_cast<int>(r.size());
    double worst = 0.0;
    for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(r[i][0] - (n - i) * mass * g * h));
    return worst;
}

// D02: one upward sweep from zero leaves mg (1, 1/2, 1/4, ...), one downward sweep only the floor's mg.
TEST(Nlgs, OneSweepUpAStackHalvesFromContactToContact) {
    const RigidProblem<3> up = stack_on_floor<3>(8, 2.0);
    const auto r = after_sweeps(up, SweepOrder::sequential, 1);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(r[i][0], 2.0 * g * h / std::pow(2.0, i), 1e-12 * 2.0 * g * h);

    const auto down = after_sweeps(upside_down(up), SweepOrder::sequential, 1);
    for (int i = 0; i < 7; ++i) EXPECT_EQ(down[i][0], 0.0);
    EXPECT_NEAR(down[7][0], 2.0 * g * h, 1e-15);
}

/// Ratio of successive errors once the slowest mode is left.
template <int D>
double asymptotic_rate(const RigidProblem<D>& problem, int sweeps) {
    const auto exact = after_sweeps(problem, SweepOrder::sequential, 60 * sweeps);
    const auto before = after_sweeps(problem, SweepOrder::sequential, sweeps);
    const auto after = after_sweeps(problem, SweepOrder::sequential, sweeps + 1);
    double e0 = 0.0, e1 = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        e0 += std::pow(before[i][0] - exact[i][0], 2);
        e1 += std::pow(after[i][0] - exact[i][0], 2);
    }
    return std::sqrt(e1 / e0);
}

// D03: free chain cos^2(pi/(n+1)), stack on the floor cos^2(pi/2n).
TEST(Nlgs, ErrorsDecayAtTheExactRateOfAChain) {
    const auto cos2 = [](double x) { return std::cos(x) * std::cos(x); };
    for (const auto& [n, sweeps] : {std::pair{5, 40}, {10, 120}, {50, 2000}}) {
        SCOPED_TRACE(n);
        EXPECT_NEAR(asymptotic_rate(free_chain<2>(n), sweeps), cos2(std::numbers::pi / (n + 1)), 1e-4);
        EXPECT_NEAR(asymptotic_rate(stack_on_floor<2>(n), sweeps), cos2(std::numbers::pi / (2 * n)), 1e-4);
    }
}

/// Sweeps from zero until the worst contact is within 1e-6 n m g h of the exact load.
int sweeps_needed(int n, SweepOrder order, std::uint64_t seed) {
    const RigidProblem<2> problem = stack_on_floor<2>(n);
    ThreadPool pool(1);
    NlgsScratch<2> scratch;
    BodySweep<2> sweep(problem, order, pool, scratch);
    sweep.load_zero();
    Random random(seed);
    std::vector<Vec<2>> r(n);
    for (int k = 1;; ++k) {
        sweep.sweep(random);
        sweep.store(r, {});
        if (worst_error(r, 1.0) < 1e-6 * n * g * h) return k;
    }
}

// D06: the exact integers of a fixed order, and the mean of random sweeps.
TEST(Nlgs, SweepsGrowWithTheSquareOfTheStack) {
    EXPECT_EQ(sweeps_needed(5, SweepOrder::sequential, 0), 136);
    EXPECT_EQ(sweeps_needed(10, SweepOrder::sequential, 0), 550);
    EXPECT_EQ(sweeps_needed(20, SweepOrder::sequential, 0), 2204);
    EXPECT_EQ(sweeps_needed(40, SweepOrder::sequential, 0), 8821);
    EXPECT_NEAR(std::log2(8821.0 / 2204.0), 2.0, 0.03);
    for (const auto& [n, sweeps] : {std::pair{5, 172.0}, {10, 693.0}, {20, 2788.0}}) {
        double mean = 0.0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed)
            mean += sweeps_needed(n, SweepOrder::random, seed) / 20.0;
        EXPECT_NEAR(mean, sweeps, 0.04 * sweeps) << n;
    }
}

TEST(Nlgs, ARandomSweepVisitsEachContactExactlyOnceInAFreshOrder) {
    const RigidProblem<3> problem = stack_on_floor<3>(100);
    ThreadPool pool(1);
    NlgsScratch<3> scratch;
    BodySweep<3> sweep(problem, SweepOrder::random, pool, scratch);
    Random random(5);
    std::vector<int> everyone(100), last = scratch.visit;
    std::iota(everyone.begin(), everyone.end(), 0);
    for (int k = 0; k < 10; ++k) {
        sweep.sweep(random);
        EXPECT_NE(scratch.visit, last);
        last = scratch.visit;
        std::vector<int> sorted = last;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, everyone);
    }
}

TEST(Nlgs, TheGroundCarriesTheWholeColumnWhateverTheOrder) {
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential}) {
        const RigidProblem<2> problem = stack_on_floor<2>(10, 3.0);
        std::vector<Vec<2>> r;
        const SolveReport report = solve<2>(problem, {.order = order, .tolerance = 1e-12}, r);
        ASSERT_TRUE(report.converged) << "residual " << report.residual;
        EXPECT_LT(worst_error(r, 3.0), 1e-9 * 30.0 * g * h);
        EXPECT_EQ(report.contact_updates, 10L * report.iterations);
    }
}

TEST(Nlgs, ReportsTheResidualOfTheImpulsesItReturns) {
    const RigidProblem<3> problem = stack_on_floor<3>(30);
    std::vector<Vec<3>> r;
    const SolveReport report = solve<3>(problem, {.tolerance = 1e-6}, r);
    EXPECT_TRUE(report.converged);
    EXPECT_NEAR(report.residual, (relative_residual<3, BodyMap<3>>(problem, r)), 1e-13);
}

TEST(Nlgs, SaysSoWhenItRunsOutOfIterations) {
    std::vector<Vec<2>> r;
    const SolveReport report = solve<2>(stack_on_floor<2>(100), {.tolerance = 1e-10, .max_iterations = 3}, r);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_GT(report.residual, 1e-10);
}

TEST(Nlgs, ABadFirstGuessIsWorseThanNoneAndIsDropped) {
    const RigidProblem<2> problem = stack_on_floor<2>(20);
    std::vector<Vec<2>> cold, warm(20);
    for (auto& one : warm) one[0] = 1e6;
    const SolveReport a = solve<2>(problem, {.tolerance = 1e-8}, cold);
    const SolveReport b = solve<2>(problem, {.tolerance = 1e-8}, warm);
    EXPECT_NEAR(b.iterations, a.iterations + 10,
                10);  // its ten sweeps on trial; looks fall elsewhere after them
    for (int i = 0; i < 20; ++i) EXPECT_NEAR(cold[i][0], warm[i][0], 1e-6 * cold[0][0]);
    const SolveReport again = solve<2>(problem, {.tolerance = 1e-8}, warm);
    EXPECT_EQ(again.iterations, 0);
}

// Plain sweeps need about 0.93 n^2 per digit (5.8); the slowest mode is taken in strides.
TEST(Nlgs, StridesShortenLongChains) {
    const RigidProblem<2> problem = stack_on_floor<2>(30);
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::sequential}) {
        std::vector<Vec<2>> r;
        const SolveReport report = solve<2>(problem, {.order = order, .tolerance = 1e-8}, r);
        EXPECT_TRUE(report.converged);
        EXPECT_LT(report.iterations, 0.93 * 30 * 30 * 8 / 4);
    }
}

// Bodies with full blocks and partial freedom take the other kernel: forcing it must not change the answer.
TEST(Nlgs, RoundAndFullKernelsAreTheSameMethod) {
    RigidProblem<3> problem = stack_on_floor<3>(12);
    for (int i = 0; i < 12; ++i) problem.b[i][1] = 0.3 * i, problem.b[i][2] = -0.1 * i * i;
    const auto round = after_sweeps(problem, SweepOrder::sequential, 7);
    for (auto& c : problem.W.contact.whole()) c.round = false;
    const auto full = after_sweeps(problem, SweepOrder::sequential, 7);
    for (int i = 0; i < 12; ++i) EXPECT_LT(norm(round[i] - full[i]), 1e-12 * norm(round[i]));
}

TEST(Nlgs, AssembledBlocksGiveTheSameIterates) {
    RigidProblem<3> problem = stack_on_floor<3>(12);
    for (int i = 0; i < 12; ++i) problem.b[i][1] = 0.3 * i;
    const auto bodies = after_sweeps(problem, SweepOrder::sequential, 9);
    std::vector<Vec<3>> blocks(12);
    solve_nlgs<3>(assemble_blocks(problem), {.order = SweepOrder::sequential, .fixed_iterations = 9}, 0,
                  blocks);
    for (int i = 0; i < 12; ++i) EXPECT_LT(norm(bodies[i] - blocks[i]), 1e-12 * norm(bodies[i]));
    EXPECT_NEAR((relative_residual<3, BodyMap<3>>(problem, bodies)),
                (relative_residual<3, BlockMap<3>>(assemble_blocks(problem), blocks)), 1e-12);
}

TEST(Nlgs, AssembledBlocksConvergeInEveryOrder) {
    const BlockProblem<2> problem = assemble_blocks(stack_on_floor<2>(10, 3.0));
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential}) {
        std::vector<Vec<2>> r(10);
        EXPECT_TRUE(solve_nlgs<2>(problem, {.order = order, .tolerance = 1e-12}, 0, r).converged);
        EXPECT_LT(worst_error(r, 3.0), 1e-9 * 30.0 * g * h);
    }
}

/// A grid of balls, each touching its neighbours right and above: many colours, some long chains.
RigidProblem<3> ball_wall(int n) {
    RigidProblem<3> p;
    for (int i = 0; i < n * n; ++i) p.W.body.push_back(ball<3>(1.0 + 0.1 * (i % 7)));
    for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
            const int i = y * n + x;
            p.W.contact.push_back(touching_above<3>(y == 0 ? -1 : i - n, i));
            p.b.push_back({{y == 0 ? -g * h : 0.0, 0.01 * std::sin(i), 0.0}});
            p.law.push_back({.mu = 0.4});
            if (x == 0) continue;
            const Vec<3> along = Vec<3>::axis(0);
            p.W.contact.push_back({i - 1, i, true, contact_frame(along), 0.1 * along, -0.1 * along});
            p.b.push_back({{-0.003, 0.0, 0.001 * std::cos(i)}});
            p.law.push_back({.mu = 0.4});
        }
    }
    return p;
}

TEST(Nlgs, ThreadsDoNotChangeOneBit) {
    const RigidProblem<3> problem = ball_wall(40);
    std::vector<Vec<3>> one;
    const SolveReport first = solve<3>(problem, {.tolerance = 1e-3}, one);
    EXPECT_TRUE(first.converged);
    for (const int threads : {2, 3, 7}) {
        std::vector<Vec<3>> many;
        const SolveReport report = solve<3>(problem, {.tolerance = 1e-3}, many, threads);
        EXPECT_EQ(one, many) << threads;
        EXPECT_EQ(first.residual, report.residual);
    }
}

TEST(Nlgs, ABodyWithMoreContactsThanColoursIsStillSolved) {
    RigidProblem<2> p;  // a plate of mass 5 on a hundred balls on the floor
    p.W.body.push_back({false, Mat<2>::scaled_identity(0.2), {}});
    for (int i = 0; i < 100; ++i) {
        p.W.body.push_back(ball<2>(1.0));
        p.W.contact.push_back(touching_above<2>(-1, i + 1));
        p.b.push_back({{-g * h, 0.0}});
        p.W.contact.push_back(touching_above<2>(i + 1, 0));
        p.W.contact.whole().back().round = false;
        p.b.push_back({{0.0, 0.0}});
        while (p.law.size() < p.b.size()) p.law.push_back({.mu = 0.3});
    }
    std::vector<Vec<2>> r;
    const SolveReport report = solve<2>(p, {.tolerance = 1e-10}, r, 2);
    ASSERT_TRUE(report.converged);
    double carried = 0.0, floor = 0.0;
    for (int i = 0; i < 100; ++i) floor += r[2 * i][0], carried += r[2 * i + 1][0];
    EXPECT_NEAR(carried, 5.0 * g * h, 1e-7);
    EXPECT_NEAR(floor, 105.0 * g * h, 1e-6);
}

TEST(Nlgs, NoContactsIsAlreadySolved) {
    std::vector<Vec<2>> r;
    const SolveReport report = solve<2>(RigidProblem<2>{}, {}, r);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.iterations, 0);
}

/// A ball between two walls that close on it: no impulses obey the law.
RigidProblem<3> jammed() {
    RigidProblem<3> p;
    p.W.body.push_back(ball<3>(1.0));
    for (const double side : {-1.0, 1.0}) {
        const Vec<3> n = side * Vec<3>::axis(0);
        p.W.contact.push_back({-1, 0, true, contact_frame(n), {}, -0.1 * n});
        p.b.push_back(-1.0 * Vec<3>::axis(0));  // each wall comes with 1 m/s
        p.law.push_back({.mu = 0.3});
    }
    return p;
}

TEST(NoSolution, IsReportedByEveryMethodAndNotHungOn) {
    const RigidProblem<3> problem = jammed();
    for (const SolverMethod method :
         {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm}) {
        SolverScratch<3> scratch;
        ThreadPool pool(1);
        std::vector<Vec<3>> r(2);
        for (const double tolerance : {1e-3, 1e-8}) {
            const SolveReport report = solve_contacts<3>(problem, {{.method = method, .tolerance = tolerance, .max_iterations = 20000}, 0, pool}, scratch, {r});
            EXPECT_FALSE(report.converged) << static_cast<int>(method) << " " << tolerance;
        }
    }
}

// Where there is no answer, looking for a closer one is in vain: in proportion to what went before (and enough for Wedged below).
TEST(NoSolution, IsLookedForInProportionToWhatWentBefore) {
    EXPECT_EQ(fallbacks::iterations_closer(0), 100);
    EXPECT_EQ(fallbacks::iterations_closer(43), 516);
    EXPECT_EQ(fallbacks::iterations_closer(5000), 2000);
}

/// A ball in a groove whose sides are nearly upright, each leaning outwards by `lean`: of its weight g h the sides bear g h / (2 lean) each, far more
/// than the lean g h that drives them, so that an error as large as without impulses looks small beside them.
template <int D>
RigidProblem<D> wedged(double lean) {
    RigidProblem<D> p;
    p.W.body.push_back(ball<D>(1.0));
    for (const double side : {-1.0, 1.0}) {
        Vec<D> n = side * Vec<D>::axis(0);
        n[1] = lean;
        n = unit(n);
        p.W.contact.push_back({-1, 0, true, contact_frame(n), {}, -0.1 * n});
        p.b.push_back(-1.0 * (contact_frame(n) * Vec<D>::axis(1)));
        p.law.push_back({.mu = 0.0});
    }
    return p;
}

template <int D>
void is_borne() {
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::anderson, SolverMethod::admm}) {
        for (const double lean : {0.02, 0.005}) {
            const RigidProblem<D> problem = wedged<D>(lean);
            SolverScratch<D> scratch;
            ThreadPool pool(1);
            std::vector<Vec<D>> r(2);
            const SolveReport report = solve_contacts<D>(problem, {{.method = method, .tolerance = 0.1 * lean, .max_iterations = 20000}, 0, pool}, scratch, {r});
            EXPECT_TRUE(report.converged) << static_cast<int>(method) << " " << lean;
            EXPECT_GT(r[0][0], 0.25 / lean) << static_cast<int>(method) << " " << lean;  // half of what it bears, at least
        }
    }
}

TEST(Wedged, AnErrorAsLargeAsWithoutImpulsesIsNoAnswerInThePlane) { is_borne<2>(); }
TEST(Wedged, AnErrorAsLargeAsWithoutImpulsesIsNoAnswerInSpace) { is_borne<3>(); }

}  // namespace
}  // namespace drystone::nlgs_test

// `fixed_iterations`: exactly so many plain sweeps from the first guess, docs/theory.md section 5.9.

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/solve.h"

namespace drystone::fixed_sweeps_test {
namespace {

using chains::g, chains::h;

constexpr SweepOrder orders[] = {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential};
constexpr std::uint64_t seed = 7, stream = 3;

/// Gauss-Seidel on a stack without friction, in as few lines as it takes: W is 1 or 2 on the diagonal and -1 beside it.
std::vector<double> gauss_seidel(const std::vector<double>& b, std::vector<double> r, int sweeps,
                                 const std::vector<std::vector<int>>& order) {
    for (int k = 0; k < sweeps; ++k) {
        for (const int c : order[static_cast<std::size_t>(k)]) {
            const auto i = static_cast<std::size_t>(c);
            const double below = i > 0 ? r[i - 1] : 0.0, above = i + 1 < r.size() ? r[i + 1] : 0.0;
            const double diagonal = i > 0 ? 2.0 : 1.0;
            r[i] = std::max(0.0, (below + above - b[i]) / diagonal);
        }
    }
    return r;
}

/// The orders of the sweeps: `visit` as the plan or the contact list has it, shuffled on and on where it is random.
std::vector<std::vector<int>> orders_of(SweepOrder order, std::vector<int> visit, int sweeps) {
    Random random(seed, stream);
    std::vector<std::vector<int>> all;
    for (int k = 0; k < sweeps; ++k) {
        if (order == SweepOrder::random) random.shuffle(std::span<int>(visit));
        all.push_back(visit);
    }
    return all;
}

/// The slots of a plan that hold a contact, or 0, 1, 2, ...
std::vector<int> visits(SweepOrder order, const std::vector<int>& slots, int contacts) {
    std::vector<int> visit;
    if (order == SweepOrder::coloured)
        std::copy_if(slots.begin(), slots.end(), std::back_inserter(visit), [](int i) { return i >= 0; });
    else
        visit.resize(static_cast<std::size_t>(contacts)), std::iota(visit.begin(), visit.end(), 0);
    return visit;
}

/// A stack with a blow from below and contacts far above that are still open: what the front of a wave meets.
template <int D>
RigidProblem<D> struck_stack(int n) {
    RigidProblem<D> p = stack_on_floor<D>(n, 1.0, 0.0);
    for (int i = 1; i < n; ++i) p.b[i][0] = i % 5 == 0 ? 1e-4 : 0.0;
    return p;
}

template <int D>
void sweeps_so_often(SolverMethod method) {
    constexpr int n = 60;
    const RigidProblem<D> problem = struck_stack<D>(n);
    std::vector<double> b;
    for (const Vec<D>& one : problem.b) b.push_back(one[0]);
    for (const SweepOrder order : orders) {
        for (const int sweeps : {1, 3, 5, 10, 20}) {
            for (const double guess : {0.0, 5.0, 1e6}) {  // the last is far worse than zero
                SCOPED_TRACE(testing::Message() << static_cast<int>(order) << " " << sweeps << " " << guess);
                std::vector<Vec<D>> r(n);
                for (int i = 0; i < n; ++i) r[i][0] = guess * g * h * (i % 3);
                std::vector<double> start;
                for (const Vec<D>& one : r) start.push_back(one[0]);
                ThreadPool pool(1);
                SolverScratch<D> scratch;
                const SolverSettings settings{
                    .method = method, .order = order, .fixed_iterations = sweeps, .seed = seed};
                const SolveReport report = solve_contacts<D>(problem, {settings, stream, pool}, scratch, {r});
                EXPECT_EQ(report.iterations, sweeps);
                EXPECT_EQ(report.contact_updates, static_cast<long>(sweeps) * n);
                const auto as_reference =
                    gauss_seidel(b, start, sweeps,
                                 orders_of(order, visits(order, scratch.nlgs.round.plan.contact, n), sweeps));
                for (int i = 0; i < n; ++i)
                    ASSERT_NEAR(r[i][0], as_reference[i], 1e-12 * (guess + 1.0) * g * h) << i;
            }
        }
    }
}
TEST(FixedSweeps, AreGaussSeidelFromTheStartInEveryOrderInThePlane) {
    sweeps_so_often<2>(SolverMethod::nlgs);
}
TEST(FixedSweeps, AreGaussSeidelFromTheStartInEveryOrderInSpace) { sweeps_so_often<3>(SolverMethod::nlgs); }
TEST(FixedSweeps, AreWhatTheDefaultMethodDoesToo) { sweeps_so_often<2>(SolverMethod::automatic); }

TEST(FixedSweeps, OnAssembledBlocksAreTheSame) {
    constexpr int n = 30;
    const RigidProblem<3> problem = struck_stack<3>(n);
    for (const SweepOrder order : {SweepOrder::random, SweepOrder::sequential}) {
        const SolverSettings settings{.order = order, .fixed_iterations = 5, .seed = seed};
        std::vector<Vec<3>> bodies(n, Vec<3>{{1e3 * g * h, 0.0, 0.0}}), blocks = bodies;
        ThreadPool pool(1);
        SolverScratch<3> scratch;
        solve_contacts<3>(problem, {settings, stream, pool}, scratch, {bodies});
        EXPECT_EQ(solve_contacts<3>(assemble_blocks(problem), settings, stream, blocks).iterations, 5);
        for (int i = 0; i < n; ++i) EXPECT_LT(norm(bodies[i] - blocks[i]), 1e-9 * g * h) << i;
    }
}

// Where the guess is the answer the sweeps are made all the same; where it is not, the report says so.
TEST(FixedSweeps, DoNotEndEarlyAndReportWhatTheyReached) {
    const RigidProblem<2> problem = stack_on_floor<2>(10);
    ThreadPool pool(1);
    SolverScratch<2> scratch;
    std::vector<Vec<2>> r(10);
    const SolverSettings exact{.method = SolverMethod::nlgs, .tolerance = 1e-12};
    ASSERT_TRUE(solve_contacts<2>(problem, {exact, 0, pool}, scratch, {r}).converged);
    SolveReport report = solve_contacts<2>(problem, {{.fixed_iterations = 7}, 0, pool}, scratch, {r});
    EXPECT_EQ(report.iterations, 7);
    EXPECT_TRUE(report.converged);
    std::fill(r.begin(), r.end(), Vec<2>{});
    report = solve_contacts<2>(problem, {{.fixed_iterations = 7}, 0, pool}, scratch, {r});
    EXPECT_FALSE(report.converged);
    EXPECT_NEAR(report.residual, (relative_residual<2, BodyMap<2>>(problem, r)), 1e-13);
}

}  // namespace
}  // namespace drystone::fixed_sweeps_test

// Alternating directions: the same answers as Gauss-Seidel, by another way. docs/theory.md section 5.5.

#include "solvers/admm.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "solvers/chains.h"
#include "solvers/nlgs.h"
#include "solvers/solve.h"

namespace drystone {
namespace {

TEST(SparseCholesky, SolvesWhatADenseMatrixWould) {
    constexpr int nodes = 7, B = 3, n = nodes * B;
    Random random(4);
    std::vector<SparseCholesky::Block> blocks;
    for (int j = 0; j < nodes; ++j) {
        for (int i = j; i < nodes; ++i) {
            if (i == j || i == j + 1 || (i + j) % 5 == 0) blocks.push_back({i, j});
        }
    }
    SparseCholesky cholesky;
    cholesky.set_pattern(nodes, B, blocks);
    for (int round = 0; round < 3; ++round) {
        double A[n][n] = {};
        cholesky.clear();
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            for (int i = 0; i < B; ++i) {
                for (int j = 0; j < B; ++j) {
                    const bool diagonal = blocks[b].row == blocks[b].column;
                    if (diagonal && i < j) continue;
                    const double value =
                        diagonal && i == j ? 20.0 + random.uniform(0, 1) : random.uniform(-1, 1);
                    cholesky.add(b, i, j, value);
                    const int row = blocks[b].row * B + i, column = blocks[b].column * B + j;
                    A[row][column] = A[column][row] = value;
                }
            }
        }
        ASSERT_TRUE(cholesky.factorise());
        std::vector<double> x(n), b(n, 0.0);
        for (double& one : x) one = random.uniform(-1, 1);
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) b[i] += A[i][j] * x[j];
        }
        cholesky.solve(b);
        for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-13);
    }
}

TEST(SparseCholesky, SaysSoWhenThereIsNoFactor) {
    SparseCholesky cholesky;
    const std::vector<SparseCholesky::Block> blocks = {{0, 0}, {1, 1}};
    cholesky.set_pattern(2, 1, blocks);
    cholesky.add(0, 0, 0, 1.0);
    cholesky.add(1, 0, 0, -1.0);
    EXPECT_FALSE(cholesky.factorise());
}

template <int D>
void agrees_with_gauss_seidel() {
    RigidProblem<D> problem = stack_on_floor<D>(12);
    for (int i = 0; i < 12; ++i) problem.b[i][1] = 0.02 * i;
    std::vector<Vec<D>> slow(12), fast(12);
    NlgsScratch<D> nlgs;
    AdmmScratch<D> admm;
    ThreadPool pool(1);
    const SolverSettings settings{.tolerance = 1e-9, .max_iterations = 10000};
    ASSERT_TRUE(solve_nlgs<D>(problem, settings, 0, pool, nlgs, slow).converged);
    const SolveReport report = solve_admm<D>(problem, settings, admm, fast);
    ASSERT_TRUE(report.converged);
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(fast)), 1e-14);
    for (int i = 0; i < 12; ++i) EXPECT_LT(norm(slow[i] - fast[i]), 1e-7 * norm(slow[0]));
}
TEST(Admm, AgreesWithGaussSeidelInThePlane) { agrees_with_gauss_seidel<2>(); }
TEST(Admm, AgreesWithGaussSeidelInSpace) { agrees_with_gauss_seidel<3>(); }

// Long chains are what Gauss-Seidel is bad at: here the number of iterations hardly grows.
TEST(Admm, LongStacksTakeNoMoreIterationsThanShortOnes) {
    for (const int n : {10, 100, 400}) {
        const RigidProblem<2> problem = stack_on_floor<2>(n);
        std::vector<Vec<2>> r(static_cast<std::size_t>(n));
        AdmmScratch<2> scratch;
        const SolveReport report =
            solve_admm<2>(problem, {.tolerance = 1e-8, .max_iterations = 1000}, scratch, r);
        EXPECT_TRUE(report.converged);
        EXPECT_LT(report.iterations, 200) << n;
    }
}

TEST(Automatic, FallsBackAndKeepsItsCertificate) {
    const RigidProblem<3> problem = stack_on_floor<3>(80);
    std::vector<Vec<3>> r(80);
    SolverScratch<3> scratch;
    ThreadPool pool(1);
    const SolverSettings settings{.method = SolverMethod::automatic, .tolerance = 1e-9};
    const SolveReport report = solve_contacts<3>(problem, settings, 0, pool, scratch, r, {});
    EXPECT_TRUE(report.converged);
    EXPECT_LE(relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-9);
    EXPECT_LT(report.iterations, 2000);  // plain sweeps: 0.93 n^2 a digit, fifty thousand
}

TEST(Admm, NothingToSolve) {
    const RigidProblem<2> problem;
    AdmmScratch<2> scratch;
    EXPECT_TRUE(solve_admm<2>(problem, {}, scratch, {}).converged);
}

}  // namespace
}  // namespace drystone

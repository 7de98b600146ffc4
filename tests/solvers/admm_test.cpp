// Alternating directions: the same answers as Gauss-Seidel, by another way. docs/theory.md section 5.5.

#include "solvers/admm.h"

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/nlgs.h"
#include "solvers/solve.h"

namespace drystone::admm_test {
namespace {

template <int D>
void agrees_with_gauss_seidel() {
    RigidProblem<D> problem = stack_on_floor<D>(12);
    for (int i = 0; i < 12; ++i) problem.b[i][1] = 0.02 * i;
    std::vector<Vec<D>> slow(12), fast(12);
    NlgsScratch<D> nlgs;
    AdmmScratch<D> admm;
    ThreadPool pool(1);
    const SolverSettings settings{.tolerance = 1e-10, .max_iterations = 10000};
    ASSERT_TRUE(solve_nlgs<D>(problem, {settings, 0, pool}, nlgs, {slow}).converged);
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
    const SolveReport report = solve_contacts<3>(problem, {settings, 0, pool}, scratch, {r});
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
}  // namespace drystone::admm_test

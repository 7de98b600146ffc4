#include "laws/local_solve.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::local_solve_test {
namespace {

const Mat<3> W1 = Mat<3>::diagonal({{1, 1, 3}});
const Mat<3> W2{{Vec<3>{{1, .3, -.2}}, Vec<3>{{.3, 2, .5}}, Vec<3>{{-.2, .5, 3}}}};

void expect_near(const Vec<3>& r, const Vec<3>& exact, double tolerance) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(r[k], exact[k], tolerance) << "component " << k;
}

// Validation case A21: five problems with full blocks, solved elsewhere to twelve digits.
TEST(LocalSolve, SolvesTheFiveKernelProblems) {
    expect_near(solve_local<3>({.mu = .5}, W1, {{-1, .2, .3}}), {{1, -.2, -.1}}, 1e-12);
    expect_near(solve_local<3>({.mu = .3}, W1, {{-1, 1, 1}}), {{1, -0.249571144782, -0.166475955297}}, 1e-11);
    expect_near(solve_local<3>({.mu = .5}, W2, {{-1, .1, -.1}}),
                {{1.105805243446, -0.253183520599, 0.149250936330}}, 1e-11);
    expect_near(solve_local<3>({.mu = .5}, W2, {{.2, -1, 2}}), {{0, 0, 0}}, 0.0);
    expect_near(solve_local<3>({.mu = 0}, W2, {{-1, .8, -.6}}), {{1, 0, 0}}, 1e-15);
}

// Clipping the sticking impulse onto the cone gives (-.2846, -.0949) in the second problem.
TEST(LocalSolve, SlipIsNotTheRadialReturnOfTheStickingImpulse) {
    const Vec<3> r = solve_local<3>({.mu = .3}, W1, {{-1, 1, 1}});
    const Vec<3> u = W1 * r + Vec<3>{{-1, 1, 1}};
    EXPECT_NEAR(u[1], 0.750428855218, 1e-11);
    EXPECT_NEAR(u[2], 0.500572134108, 1e-11);
    EXPECT_GT(std::abs(r[1] + 0.2846), 0.03);
}

// Case A23: on the exact solutions the natural map vanishes for any rho, and the bipotential is an equality:
// -u_t . r_t = mu r_n |u_t| and u_n r_n = 0.
TEST(LocalSolve, SolutionsSatisfyTheBipotentialAndTheNaturalMapForAnyRho) {
    struct Case {
        Mat<3> W;
        Vec<3> q;
        double mu;
    };
    for (const Case& c :
         {Case{W1, {{-1, .2, .3}}, .5}, Case{W1, {{-1, 1, 1}}, .3}, Case{W2, {{-1, .1, -.1}}, .5},
          Case{W2, {{.2, -1, 2}}, .5}, Case{W2, {{-1, .8, -.6}}, 0.0}, Case{W2, {{-1, 3, -2}}, .7}}) {
        const LocalLaw<3> law{.mu = c.mu};
        const Vec<3> r = solve_local(law, c.W, c.q);
        const Vec<3> u = c.W * r + c.q;
        for (const double rho : {0.1, 1.0, 10.0})
            EXPECT_LT(norm(natural_map(law, r, u, rho)), 1e-14 * std::max(1.0, rho));
        EXPECT_NEAR(-(u[1] * r[1] + u[2] * r[2]), c.mu * r[0] * tangential_norm(u), 3e-15);
        EXPECT_NEAR(u[0] * r[0], 0.0, 3e-15);
    }
}

/// W of a contact with lever arms: D + A A^T with masses and arms over many decades.
template <int D>
Mat<D> random_block(Random& random) {
    const double mass = std::pow(10.0, random.uniform(-4, 4)), arm = std::pow(10.0, random.uniform(-2, 2));
    Mat<D> W = Mat<D>::scaled_identity(1.0);
    for (int k = 0; k < 3; ++k) {
        Vec<D> a;
        for (int i = 0; i < D; ++i) a[i] = arm * random.normal();
        W = W + outer(a, a);
    }
    return (1.0 / mass) * W;
}

template <int D>
void fuzz(int trials) {
    Random random(7);
    for (int trial = 0; trial < trials; ++trial) {
        const Mat<D> W = random_block<D>(random);
        Vec<D> q;
        for (int i = 0; i < D; ++i) q[i] = random.normal();
        const LocalLaw<D> law{.mu = random.uniform(0.0, 2.0)};
        const Vec<D> r = solve_local(law, W, q);
        const double rho = 1.0 / mean_diagonal(W);
        const Vec<D> e = natural_map(law, r, W * r + q, rho);
        ASSERT_LE(norm(e), 1e-9 * (norm(r) + rho * norm(q))) << "trial " << trial << ", mu " << law.mu;
    }
}

TEST(LocalSolve, SolvesRandomCoupledBlocksIn3D) { fuzz<3>(200000); }
TEST(LocalSolve, SolvesRandomCoupledBlocksIn2D) { fuzz<2>(200000); }

// A block in the plane x-y is the same problem in 2D and in 3D.
TEST(LocalSolve, TwoDimensionsAreASliceOfThree) {
    Random random(3);
    for (int trial = 0; trial < 1000; ++trial) {
        const Mat<2> W = random_block<2>(random);
        const Vec<2> q{{random.normal(), random.normal()}};
        const double mu = random.uniform(0.0, 1.5);
        Mat<3> wide = Mat<3>::scaled_identity(W[1][1]);
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) wide[i][j] = W[i][j];
        const Vec<2> flat = solve_local<2>({.mu = mu}, W, q);
        const Vec<3> solid = solve_local<3>({.mu = mu}, wide, {{q[0], q[1], 0.0}});
        EXPECT_NEAR(solid[0], flat[0], 1e-9 * norm(flat));
        EXPECT_NEAR(solid[1], flat[1], 1e-9 * norm(flat));
    }
}

// A ball on a rail: nothing moves it along the second tangent, so it sticks there only if it did not slip anyway.
TEST(LocalSolve, ADirectionThatNoImpulseMovesIsEitherAtRestOrSlips) {
    const Mat<3> rail = Mat<3>::diagonal({{1, 2, 0}});
    expect_near(solve_local<3>({.mu = .5}, rail, {{-1, .2, 0}}), {{1, -.1, 0}}, 1e-12);
    const LocalLaw<3> law{.mu = .5};
    for (const double slip : {0.3, -1e-3}) {
        const Vec<3> q{{-1, .2, slip}}, r = solve_local(law, rail, q);
        EXPECT_LT(norm(natural_map(law, r, rail * r + q, 1.0)), 1e-12);
        EXPECT_LT(r[2] * slip, 0.0);
    }
    EXPECT_EQ((solve_local<3>({.mu = .5}, Mat<3>{}, {{-1, .2, .1}})), Vec<3>{});
    EXPECT_EQ((solve_local<2>({.mu = .5}, Mat<2>::diagonal({{1, 0}}), {{-1, 0}})), (Vec<2>{{1, 0}}));
    EXPECT_EQ((solve_local<2>({.mu = .5}, Mat<2>::diagonal({{1, 0}}), {{-1, 2}})), (Vec<2>{{1, -.5}}));
}

TEST(LocalSolve, CohesionHoldsUpToItsTensionAndLetsGoAboveIt) {
    const LocalLaw<2> glue{.mu = 0.5, .tension = 3.0, .cohesion = 1.5};
    const Mat<2> W = Mat<2>::scaled_identity(0.5);
    EXPECT_NEAR(solve_local(glue, W, {{1.0, 0.0}})[0], -2.0, 1e-15);  // held: u = 0
    EXPECT_NEAR(solve_local(glue, W, {{9.0, 0.0}})[0], -3.0, 1e-15);  // parts at the tension it can carry
}

}  // namespace
}  // namespace drystone::local_solve_test

// Laws that are no cone: the staircase of Yielding, tension and cohesion of their own. docs/theory.md (3.9)-(3.12).

#include "laws/joint_solve.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/local_solve.h"

namespace drystone::joint_solve_test {
namespace {

constexpr double never = Yielding::never;

template <int D>
Mat<D> coupled_block(Random& random, double coupling) {
    Mat<D> W = Mat<D>::scaled_identity(1.0);
    for (int i = 0; i < D; ++i) {
        W[i][i] = random.uniform(1.0, 3.0);
        for (int j = 0; j < i; ++j) W[i][j] = W[j][i] = coupling * random.uniform(-1.0, 1.0);
    }
    return W;
}

/// A law with every feature switched on or off at random.
template <int D>
LocalLaw<D> any_law(Random& random) {
    const auto maybe = [&](double value) { return random.uniform(0.0, 1.0) < 0.5 ? value : 0.0; };
    LocalLaw<D> law;
    law.mu = maybe(random.uniform(0.0, 0.9));
    law.tension = maybe(random.uniform(0.0, 2.0));
    law.cohesion = law.mu * law.tension + maybe(random.uniform(0.0, 2.0));
    law.yields.pressed = maybe(random.uniform(0.0, 3.0));
    law.yields.pulled = law.yields.pressed + maybe(random.uniform(0.0, 5.0));
    law.yields.slip = maybe(random.uniform(0.0, 3.0));
    if (maybe(1.0) > 0.0) {
        law.yields.gives_at = maybe(random.uniform(0.0, 1.0));
        law.yields.gives_by = maybe(1.0) > 0.0 ? random.uniform(0.0, 1.0) : never;
    }
    return law;
}

// The solve goes piece by piece, the natural map by projections: two ways to say the law, zero together for every rho.
template <int D>
void solutions_are_zeros_of_the_natural_map() {
    Random random(7);
    for (int k = 0; k < 20000; ++k) {
        const LocalLaw<D> law = any_law<D>(random);
        const Mat<D> W = coupled_block<D>(random, 0.25);
        Vec<D> q;
        for (int i = 0; i < D; ++i) q[i] = random.uniform(-4.0, 4.0);
        const Vec<D> r = solve_local(law, W, q), v = W * r + q;
        for (const double rho : {0.1, 1.0, 10.0}) {
            const Vec<D> e = natural_map(law, r, v, rho);
            ASSERT_LT(norm(e), 1e-11 * (1.0 + norm(r) + rho * norm(v)))
                << "case " << k << " r_n " << r[0] << " v_n " << v[0] << " rho " << rho;
        }
    }
}
TEST(JointSolve, SolutionsAreZerosOfTheNaturalMapInThePlane) { solutions_are_zeros_of_the_natural_map<2>(); }
TEST(JointSolve, SolutionsAreZerosOfTheNaturalMapInSpace) { solutions_are_zeros_of_the_natural_map<3>(); }

// With nothing that yields and a = mu c the same law can be put as a cone: both solves must agree.
TEST(JointSolve, AConeIsASpecialCase) {
    Random random(8);
    for (int k = 0; k < 2000; ++k) {
        LocalLaw<3> cone{.mu = random.uniform(0.1, 0.9), .tension = random.uniform(0.0, 2.0)};
        cone.cohesion = cone.mu * cone.tension;
        ASSERT_TRUE(cone.is_cone());
        const Mat<3> W = coupled_block<3>(random, 0.2);
        const Vec<3> q{{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)}};
        EXPECT_LT(norm(solve_local(cone, W, q) - solve_joint(cone, W, q)), 1e-12);
    }
}

// Round W, one number at a time: the staircase in closed form.
TEST(JointSolve, EveryPieceOfTheStaircase) {
    const Mat<2> W = Mat<2>::scaled_identity(2.0);
    const LocalLaw<2> weak{
        .mu = 0.5, .tension = 3.0, .cohesion = 1.5, .yields = {.gives_at = 0.0, .gives_by = 1.0}};
    const auto r_n = [&](double q) { return solve_local(weak, W, Vec<2>{{q, 0.0}})[0]; };
    EXPECT_DOUBLE_EQ(r_n(8.0), -3.0);  // pulled open: v = 2
    EXPECT_DOUBLE_EQ(r_n(4.0), -2.0);  // held: v = 0
    EXPECT_DOUBLE_EQ(r_n(-0.5), 0.0);  // closing freely
    EXPECT_DOUBLE_EQ(r_n(-1.0), 0.0);  // just closed
    EXPECT_DOUBLE_EQ(r_n(-3.0), 1.0);  // closed: v = -1

    const LocalLaw<2> spring{
        .yields = {.pulled = 6.0, .pressed = 2.0},
    };
    EXPECT_DOUBLE_EQ(solve_local(spring, W, Vec<2>{{-4.0, 0.0}})[0], 1.0);
    EXPECT_DOUBLE_EQ(solve_local(spring, W, Vec<2>{{4.0, 0.0}})[0], 0.0);

    const LocalLaw<2> crushes{.yields = {.gives_at = 1.0}};
    EXPECT_DOUBLE_EQ(solve_local(crushes, W, Vec<2>{{-1.0, 0.0}})[0], 0.5);
    EXPECT_DOUBLE_EQ(solve_local(crushes, W, Vec<2>{{-9.0, 0.0}})[0], 1.0);
}

TEST(JointSolve, AnUnbreakableBondTakesWhateverStopsTheContact) {
    Random random(9);
    const LocalLaw<3> bond{.tension = never, .cohesion = never};
    ASSERT_FALSE(bond.is_cone());
    for (int k = 0; k < 100; ++k) {
        const Mat<3> W = coupled_block<3>(random, 0.4);
        const Vec<3> q{{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)}};
        EXPECT_LT(norm(W * solve_local(bond, W, q) + q), 1e-13);
    }
}

TEST(JointSolve, ShearWithoutPressureIsLimitedByTheCohesion) {
    const LocalLaw<3> glue{.mu = 0.5, .tension = 1.0, .cohesion = 2.0};
    const Vec<3> r = solve_local(glue, Mat<3>::scaled_identity(1.0), Vec<3>{{0.5, 30.0, 40.0}});
    EXPECT_DOUBLE_EQ(r[0], -0.5);
    EXPECT_NEAR(r[1], -0.6 * 1.75, 1e-15);
    EXPECT_NEAR(r[2], -0.8 * 1.75, 1e-15);
}

}  // namespace
}  // namespace drystone::joint_solve_test

#include "laws/local_law.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::local_law_test {
namespace {

TEST(ProjectOnCone, IsTheNearestPointOfTheCone) {
    Random random(1);
    for (int trial = 0; trial < 1000; ++trial) {
        const double mu = random.uniform(0.0, 1.5);
        const Vec<3> s{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}};
        const Vec<3> p = project_on_cone(mu, s);

        // Moreau's decomposition: p is in K, s - p in the polar of K, and the two are orthogonal.
        const Vec<3> rest = s - p;
        EXPECT_LE(tangential_norm(p), mu * p[0] + 1e-15);
        EXPECT_LE(mu * tangential_norm(rest), -rest[0] + 1e-15);
        EXPECT_NEAR(dot(p, rest), 0.0, 1e-15);
    }
}

TEST(ProjectOnCone, FrictionlessConeIsARay) {
    EXPECT_EQ(project_on_cone(0.0, Vec<2>{{-1.0, 0.0}}), (Vec<2>{{0.0, 0.0}}));
    EXPECT_EQ(project_on_cone(0.0, Vec<2>{{2.0, 3.0}}), (Vec<2>{{2.0, 0.0}}));
}

// A contact that sticks, one that slips and one that is open, each exact: the map vanishes for every rho.
TEST(NaturalMap, VanishesExactlyWhereTheLawHolds) {
    const LocalLaw<3> law{.mu = 0.5};
    for (const double rho : {1e-3, 1.0, 1e3}) {
        EXPECT_LT(norm(natural_map(law, {{2.0, 0.6, -0.8}}, {{0.0, 0.0, 0.0}}, rho)), 1e-15);
        EXPECT_LT(norm(natural_map(law, {{2.0, 0.6, -0.8}}, {{0.0, -3.0, 4.0}}, rho)), 3e-12);
        EXPECT_LT(norm(natural_map(law, {{0.0, 0.0, 0.0}}, {{1.0, 5.0, -7.0}}, rho)), 1e-15);
    }
}

TEST(NaturalMap, SeesEachWayOfBreakingTheLaw) {
    const LocalLaw<3> law{.mu = 0.5};
    EXPECT_GT(norm(natural_map(law, {{2.0, 0.0, 0.0}}, {{-0.1, 0.0, 0.0}}, 1.0)), 0.05);  // sinks in
    EXPECT_GT(norm(natural_map(law, {{2.0, 0.0, 0.0}}, {{0.1, 0.0, 0.0}}, 1.0)), 0.05);   // opens under load
    EXPECT_GT(norm(natural_map(law, {{-2.0, 0.0, 0.0}}, {{0.0, 0.0, 0.0}}, 1.0)), 1.9);   // pulls
    EXPECT_GT(norm(natural_map(law, {{2.0, 1.2, 0.0}}, {{0.0, 0.0, 0.0}}, 1.0)), 0.1);    // outside the cone
    EXPECT_GT(norm(natural_map(law, {{2.0, 0.5, 0.0}}, {{0.0, -0.1, 0.0}}, 1.0)), 0.05);  // slips inside it
    EXPECT_GT(norm(natural_map(law, {{2.0, 1.0, 0.0}}, {{0.0, 0.0, 0.1}}, 1.0)), 0.05);   // slips sideways
}

TEST(NaturalMap, CohesionMovesTheTipOfTheConeIntoTension) {
    const LocalLaw<2> glue{.mu = 0.5, .tension = 3.0, .cohesion = 1.5};
    EXPECT_LT(norm(natural_map(glue, {{-2.9, 0.0}}, {{0.0, 0.0}}, 1.0)), 1e-15);
    EXPECT_LT(norm(natural_map(glue, {{-3.0, 0.0}}, {{1.0, 0.0}}, 1.0)), 1e-15);
    EXPECT_GT(norm(natural_map(glue, {{-3.1, 0.0}}, {{0.0, 0.0}}, 1.0)), 0.05);
}

}  // namespace
}  // namespace drystone::local_law_test

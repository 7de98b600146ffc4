#include "laws/coulomb.h"

#include <gtest/gtest.h>

namespace drystone::coulomb_test {
namespace {

TEST(Coulomb, AnOpeningContactDoesNotBounce) {
    const Coulomb law{.friction = 0.3, .restitution_normal = 0.8};
    EXPECT_EQ(law.compile(Approach<2>{.velocity = {{+1.0, 0.0}}}).velocity_shift[0], 0.0);
    EXPECT_EQ(law.compile(Approach<2>{.velocity = {{-1.0, 0.0}}}).velocity_shift[0], -0.8);
}

TEST(Coulomb, TangentialRestitutionKeepsItsSignOfSlip) {
    const Coulomb law{.restitution_tangential = 0.5};
    const LocalLaw<3> local = law.compile(Approach<3>{.velocity = {{-1.0, 2.0, -3.0}}});
    EXPECT_EQ(local.velocity_shift, (Vec<3>{{0.0, 1.0, -1.5}}));
}

// Theory (4.2): on every closed contact, whatever the sign of a velocity or of a gap that are rounding errors.
TEST(Coulomb, TangentialRestitutionDoesNotAskHowFastAContactApproaches) {
    const Coulomb law{.restitution_tangential = 0.5};
    for (const double u_n : {-1.0, -3e-18, 0.0, 2e-14, 1.0}) {
        for (const double gap : {-1e-9, 0.0, 1e-12}) {
            for (const bool closes_gap : {false, true}) {
                const Approach<2> in{
                    .velocity = {{u_n, 2.0}}, .gap = gap, .step = 1e-3, .closes_gap = closes_gap};
                EXPECT_EQ(law.compile(in).velocity_shift[1], 1.0) << u_n << " " << gap;
            }
        }
    }
    const Approach<2> open{.velocity = {{0.0, 2.0}},
                           .gap = 1e-3,
                           .step = 1e-3,
                           .closed = false,
                           .rests = false,
                           .closes_gap = true};
    EXPECT_EQ(law.compile(open).velocity_shift, (Vec<2>{{1.0, 0.0}}));
}

TEST(Coulomb, AThresholdHoldsForBothRestitutions) {
    const Coulomb law{.restitution_normal = 0.5, .restitution_tangential = 0.5, .restitution_threshold = 0.1};
    EXPECT_EQ(law.compile(Approach<2>{.velocity = {{-0.09, 2.0}}}).velocity_shift, (Vec<2>{}));
    EXPECT_EQ(law.compile(Approach<2>{.velocity = {{0.2, 2.0}}}).velocity_shift, (Vec<2>{}));
    EXPECT_EQ(law.compile(Approach<2>{.velocity = {{-0.1, 2.0}}}).velocity_shift, (Vec<2>{{-0.05, 1.0}}));
}

TEST(Coulomb, AnOpenGapMayCloseButNotMore) {
    const Coulomb law{};
    const Approach<2> open{.velocity = {{-1.0, 0.0}}, .gap = 0.02, .step = 0.01, .closes_gap = true};
    EXPECT_EQ(law.compile(open).velocity_shift[0], 2.0);
}

TEST(Coulomb, OverlapIsKeptUnlessItIsToBePushed) {
    const Coulomb law{};
    Approach<2> overlap{.gap = -0.02, .step = 0.01, .closes_gap = true};
    EXPECT_EQ(law.compile(overlap).velocity_shift[0], 0.0);
    overlap.push = true;
    EXPECT_EQ(law.compile(overlap).velocity_shift[0], -2.0);
}

TEST(Coulomb, UnderEulerAContactBouncesInTheStepInWhichItWouldClose) {
    const Coulomb law{.restitution_normal = 0.5};
    Approach<2> flying{.velocity = {{-1.0, 0.0}}, .gap = 0.02, .step = 0.01, .closes_gap = true};
    EXPECT_EQ(law.compile(flying).velocity_shift[0], 2.0);
    flying.gap = 0.005;
    EXPECT_EQ(law.compile(flying).velocity_shift[0], -0.5);
}

}  // namespace
}  // namespace drystone::coulomb_test

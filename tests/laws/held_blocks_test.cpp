// Contacts of bodies whose degrees of freedom are held have singular blocks: closed forms, and what axes do not change.

#include <cmath>

#include <gtest/gtest.h>

#include "laws/local_cases.h"

namespace drystone::held_blocks_test {
namespace {

using namespace local_cases;

// A lever on a fixed axis, its end on a peg below: all that the contact can do is stop the turning, and it does, for any friction.
TEST(HeldBlocks, ALeverOnAnAxisIsStoppedByItsPeg) {
    Random random(3);
    for (int k = 0; k < 2000; ++k) {
        const Vec<2> arm{{random.uniform(0.1, 1.0), random.uniform(-1.0, 1.0)}};
        const double inertia = random.uniform(0.5, 2.0), spin = -random.uniform(0.1, 3.0), mu = random.uniform(0.0, 3.0);
        const Vec<2> r = solve_local<2>({.mu = mu}, (1.0 / inertia) * outer(arm, arm), spin * arm);
        ASSERT_NEAR(dot(arm, r) / inertia + spin, 0.0, 1e-12) << k;
        ASSERT_GE(r[0], 0.0);
        ASSERT_LE(std::abs(r[1]), mu * r[0] * (1.0 + 1e-12));
    }
}

// The same in space on a rail: the point moves within a plane that n is askew to, and comes to rest where friction allows.
TEST(HeldBlocks, APointInAPlaneComesToRestWhereFrictionIsLarge) {
    Random random(4);
    for (int k = 0; k < 2000; ++k) {
        Mat<3> W{};
        Vec<3> q{};
        for (int j = 0; j < 2; ++j) {
            const Vec<3> arm = any<3>(random, 1.0);
            W = W + outer(arm, arm);
            q += random.uniform(-1.0, 1.0) * arm;
        }
        if (q[0] >= 0.0) q = -q;
        const Vec<3> r = solve_local<3>({.mu = 1e3}, W, q);
        const Vec<3> v = W * r + q;
        ASSERT_LT(std::min(norm(v), tangential_norm(r) < 999.0 * r[0] ? never : 0.0), 1e-9 * (norm(q) + norm(r))) << k;
    }
}

// Turning the tangent axes of a contact turns its answer, singular block or not; signs mirror it.
TEST(HeldBlocks, TangentAxesDoNotMatter) {
    Random random(5);
    for (const Form form : forms) {
        for (const Body body : {Body::round, Body::corner}) {
            for (int k = 0; k < 60; ++k) {
                LocalLaw<3> law = law_of<3>(form, random);
                law.mu = std::min(law.mu, 0.5);
                if (form == Form::cohesive || form == Form::staircase) law.cohesion = law.mu * law.tension;
                const Place<3> at = place_of<3>(body, random);
                const double angle = random.uniform(0.0, 6.0), c = std::cos(angle), s = k % 2 == 0 ? std::sin(angle) : -std::sin(angle);
                const double mirror = k % 2 == 0 ? 1.0 : -1.0;
                const Mat<3> turn{{Vec<3>{{1, 0, 0}}, Vec<3>{{0, c, -s}}, Vec<3>{{0, mirror * s, mirror * c}}}};
                const Vec<3> r = solve_local(law, at.W, at.q), turned = solve_local(law, turn * at.W * transpose(turn), turn * at.q);
                ASSERT_LT(norm(turn * r - turned), 1e-9 * (1.0 + norm(r))) << name_of(form) << " " << name_of(body) << " " << k;
            }
        }
    }
}

// Where the two sides of a joint cannot be moved along each other but are (two driven walls), it rubs at its limit: otherwise no step would converge.
TEST(HeldBlocks, AJointThatNoImpulseMovesRubsAtItsLimit) {
    const LocalLaw<2> plane{.mu = 0.5, .tension = 1.0, .cohesion = 2.0};
    const Vec<2> r = solve_local(plane, Mat<2>::diagonal({{1, 0}}), {{-1, 3}});
    EXPECT_DOUBLE_EQ(r[0], 1.0);
    EXPECT_DOUBLE_EQ(r[1], -2.5);
    const LocalLaw<3> space{.mu = 0.5, .tension = 1.0, .cohesion = 2.0};
    const Vec<3> s = solve_local(space, Mat<3>::diagonal({{1, 0, 0}}), {{-1, 3, -4}});
    EXPECT_NEAR(s[0], 1.0, 1e-12);
    EXPECT_NEAR(s[1], -1.5, 1e-12);
    EXPECT_NEAR(s[2], 2.0, 1e-12);
    const LocalLaw<3> bond{.tension = never, .cohesion = never};  // nothing could be large enough
    EXPECT_LT(norm(solve_local(bond, Mat<3>::diagonal({{1, 0, 0}}), {{-1, 3, -4}}) - Vec<3>{{1, 0, 0}}), 1e-12);
}

}  // namespace
}  // namespace drystone::held_blocks_test

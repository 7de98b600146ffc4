// What balls and blocks have in common with a cylinder, against closed forms and sampling.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/rotation.h"
#include "geometry/cylinder_volume.h"

namespace drystone::cylinder_volume_test {
namespace {

constexpr double pi = std::numbers::pi;

Polyhedron box_about_origin(const Vec<3>& half, const Mat<3>& turn = Mat<3>::scaled_identity(1.0), const Vec<3>& at = {}) {
    Polyhedron out = outline(BoxRegion<3>{-half, half});
    for (auto& face : out) {
        for (Vec<3>& x : face) x = at + turn * x;
    }
    return out;
}

TEST(CylinderVolume, OfABallOnTheAxisIsThatOfABead) {
    const Mat<3> turn = matrix(rotation_by(Vec<3>{{0.4, 0.3, -0.9}}));
    for (const double radius : {0.2, 0.7, 0.999, 1.5}) {
        const CylinderRegion cylinder{{{1.0, 2.0, 3.0}}, turn * Vec<3>{{0.0, 0.0, 1.0}}, radius, 10.0};
        const double rest = radius < 1.0 ? std::pow(1.0 - radius * radius, 1.5) : 0.0;
        EXPECT_NEAR(common_volume(BallRegion<3>{{{1.0, 2.0, 3.0}}, 1.0}, cylinder), 4.0 / 3.0 * pi * (1.0 - rest), 1e-12) << radius;
    }
    // Cut by an end through its middle, and beyond.
    const CylinderRegion wide{{}, {{0.0, 0.0, 1.0}}, 5.0, 2.0};
    EXPECT_NEAR(common_volume(BallRegion<3>{{{1.0, 1.0, 1.0}}, 0.5}, wide), 0.5 * 4.0 / 3.0 * pi * 0.125, 1e-13);
    EXPECT_EQ(common_volume(BallRegion<3>{{{1.0, 1.0, 1.6}}, 0.5}, wide), 0.0);
}

TEST(CylinderVolume, OfABlockIsThatOfItsSection) {
    const double a = 1.0, b = 0.8;  // a square of half the edge b sticks out of the circle of radius a at its corners
    const double beyond = a * a * std::acos(b / a) - b * std::sqrt(a * a - b * b);  // one of four segments outside of the square
    const CylinderRegion cylinder{{}, {{1.0, 0.0, 0.0}}, a, 3.0};
    EXPECT_NEAR(common_volume(box_about_origin({{1.0, b, b}}), cylinder), 2.0 * (pi * a * a - 4.0 * beyond), 1e-12);
    EXPECT_NEAR(common_volume(box_about_origin({{5.0, 5.0, 5.0}}), cylinder), cylinder.volume(), 1e-11);
    EXPECT_NEAR(common_volume(box_about_origin({{0.1, 0.2, 0.3}}), cylinder), 8.0 * 0.006, 1e-15);
    EXPECT_EQ(common_volume(box_about_origin({{0.1, 0.2, 0.3}}, Mat<3>::scaled_identity(1.0), {{0.0, 2.0, 0.0}}), cylinder), 0.0);
}

TEST(CylinderVolume, AgreesWithSamplingAnywhereAndWithTheWholeByParts) {
    Random random(7, 1);
    for (int k = 0; k < 6; ++k) {
        const Mat<3> turn = matrix(rotation_by(Vec<3>{{random.uniform(), random.uniform(), random.uniform()}}));
        const Mat<3> lean = matrix(rotation_by(Vec<3>{{random.uniform(), -random.uniform(), 0.0}}));
        const CylinderRegion cylinder{{{0.1, 0.0, -0.1}}, lean * Vec<3>{{0.0, 0.0, 1.0}}, 0.6, 1.1};
        const BallRegion<3> ball{{{0.3 + 0.1 * k, 0.2, 0.4}}, 0.5};
        const Vec<3> half{{0.6, 0.4, 0.5}};
        int in_ball = 0, in_block = 0;
        constexpr int tries = 40000;
        for (int n = 0; n < tries; ++n) {
            const Vec<3> y{{random.uniform(-0.6, 0.6), random.uniform(-0.4, 0.4), random.uniform(-0.5, 0.5)}};
            in_block += cylinder.holds(turn * y, 0.0);
            const Vec<3> z{{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)}};
            in_ball += norm(z) < 0.5 && cylinder.holds(ball.centre + z, 0.0);
        }
        EXPECT_NEAR(common_volume(ball, cylinder), static_cast<double>(in_ball) / tries, 0.01);
        EXPECT_NEAR(common_volume(box_about_origin(half, turn), cylinder), 0.96 * in_block / tries, 0.01);
        // Two halves of the block, and two of the cylinder.
        const double whole = common_volume(box_about_origin(half, turn), cylinder);
        const Vec<3> quarter{{0.3, 0.4, 0.5}}, to = turn * Vec<3>{{0.3, 0.0, 0.0}};
        EXPECT_NEAR(common_volume(box_about_origin(quarter, turn, to), cylinder) + common_volume(box_about_origin(quarter, turn, -to), cylinder), whole, 1e-11);
        CylinderRegion low = cylinder, high = cylinder;
        low.height = high.height = 0.55;
        low.centre -= 0.275 * cylinder.axis;
        high.centre += 0.275 * cylinder.axis;
        EXPECT_NEAR(common_volume(box_about_origin(half, turn), low) + common_volume(box_about_origin(half, turn), high), whole, 1e-11);
        EXPECT_NEAR(common_volume(ball, low) + common_volume(ball, high), common_volume(ball, cylinder), 1e-12);
    }
}

}  // namespace
}  // namespace drystone::cylinder_volume_test

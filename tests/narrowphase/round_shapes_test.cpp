// Validation case A36 for round shapes: gap, normal and contact point to 1e-12.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "narrowphase/ball_ball.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"

namespace drystone::round_shapes_test {
namespace {

constexpr double tolerance = 1e-12;
constexpr double inf = std::numeric_limits<double>::infinity();

template <int D>
void expect_touch(const Touch<D>& touch, double gap, const Vec<D>& normal, const Vec<D>& point) {
    EXPECT_NEAR(touch.gap, gap, tolerance);
    EXPECT_NEAR(norm(touch.normal - normal), 0.0, tolerance);
    EXPECT_NEAR(norm(touch.point - point), 0.0, tolerance);
}

TEST(BallBall, TheGapIsTheDistanceLessTheRadii) {
    expect_touch<3>(ball_ball<3>({{1, 2, 3}}, 1.0, {{3, 5, 9}}, 2.0), 4.0, {{2.0 / 7, 3.0 / 7, 6.0 / 7}},
                    {{1 + 2.0 / 3, 3.0, 5.0}});
    expect_touch<2>(ball_ball<2>({{0, 0}}, 3.0, {{3, 4}}, 3.0), -1.0, {{0.6, 0.8}}, {{1.5, 2.0}});
}

TEST(BallBall, TouchingBallsShareTheirSurfacePoint) {
    const Touch<2> touch = ball_ball<2>({{0, 0}}, 1.0, {{2.4, 3.2}}, 3.0);
    expect_touch<2>(touch, 0.0, {{0.6, 0.8}}, {{0.6, 0.8}});
}

TEST(BallBall, SeenFromTheOtherSideTheNormalTurnsRoundAndThePointStays) {
    const Vec<3> a{{0.1, -0.7, 0.3}}, b{{0.9, 0.2, -0.4}};
    const Touch<3> there = ball_ball<3>(a, 0.4, b, 0.7), back = ball_ball<3>(b, 0.7, a, 0.4);
    expect_touch<3>(back, there.gap, -there.normal, there.point);
}

TEST(BallBall, ConcentricBallsHaveANormalOfLengthOne) {
    expect_touch<3>(ball_ball<3>({{1, 1, 1}}, 1.0, {{1, 1, 1}}, 2.0), -3.0, Vec<3>::axis(0), {{1, 1, 1}});
    expect_touch<2>(ball_ball<2>({{1, 1}}, 1.0, {{1, 1}}, 2.0), -3.0, Vec<2>::axis(0), {{1, 1}});
}

// 2^30 m from the origin, at places that are exact there: nothing but the difference may count.
TEST(BallBall, TheGapIsAsGoodFarFromTheOriginAsNearIt) {
    const Vec<3> far{{0x1p30, -0x1p30, 0x1p29}}, step{{0.5, 0.25, -0.125}};
    const Touch<3> near = ball_ball<3>({}, 0.3, step, 0.2), away = ball_ball<3>(far, 0.3, far + step, 0.2);
    EXPECT_EQ(near.gap, away.gap);
    EXPECT_EQ(near.normal, away.normal);
}

TEST(BallPlane, TheGapIsTheHeightOfTheLowestPoint) {
    const Vec<3> up{{2.0 / 7, 3.0 / 7, 6.0 / 7}};
    const Vec<3> place{{1, 1, 1}}, along{{3.0, -2.0, 0.0}};  // along . up = 0
    const Vec<3> centre = place + along + 2.5 * up;
    expect_touch<3>(ball_plane<3>(centre, 2.0, place, up), 0.5, -up, centre - 2.0 * up);
    expect_touch<2>(ball_plane<2>({{7.0, 1.5}}, 2.0, {{-3.0, 0.0}}, {{0.0, 1.0}}), -0.5, {{0.0, -1.0}},
                    {{7.0, -0.5}});
}

TEST(BallPlane, ABallSunkenBelowThePlaneIsPushedOutUpwards) {
    expect_touch<2>(ball_plane<2>({{0.0, -5.0}}, 1.0, {}, {{0.0, 1.0}}), -6.0, {{0.0, -1.0}}, {{0.0, -6.0}});
}

TEST(BallDrum, InACircleTheGapIsWhatTheRadiiLeave) {
    expect_touch<2>(ball_drum_shell(Vec<2>{{1 + 3, 2 + 4}}, 1.5, {{1, 2}}, {}, 10.0), 3.5, {{0.6, 0.8}},
                    {{4 + 0.9, 6 + 1.2}});
}

TEST(BallDrum, InACylinderOnlyTheDistanceFromTheAxisCounts) {
    const Vec<3> axis{{2.0 / 3, 2.0 / 3, 1.0 / 3}}, across{{1.0 / 3, -2.0 / 3, 2.0 / 3}};
    const Vec<3> place{{-1.0, 0.5, 2.0}};
    const Vec<3> centre = place + 17.0 * axis + 3.0 * across;
    expect_touch<3>(ball_drum_shell(centre, 1.0, place, axis, 3.5), -0.5, across, centre + across);
}

TEST(BallDrum, TheEndsAreFlatAndFaceInwards) {
    const Vec<3> axis{{0.0, 1.0, 0.0}}, centre{{0.5, 3.0, -0.5}};
    expect_touch<3>(ball_drum_end(centre, 1.0, {{}, axis, 10.0, +1.0}), 1.0, axis, {{0.5, 4.0, -0.5}});
    expect_touch<3>(ball_drum_end(centre, 1.0, {{}, axis, 10.0, -1.0}), 7.0, -axis, {{0.5, 2.0, -0.5}});
    EXPECT_EQ(ball_drum_end(centre, 1.0, {{}, axis, inf, +1.0}).gap, inf);
}

TEST(BallDrum, ABallThatFillsTheHollowHasANormalAcrossTheAxis) {
    const Vec<3> axis{{0.6, 0.0, 0.8}};
    const Touch<3> touch = ball_drum_shell({{6.0, 0.0, 8.0}}, 2.0, {}, axis, 2.0);
    EXPECT_NEAR(touch.gap, 0.0, tolerance);
    EXPECT_NEAR(norm(touch.normal), 1.0, tolerance);
    EXPECT_NEAR(dot(touch.normal, axis), 0.0, 1e-6);  // off the axis by rounding alone: any direction across
    expect_touch<2>(ball_drum_shell(Vec<2>{{1, 1}}, 2.0, {{1, 1}}, {}, 2.0), 0.0, Vec<2>::axis(0), {{3, 1}});
}

TEST(BallDrum, ABallOutsideTheHollowIsPushedBackIn) {
    const Touch<2> touch = ball_drum_shell(Vec<2>{{0.0, 12.0}}, 1.0, {}, {}, 10.0);
    expect_touch<2>(touch, -3.0, {{0.0, 1.0}}, {{0.0, 13.0}});
}

}  // namespace
}  // namespace drystone::round_shapes_test

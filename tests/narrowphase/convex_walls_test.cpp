// Convex shapes against balls, planes and drums.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "narrowphase/ball_convex.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/convex_oracle.h"
#include "narrowphase/convex_plane.h"
#include "narrowphase/convex_samples.h"

namespace drystone::convex_walls_test {
namespace {

constexpr double tolerance = 1e-12;
constexpr double pi = std::numbers::pi;
const Convex<3> cube = box<3>({{1, 1, 1}});

template <int D>
void expect_touch(const Touch<D>& touch, double gap, const Vec<D>& normal, const Vec<D>& point) {
    EXPECT_NEAR(touch.gap, gap, tolerance);
    EXPECT_NEAR(norm(touch.normal - normal), 0.0, tolerance);
    EXPECT_NEAR(norm(touch.point - point), 0.0, tolerance);
}

TEST(BallConvex, OverAFaceAnEdgeOrACornerTheNearestPointCounts) {
    const Pose<3> pose = pose_of<3>({{1, 0, 0}}, {});
    expect_touch<3>(ball_convex<3>({{1.2, 0.1, 1.0}}, 0.3, cube, pose), 0.2, {{0, 0, -1}}, {{1.2, 0.1, 0.6}});
    expect_touch<3>(ball_convex<3>({{1.8, 0.1, 0.9}}, 0.4, cube, pose), 0.1, {{-0.6, 0, -0.8}},
                    {{1.8 - 0.27, 0.1, 0.9 - 0.36}});
    expect_touch<3>(ball_convex<3>({{1.7, 0.8, 1.1}}, 0.8, cube, pose), -0.1,
                    {{-2.0 / 7, -3.0 / 7, -6.0 / 7}},
                    {{1.7 - 0.75 * 2 / 7, 0.8 - 0.75 * 3 / 7, 1.1 - 0.75 * 6 / 7}});
    const Convex<2> square = box<2>({{1, 1}});
    expect_touch<2>(ball_convex<2>({{0.8, 0.9}}, 0.3, square, {}), 0.2, {{-0.6, -0.8}}, {{0.56, 0.58}});
    expect_touch<2>(ball_convex<2>({{0.2, 0.9}}, 0.5, square, {}), -0.1, {{0, -1}}, {{0.2, 0.45}});
}

TEST(BallConvex, ACentreInsideLeavesByTheNearestFace) {
    expect_touch<3>(ball_convex<3>({{0.1, -0.3, 0.2}}, 0.3, cube, {}), -0.5, {{0, 1, 0}},
                    {{0.1, -0.25, 0.2}});
    expect_touch<3>(ball_convex<3>({{0.5, 0.5, 0.5}}, 0.3, cube, {}), -0.3, {{-1, 0, 0}}, {{0.35, 0.5, 0.5}});
}

TEST(BallConvex, AnyBallIsAsFarAsTheOracleSays) {
    Random random(4);
    for (int i = 0; i < 20000; ++i) {
        const Convex<3> shape = samples::any_polyhedron(random, 1.0);
        const Pose<3> pose = pose_of<3>({{0.5, 0, -0.5}}, samples::tricky_rotation(random));
        const Vec<3> c = pose.position + random.uniform(0.0, 1.5) * samples::direction(random);
        const Touch<3> touch = ball_convex<3>(c, 0.1, shape, pose);
        const auto solid = oracle::solid(shape, pose, c);
        const oracle::Point<3> origin{0, 0, 0};
        oracle::Real gap = oracle::outside<3>(solid, origin);
        if (gap > 0) {
            oracle::Solid<3> dot_solid;
            dot_solid.vertex = {origin};
            gap = oracle::over_faces(solid, dot_solid);
            for (const auto& e : solid.edge)
                gap = std::min(gap, oracle::to_segment<3>(origin, solid.vertex[e[0]], solid.vertex[e[1]]));
        }
        ASSERT_NEAR(touch.gap, static_cast<double>(gap) - 0.1, 1e-13) << i;
        ASSERT_NEAR(norm(touch.normal), 1.0, 1e-13);
        const Vec<3> x = (touch.gap + 0.1) * touch.normal;  // the nearest point of the surface, from c
        ASSERT_NEAR(static_cast<double>(oracle::outside<3>(solid, {x[0], x[1], x[2]})), 0.0, 1e-12) << i;
    }
}

TEST(ConvexPlane, ABoxOnAPlaneStandsOnItsWholeFace) {
    const Convex<3> brick = box<3>({{0.2, 0.1, 0.06}});
    FlatScratch scratch;
    Manifold<3> m;
    for (const PointRule rule : {PointRule::vertices, PointRule::gauss}) {
        ASSERT_TRUE(
            convex_plane<3>({brick, pose_of<3>({{1, 1, 0.03}}, {})}, {{}, {{0, 0, 1}}}, {1e-9, rule}, scratch, m));
        ASSERT_EQ(m.points.size(), 4u);
        EXPECT_EQ(m.normal, (Vec<3>{{0, 0, -1}}));
        const double half = rule == PointRule::gauss ? 0.1 / std::sqrt(3.0) : 0.1;
        for (const auto& p : m.points) {
            EXPECT_NEAR(p.area, 0.005, tolerance);
            EXPECT_NEAR(p.gap, 0.0, tolerance);
            EXPECT_NEAR(std::abs(p.point[0] - 1.0), half, tolerance);
        }
    }
}

TEST(ConvexPlane, EveryVertexWithinReachIsAPoint) {
    FlatScratch scratch;
    Manifold<3> m;
    const double s = std::sqrt(0.5);
    const Pose<3> rolled = pose_of<3>({{0, 0, s + 0.01}}, rotation_by({{pi / 4, 0, 0}}));
    ASSERT_TRUE(convex_plane<3>({cube, rolled}, {{}, {{0, 0, 1}}}, {0.1, PointRule::vertices}, scratch, m));
    ASSERT_EQ(m.points.size(), 2u);
    for (const auto& p : m.points) EXPECT_NEAR(p.gap, 0.01, tolerance);
    for (const auto& p : m.points) EXPECT_NEAR(p.point[2], 0.005, tolerance);
    for (const auto& p : m.points) EXPECT_EQ(p.area, 0.0);
    ASSERT_TRUE(convex_plane<3>({cube, rolled}, {{}, {{0, 0, 1}}}, {1.0, PointRule::vertices}, scratch, m));
    EXPECT_EQ(m.points.size(), 6u);
    EXPECT_FALSE(convex_plane<3>({cube, rolled}, {{}, {{0, 0, 1}}}, {0.009, PointRule::vertices}, scratch, m));
}

TEST(ConvexPlane, ASquareStandsOnItsEdge) {
    FlatScratch scratch;
    Manifold<2> m;
    const Convex<2> square = box<2>({{2, 1}});
    const Vec<2> up{{-0.6, 0.8}}, along{{0.8, 0.6}};
    const Pose<2> pose = pose_of<2>(0.499 * up, {std::atan2(0.6, 0.8)});
    ASSERT_TRUE(convex_plane<2>({square, pose}, {{}, up}, {0.0, PointRule::gauss}, scratch, m));
    ASSERT_EQ(m.points.size(), 2u);
    for (const auto& p : m.points) EXPECT_NEAR(p.gap, -0.001, tolerance);
    for (const auto& p : m.points) EXPECT_NEAR(p.area, 1.0, tolerance);
    for (const auto& p : m.points)
        EXPECT_NEAR(std::abs(dot(p.point, along)), 1.0 / std::sqrt(3.0), tolerance);
}

TEST(ConvexDrum, VerticesTouchTheWallEachWithItsOwnNormal) {
    FlatScratch scratch;
    std::vector<DrumTouch<3>> touches;
    const Hollow<3> drum{{{1, 0, 0}}, {{0, 0, 1}}, 2.0, 3.0};
    const Pose<3> pose = pose_of<3>({{1, 1.0, 1.0}}, {});  // corners at (+-0.5, 1.5), top face on the end
    ASSERT_TRUE(convex_drum<3>({cube, pose}, drum, {0.5, PointRule::vertices}, scratch, touches));
    int wall = 0, end = 0;
    for (const auto& t : touches) {
        if (t.feature >> 30 == 0) {
            ++wall;
            EXPECT_NEAR(t.touch.gap, 2.0 - std::hypot(0.5, 1.5), tolerance);
            EXPECT_NEAR(std::abs(t.touch.normal[0]), 0.5 / std::hypot(0.5, 1.5), tolerance);
            EXPECT_GT(t.touch.normal[1], 0.0);
        } else {
            ++end;
            EXPECT_EQ(t.feature >> 30, 2u);
            EXPECT_NEAR(t.touch.gap, 0.0, tolerance);
            EXPECT_NEAR(t.area, 0.25, tolerance);
            EXPECT_EQ(t.touch.normal, (Vec<3>{{0, 0, 1}}));
        }
    }
    EXPECT_EQ(wall, 4);
    EXPECT_EQ(end, 4);
    std::vector<DrumTouch<2>> flat;
    EXPECT_TRUE(convex_drum<2>({box<2>({{1, 1}}), pose_of<2>({{0, 2}}, {})}, {{}, {}, 2.5}, {0.0, PointRule::vertices}, scratch, flat));
    EXPECT_EQ(flat.size(), 2u);
}

}  // namespace
}  // namespace drystone::convex_walls_test

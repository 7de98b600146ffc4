#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/rotation.h"
#include "scene/convex_hull.h"

namespace drystone::convex_hull_test {
namespace {

Vec<3> in_ball(Random& random) {
    for (;;) {
        const Vec<3> v{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}};
        if (dot(v, v) <= 1.0) return v;
    }
}

TEST(ConvexHull, HoldsEveryPointAndTouchesThreeWithEachFace) {
    Random random(1);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<Vec<3>> points;
        const double size = std::pow(10.0, random.uniform(-6, 6));
        const Vec<3> middle = (3.0 * size) * in_ball(random);
        for (int i = 0, n = 4 + static_cast<int>(random.below(100)); i < n; ++i)
            points.push_back(middle + size * in_ball(random));
        const ConvexResult<3> hull = convex_hull(points);
        ASSERT_TRUE(hull.convex) << hull.error;
        for (const Vec<3>& p : points)
            for (std::size_t f = 0; f < hull.convex->normal.size(); ++f)
                EXPECT_LE(dot(hull.convex->normal[f], p) - hull.convex->offset[f], 2e-9 * size);
        EXPECT_EQ(hull.convex->size() - hull.convex->edges() + hull.convex->faces(), 2);
    }
}

TEST(ConvexHull, ACubeWithPointsInItsFacesAndOnItsEdgesIsACube) {
    Random random(2);
    for (int trial = 0; trial < 200; ++trial) {
        const Rotation<3> turn = rotation_by(3.0 * in_ball(random));
        std::vector<Vec<3>> points;
        for (int i = 0; i < 8; ++i)
            points.push_back({{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}});
        for (int i = 0; i < 60; ++i) {
            Vec<3> p = in_ball(random);
            for (int fixed = static_cast<int>(random.below(3)); fixed >= 0; --fixed)
                p[static_cast<int>(random.below(3))] = random.below(2) ? 1.0 : -1.0;
            points.push_back(p);
        }
        random.shuffle(std::span(points));
        for (Vec<3>& p : points) p = rotate(turn, p);
        const ConvexResult<3> hull = convex_hull(points);
        ASSERT_TRUE(hull.convex) << hull.error;
        EXPECT_EQ(hull.convex->size(), 8);
        EXPECT_EQ(hull.convex->faces(), 6);
        EXPECT_NEAR(mass_properties(*hull.convex, 1.0).mass, 8.0, 1e-9);
    }
}

TEST(ConvexHull, APrismKeepsItsFlatEndsAndSides) {
    for (const int sides : {3, 4, 5, 12, 32, 100}) {
        const Convex<3> log = prism(sides, 1.0, 0.5);
        std::vector<Vec<3>> points;
        for (const Vec<3>& v : log.vertex) points.push_back(rotate<3>(rotation_by({{0.3, 0.4, 0.5}}), v));
        const ConvexResult<3> hull = convex_hull(points);
        ASSERT_TRUE(hull.convex) << hull.error;
        EXPECT_EQ(hull.convex->size(), 2 * sides);
        EXPECT_EQ(hull.convex->faces(), sides + 2);
        EXPECT_NEAR(mass_properties(*hull.convex, 1.0).mass, mass_properties(log, 1.0).mass, 1e-12);
    }
}

TEST(ConvexHull, NoiseBelowTheFlatnessDoesNotSplitFaces) {
    Random random(3);
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<Vec<3>> points;
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 4; ++y)
                for (int z = 0; z < 4; ++z)
                    points.push_back(Vec<3>{{x / 3.0, y / 3.0, z / 3.0}} + 1e-8 * in_ball(random));
        const ConvexResult<3> hull = convex_hull(points, 1e-6);
        ASSERT_TRUE(hull.convex) << hull.error;
        EXPECT_EQ(hull.convex->size(), 8);
        EXPECT_EQ(hull.convex->faces(), 6);
    }
}

TEST(ConvexHull, PointsWithoutAVolumeAreRefused) {
    const std::vector<Vec<3>> few = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}};
    EXPECT_EQ(convex_hull(few).error, "a polyhedron needs four points, found 3");
    const std::vector<Vec<3>> flat = {{{0, 0, 1}}, {{1, 0, 1}}, {{0, 1, 1}}, {{1, 1, 1}}, {{0.2, 0.3, 1}}};
    EXPECT_EQ(convex_hull(flat).error, "the points lie in one plane");
    const std::vector<Vec<3>> line(5, Vec<3>{{1, 2, 3}});
    EXPECT_EQ(convex_hull(line).error, "the points are all the same");
    const std::vector<Vec<3>> row = {{{0, 0, 0}}, {{1, 1, 1}}, {{2, 2, 2}}, {{3, 3, 3}}};
    EXPECT_EQ(convex_hull(row).error, "the points lie on one line");
    const std::vector<Vec<3>> nan = {{{0, 0, 0}}, {{1, NAN, 1}}, {{2, 2, 0}}, {{3, 0, 3}}};
    EXPECT_EQ(convex_hull(nan).error, "a point is not finite");
    const std::vector<Vec<2>> row2 = {{{0, 0}}, {{1, 1}}, {{2, 2}}};
    EXPECT_EQ(convex_hull(row2).error, "the points lie on one line");
}

TEST(ConvexHull, InThePlaneOnlyCornersStay) {
    Random random(4);
    std::vector<Vec<2>> points = {{{0, 0}}, {{2, 0}},   {{2, 1}},    {{0, 1}},
                                  {{1, 0}}, {{0, 0.5}}, {{2, 0.25}}, {{0, 0}}};
    for (int i = 0; i < 50; ++i) points.push_back({{random.uniform(0, 2), random.uniform(0, 1)}});
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<Vec<2>> turned;
        for (const Vec<2>& p : points) turned.push_back(rotate<2>({0.1 * trial}, p));
        const ConvexResult<2> hull = convex_hull(turned);
        ASSERT_TRUE(hull.convex) << hull.error;
        EXPECT_EQ(hull.convex->size(), 4);
        EXPECT_NEAR(mass_properties(*hull.convex, 1.0).mass, 2.0, 1e-12);
    }
}

}  // namespace
}  // namespace drystone::convex_hull_test

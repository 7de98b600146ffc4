// Deformable surfaces against everything: where, how far, which way, and for how much area.

#include "narrowphase/surface_touch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.h"

namespace drystone::surface_touch_test {
namespace {

/// The skin of [0, w] x [0, h] with n segments along each side, shifted by `shift`.
Surface<2> rectangle(double w, double h, int n, Candidates rule, const Vec<2>& shift = {}) {
    std::vector<Vec<2>> node;
    const std::vector<Vec<2>> corner = {{{0, 0}}, {{w, 0}}, {{w, h}}, {{0, h}}};
    for (int side = 0; side < 4; ++side) {
        for (int k = 0; k < n; ++k) {
            const Vec<2> from = corner[static_cast<std::size_t>(side)],
                         to = corner[static_cast<std::size_t>((side + 1) % 4)];
            node.push_back(shift + from + (static_cast<double>(k) / n) * (to - from));
        }
    }
    std::vector<Facet<2>> facet;
    const int count = static_cast<int>(node.size());
    for (int k = 0; k < count; ++k) facet.push_back({{k, (k + 1) % count}, 2, k});
    return make_surface<2>(facet, node, rule);
}

/// The skin of a unit cube as six quadrilaterals, shifted.
Surface<3> cube(Candidates rule, const Vec<3>& shift = {}) {
    std::vector<Vec<3>> node;
    for (int k = 0; k < 8; ++k)
        node.push_back(shift + Vec<3>{{double(k & 1), double((k >> 1) & 1), double(k >> 2)}});
    const std::vector<Facet<3>> facet = {{{0, 2, 3, 1}, 4, 0}, {{4, 5, 7, 6}, 4, 0}, {{0, 1, 5, 4}, 4, 0},
                                         {{2, 6, 7, 3}, 4, 0}, {{0, 4, 6, 2}, 4, 0}, {{1, 3, 7, 5}, 4, 0}};
    return make_surface<3>(facet, node, rule);
}

template <int D>
double area_of(const std::vector<SurfaceTouch<D>>& touches) {
    return std::accumulate(touches.begin(), touches.end(), 0.0,
                           [](double sum, const SurfaceTouch<D>& t) { return sum + t.area; });
}

TEST(SurfaceTouch, CandidatesOfASideCoverItsWholeLength) {
    for (const Candidates rule : {Candidates::nodes, Candidates::faces, Candidates::gauss}) {
        std::vector<SurfaceTouch<2>> found;
        surface_plane<2>(rectangle(2.0, 1.0, 4, rule, {{0.3, 0.01}}), {}, {{0, 1}}, 0.02, found);
        const std::size_t expected = rule == Candidates::nodes ? 5 : rule == Candidates::faces ? 4 : 8;
        ASSERT_EQ(found.size(), expected);
        EXPECT_NEAR(area_of(found), 2.0, 1e-14);
        for (const auto& t : found) {
            EXPECT_NEAR(t.touch.gap, 0.01, 1e-15);
            EXPECT_EQ(t.touch.normal, (Vec<2>{{0, -1}}));
            EXPECT_GE(t.element_first, 0);
            EXPECT_EQ(t.element_second, -1);
        }
    }
    for (const Candidates rule : {Candidates::nodes, Candidates::faces, Candidates::gauss}) {
        std::vector<SurfaceTouch<3>> found;
        surface_plane<3>(cube(rule, {{0, 0, -0.01}}), {}, {{0, 0, 1}}, 0.0, found);
        EXPECT_EQ(found.size(), rule == Candidates::faces ? 1U : 4U);
        EXPECT_NEAR(area_of(found), 1.0, 1e-14);
    }
}

TEST(SurfaceTouch, OneBlockOnAnotherIsSeenFromBothSidesAndAreaIsCountedOnce) {
    const Surface<2> below = rectangle(1.0, 1.0, 2, Candidates::nodes);
    const Surface<2> above = rectangle(1.0, 1.0, 3, Candidates::nodes, {{0.0, 1.001}});
    std::vector<SurfaceTouch<2>> found;
    surface_surface(below, above, 0.01, found);
    ASSERT_EQ(found.size(), 3U + 2U);  // the corners coincide
    EXPECT_NEAR(area_of(found), 1.0, 1e-14);
    for (const auto& t : found) {
        EXPECT_NEAR(t.touch.gap, 0.001, 1e-14);
        EXPECT_NEAR(t.touch.normal[1], 1.0, 1e-14);
        EXPECT_GE(t.element_first, 0);
        EXPECT_GE(t.element_second, 0);
    }
    std::vector<SurfaceTouch<3>> cubes;
    surface_surface(cube(Candidates::nodes), cube(Candidates::nodes, {{0, 0, 1.001}}), 0.01, cubes);
    EXPECT_EQ(cubes.size(), 4U);
    EXPECT_NEAR(area_of(cubes), 1.0, 1e-14);
}

TEST(SurfaceTouch, HalfAPartnerGetsHalfTheNodes) {
    const Surface<2> below = rectangle(1.0, 1.0, 4, Candidates::nodes);
    const Surface<2> above = rectangle(1.0, 1.0, 4, Candidates::nodes, {{0.5, 1.0}});
    std::vector<SurfaceTouch<2>> found;
    surface_surface(below, above, 0.01, found);
    EXPECT_EQ(found.size(), 3U);  // x = 0.5, 0.75, 1, where both have a node
    for (const auto& t : found) {
        EXPECT_GE(t.touch.point[0], 0.5 - 1e-12);
        EXPECT_LE(t.touch.point[0], 1.0 + 1e-12);
    }
}

// Else the order of the facets would choose a normal.
TEST(SurfaceTouch, BlocksThatMeetCornerToCornerDoNotTouch) {
    std::vector<SurfaceTouch<2>> found;
    surface_surface(rectangle(1.0, 1.0, 2, Candidates::nodes),
                    rectangle(1.0, 1.0, 2, Candidates::nodes, {{1.0, 1.0}}), 0.01, found);
    EXPECT_TRUE(found.empty());
    surface_convex(rectangle(1.0, 1.0, 2, Candidates::nodes), box<2>({{1.0, 1.0}}),
                   {{{1.5, 1.5}}, Mat<2>::scaled_identity(1.0)}, 0.01, found);
    EXPECT_TRUE(found.empty());
    std::vector<SurfaceTouch<3>> cubes;
    surface_surface(cube(Candidates::nodes), cube(Candidates::nodes, {{1.0, 0.0, 1.0}}), 0.01, cubes);
    EXPECT_TRUE(cubes.empty());
}

TEST(SurfaceTouch, ABlockThatSwellsStaysOnTheOther) {
    std::vector<SurfaceTouch<2>> found;
    surface_surface(rectangle(1.0, 1.0, 4, Candidates::nodes),
                    rectangle(1.01, 1.0, 4, Candidates::nodes, {{-0.005, 1.0}}), 0.01, found);
    EXPECT_GE(found.size(), 5U);
    EXPECT_NEAR(area_of(found), 1.0, 0.02);
}

// Above a surface that bulges no place belongs to none of its facets: a joint must not lose its point there.
TEST(SurfaceTouch, APointThatMovesOverABulgeIsAlwaysAboveOneFacet) {
    Surface<2> bulge = rectangle(1.0, 1.0, 8, Candidates::nodes);
    std::vector<Vec<2>> node = bulge.node;
    for (Vec<2>& x : node) x[1] *= 1.0 + 0.2 * x[0] * (1.0 - x[0]);
    place_surface<2>(node, bulge);
    int facets = 0;
    for (int k = 0, last = -1; k <= 400; ++k) {
        const double x = 0.1 + 0.002 * k;
        const Surface<2> probe =
            rectangle(1e-4, 1e-4, 1, Candidates::faces, {{x, 1.0 + 0.2 * x * (1.0 - x) + 0.05}});
        std::vector<SurfaceTouch<2>> found;
        surface_surface(probe, bulge, 0.06, found);
        ASSERT_FALSE(found.empty() || found[0].feature >= of_second) << x;
        EXPECT_NEAR(found[0].touch.gap, 0.05, 0.002) << x;
        if (found[0].element_second != last) ++facets;
        last = found[0].element_second;
    }
    EXPECT_EQ(facets, 8);  // each once: none comes back
}

TEST(SurfaceTouch, APointThatMovesOverARidgeIsAlwaysAboveOneFacet) {
    // A roof of two slopes on a box, and a probe that crosses its ridge.
    const std::vector<Vec<3>> node = {{{0, 0, 0}},     {{1, 0, 0}},    {{1, 1, 0}}, {{0, 1, 0}},
                                      {{0, 0, 1}},     {{1, 0, 1}},    {{1, 1, 1}}, {{0, 1, 1}},
                                      {{0.5, 0, 1.1}}, {{0.5, 1, 1.1}}};
    const std::vector<Facet<3>> facet = {{{0, 3, 2, 1}, 4, 0}, {{4, 8, 9, 7}, 4, 1}, {{8, 5, 6, 9}, 4, 2},
                                         {{0, 1, 5, 4}, 4, 3}, {{4, 5, 8, 0}, 3, 4}, {{2, 3, 7, 6}, 4, 5},
                                         {{6, 7, 9, 0}, 3, 6}, {{3, 0, 4, 7}, 4, 7}, {{1, 2, 6, 5}, 4, 8}};
    const Surface<3> roof = make_surface<3>(facet, node, Candidates::faces);
    int crossings = 0;
    for (int k = 0, last = 1; k <= 200; ++k) {
        const double x = 0.4 + 0.001 * k;
        std::vector<Vec<3>> small;
        for (int corner = 0; corner < 8; ++corner)
            small.push_back(Vec<3>{{x, 0.4, 1.15}} +
                            1e-4 *
                                Vec<3>{{double(corner & 1), double((corner >> 1) & 1), double(corner >> 2)}});
        Surface<3> probe = cube(Candidates::faces);
        place_surface<3>(small, probe);
        std::vector<SurfaceTouch<3>> found;
        surface_surface(probe, roof, 0.1, found);
        ASSERT_FALSE(found.empty() || found[0].feature >= of_second) << x;
        if (found[0].element_second != last) ++crossings;
        last = found[0].element_second;
    }
    EXPECT_EQ(crossings, 1);
}

TEST(SurfaceTouch, NeighboursSideBySideTouchWithTheirSidesOnly) {
    std::vector<SurfaceTouch<2>> found;
    surface_surface(rectangle(1.0, 1.0, 2, Candidates::nodes),
                    rectangle(1.0, 1.0, 2, Candidates::nodes, {{1.001, 0.0}}), 0.01, found);
    ASSERT_EQ(found.size(), 3U);
    for (const auto& t : found) EXPECT_NEAR(t.touch.normal[0], 1.0, 1e-14);
}

TEST(SurfaceTouch, BallsOnFacesEdgesAndCorners) {
    const Surface<3> block = cube(Candidates::nodes);
    std::vector<SurfaceTouch<3>> found;
    surface_ball<3>(block, {{0.4, 0.3, 1.26}}, 0.25, 0.02, found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].touch.gap, 0.01, 1e-14);
    EXPECT_NEAR(found[0].touch.normal[2], 1.0, 1e-14);
    found.clear();
    surface_ball<3>(block, {{1.3, 1.4, 0.5}}, 0.4, 0.2, found);  // an edge, 3-4-5
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].touch.gap, 0.1, 1e-14);
    EXPECT_NEAR(found[0].touch.normal[0], 0.6, 1e-14);
    EXPECT_NEAR(found[0].touch.normal[1], 0.8, 1e-14);
    found.clear();
    surface_ball<3>(block, {{0.5, 0.5, 0.9}}, 0.25, 0.0,
                    found);  // its centre is inside: out by the nearest face
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].touch.gap, -0.35, 1e-14);
    EXPECT_NEAR(found[0].touch.normal[2], 1.0, 1e-14);
}

/// From x to the skin of a box [0, size], negative inside.
template <int D>
double distance_to_box(const Vec<D>& x, const Vec<D>& size) {
    double beyond = 0.0, depth = std::numeric_limits<double>::infinity();
    for (int i = 0; i < D; ++i) {
        const double out = std::max({-x[i], x[i] - size[i], 0.0});
        beyond += out * out;
        depth = std::min({depth, x[i], size[i] - x[i]});
    }
    return beyond > 0.0 ? std::sqrt(beyond) : -depth;
}

template <int D>
void balls_anywhere(const Surface<D>& skin, const Vec<D>& size) {
    Random random(6);
    for (int k = 0; k < 500; ++k) {
        Vec<D> x;
        for (int i = 0; i < D; ++i) x[i] = random.uniform(-0.3, size[i] + 0.3);
        const double gap = distance_to_box(x, size) - 0.1;
        for (const double reach : {1.0, 0.05, 0.0, -0.05}) {  // near enough, or as deep as can be
            std::vector<SurfaceTouch<D>> found;
            surface_ball<D>(skin, x, 0.1, reach, found);
            ASSERT_EQ(found.size(), gap <= reach ? 1U : 0U) << gap << " " << reach;
            if (found.empty()) continue;
            EXPECT_NEAR(found[0].touch.gap, gap, 1e-13);
            EXPECT_NEAR(norm(x - found[0].touch.point), std::abs(distance_to_box(x, size)), 1e-13);
        }
    }
}

TEST(SurfaceTouch, BallsAnywhereFindTheNearestPoint) {
    balls_anywhere<2>(rectangle(2.0, 1.0, 7, Candidates::nodes), {{2.0, 1.0}});
    balls_anywhere<3>(cube(Candidates::faces), {{1.0, 1.0, 1.0}});
}

TEST(SurfaceTouch, ASmallRigidBlockIsHeldByItsCornersALargeOneByCandidates) {
    const Convex<2> small = box<2>({{0.2, 0.2}}), large = box<2>({{4.0, 1.0}});
    const Surface<2> block = rectangle(1.0, 1.0, 1, Candidates::nodes);
    std::vector<SurfaceTouch<2>> found;
    surface_convex(block, small, {{{0.5, 1.1}}, Mat<2>::scaled_identity(1.0)}, 0.01, found);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(area_of(found), 0.2, 1e-14);
    for (const auto& t : found) EXPECT_NEAR(t.touch.normal[1], 1.0, 1e-14);
    found.clear();
    surface_convex(block, large, {{{0.5, -0.5}}, Mat<2>::scaled_identity(1.0)}, 0.01, found);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(area_of(found), 1.0, 1e-14);
    for (const auto& t : found) EXPECT_NEAR(t.touch.normal[1], -1.0, 1e-14);
}

TEST(SurfaceTouch, ABlockInADrumStandsOnTwoCorners) {
    std::vector<SurfaceTouch<2>> found;
    surface_drum<2>(rectangle(1.2, 0.5, 1, Candidates::nodes, {{-0.6, -0.81}}), {{}, {}, 1.0}, 0.02, found);
    ASSERT_EQ(found.size(), 2U);
    for (const auto& t : found) {
        EXPECT_NEAR(t.touch.gap, 1.0 - std::hypot(0.6, 0.81), 1e-14);
        EXPECT_NEAR(std::abs(t.touch.normal[0]), 0.6 / std::hypot(0.6, 0.81), 1e-14);
    }
}

}  // namespace
}  // namespace drystone::surface_touch_test

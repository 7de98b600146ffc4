// What is below the surface of the water: closed forms, and cuts of blocks against integrals done another way.

#include "geometry/submerged.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace drystone::submerged_test {
namespace {

constexpr double pi = std::numbers::pi;

const std::vector<Vec<3>> cube = {{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}},
                                  {{0, 0, 1}}, {{1, 0, 1}}, {{1, 1, 1}}, {{0, 1, 1}}};
const std::vector<std::vector<int>> faces = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                             {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

TEST(Submerged, HalfASphereHasItsCentreThreeEighthsOfTheRadiusDown) {
    const WaterSurface<3> surface{{{0, 0, 1}}, 2.0};
    const Submerged<3> half = submerged_ball(Vec<3>{{1, 5, 2}}, 0.3, surface);
    EXPECT_NEAR(half.volume, 2.0 / 3.0 * pi * 0.027, 1e-15);
    EXPECT_NEAR(half.moment[2] / half.volume, -0.3 * 3.0 / 8.0, 1e-15);
    EXPECT_EQ(submerged_ball(Vec<3>{{0, 0, 2.31}}, 0.3, surface).volume, 0.0);
    EXPECT_DOUBLE_EQ(submerged_ball(Vec<3>{{0, 0, 1.7}}, 0.3, surface).volume, 4.0 / 3.0 * pi * 0.027);
}

TEST(Submerged, HalfADiskHasItsCentreFourThirdsOfRadiusByPiDown) {
    const Vec<2> up{{0.6, 0.8}};
    const Submerged<2> half = submerged_ball(2.0 * up, 0.5, WaterSurface<2>{up, 2.0});
    EXPECT_NEAR(half.volume, 0.5 * pi * 0.25, 1e-15);
    EXPECT_NEAR(dot(half.moment, up) / half.volume, -4.0 * 0.5 / (3.0 * pi), 1e-15);
}

/// Sums thin horizontal slices of a ball of radius R below height a: volume, and its moment.
template <int D>
Submerged<D> sliced(double R, double a) {
    Submerged<D> sum;
    const int slices = 200000;
    for (int k = 0; k < slices; ++k) {
        const double y = -R + (k + 0.5) * (a + R) / slices, half = std::sqrt(R * R - y * y);
        const double volume = (D == 3 ? pi * half * half : 2.0 * half) * (a + R) / slices;
        sum.volume += volume;
        sum.moment[D - 1] += volume * y;
    }
    return sum;
}

template <int D>
void caps_are_sums_of_slices() {
    for (const double a : {-0.69, -0.3, 0.0, 0.4, 0.65}) {
        const Submerged<D> part = submerged_ball(Vec<D>{}, 0.7, WaterSurface<D>{Vec<D>::axis(D - 1), a});
        const Submerged<D> sum = sliced<D>(0.7, a);
        EXPECT_NEAR(part.volume, sum.volume, 1e-8 * 0.7);
        EXPECT_NEAR(part.moment[D - 1], sum.moment[D - 1], 1e-8 * 0.7);
    }
}

TEST(Submerged, CapsAreSumsOfSlices) {
    caps_are_sums_of_slices<2>();
    caps_are_sums_of_slices<3>();
}

TEST(Submerged, ACubeCutAcrossItsDiagonalIsHalved) {
    const double s = 1.0 / std::sqrt(3.0);
    const WaterSurface<3> surface{{{s, s, s}}, 1.5 * s};
    const Submerged<3> half = submerged_polyhedron(cube, faces, {{0.5, 0.5, 0.5}}, surface);
    EXPECT_NEAR(half.volume, 0.5, 1e-15);
    EXPECT_LT(dot(half.moment, surface.up), 0.0);
    // A corner cut off at x + y + z = 1/2: a pyramid of volume 1/48 with its centre at 1/8 of each axis.
    const Submerged<3> corner = submerged_polyhedron(cube, faces, {}, {{{s, s, s}}, 0.5 * s});
    EXPECT_NEAR(corner.volume, 1.0 / 48.0, 1e-16);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(corner.moment[k] / corner.volume, 0.125, 1e-14);
    EXPECT_EQ(submerged_polyhedron(cube, faces, {}, {{{0, 0, 1}}, -0.1}).volume, 0.0);
    EXPECT_NEAR(submerged_polyhedron(cube, faces, {}, {{{0, 0, 1}}, 3.0}).volume, 1.0, 1e-15);
}

TEST(Submerged, ASquareOnItsCornerHoldsATriangle) {
    const std::vector<Vec<2>> square = {{{0, -1}}, {{1, 0}}, {{0, 1}}, {{-1, 0}}};
    const Submerged<2> part = submerged_polygon(square, {}, {{{0, 1}}, -0.5});
    EXPECT_NEAR(part.volume, 0.25, 1e-16);
    EXPECT_NEAR(part.moment[1] / part.volume, -1.0 + 2.0 / 3.0 * 0.5, 1e-15);
    EXPECT_NEAR(submerged_polygon(square, {}, {{{0, 1}}, 0.5}).volume, 2.0 - 0.25, 1e-15);
}

// A sphere whole under water: pressure on its silhouette is that at its centre, and acts R^2 / (4 depth) below it.
TEST(WetSide, TheCentreOfPressureOfADiskIsBelowItsCentre) {
    const WetSide<3> side = wet_side_of_ball(Vec<3>{}, 0.2, WaterSurface<3>{{{0, 0, 1}}, 1.5});
    EXPECT_NEAR(side.area, pi * 0.04, 1e-15);
    EXPECT_NEAR(side.load, pi * 0.04 * 1.5, 1e-15);
    EXPECT_NEAR(side.moment[2] / side.load, -0.04 / (4.0 * 1.5), 1e-15);
    const WetSide<3> half = wet_side_of_ball(Vec<3>{}, 0.2, WaterSurface<3>{{{0, 0, 1}}, 0.0});
    EXPECT_NEAR(half.load, 2.0 / 3.0 * 0.008, 1e-16);  // of a half disk about its diameter
    EXPECT_NEAR(half.moment[2] / half.load, -3.0 * pi / 16.0 * 0.2, 1e-15);  // its second moment over that
    const WetSide<2> flat = wet_side_of_ball(Vec<2>{}, 0.2, WaterSurface<2>{{{0, 1}}, 0.1});
    EXPECT_NEAR(flat.load, 0.5 * 0.3 * 0.3, 1e-16);
    EXPECT_NEAR(flat.moment[1] / flat.load, -0.2 + 0.1, 1e-15);  // a third of the depth from below
}

// A wall 1 m high in water 0.6 m deep: 0.6^2 / 2 per width, at a third of the depth above the foot.
TEST(WetSide, AWallFeelsAThirdOfTheDepthAboveItsFoot) {
    const WetSide<3> side = wet_side_of_polyhedron(cube, faces, {}, {{1, 0, 0}}, {{{0, 0, 1}}, 0.6});
    EXPECT_NEAR(side.area, 0.6, 1e-15);
    EXPECT_NEAR(side.load, 0.18, 1e-15);
    EXPECT_NEAR(side.moment[2] / side.load, 0.2, 1e-15);
    EXPECT_NEAR(side.moment[0], 0.0, 1e-16);  // on the face that looks against the water
    const std::vector<Vec<2>> square = {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}};
    const WetSide<2> flat = wet_side_of_polygon(square, {}, {{-1, 0}}, {{{0, 1}}, 0.6});
    EXPECT_NEAR(flat.load, 0.18, 1e-15);
    EXPECT_NEAR(flat.moment[1] / flat.load, 0.2, 1e-15);
    EXPECT_NEAR(flat.moment[0] / flat.load, 1.0, 1e-15);
}

}  // namespace
}  // namespace drystone::submerged_test

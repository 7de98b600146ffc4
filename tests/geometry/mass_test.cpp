#include "geometry/mass.h"

#include <numbers>

#include <gtest/gtest.h>

#include "geometry/clumps.h"

namespace drystone::mass_test {
namespace {

constexpr double pi = std::numbers::pi;

/// All numbers of `got` against `expected`; tolerance relative to mass, size 1 and the largest moment.
template <int D>
void expect_same(const MassProperties<D>& got, const MassProperties<D>& expected, double tolerance) {
    EXPECT_NEAR(got.mass, expected.mass, tolerance * expected.mass);
    EXPECT_LE(norm(got.centre - expected.centre), tolerance);
    double largest = 0.0;
    for (int i = 0; i < spin_dim<D>; ++i) largest = std::max(largest, std::abs(expected.inertia[i][i]));
    for (int i = 0; i < spin_dim<D>; ++i) {
        for (int j = 0; j < spin_dim<D>; ++j) {
            EXPECT_NEAR(got.inertia[i][j], expected.inertia[i][j], tolerance * largest) << i << j;
        }
    }
}

/// Two unit disks at distance d along x, centre between them: twice the half right of the middle line, with
/// x = -d/2 + cos(theta), theta up to beta.
MassProperties<2> two_disks(double d) {
    const double beta = pi - std::acos(d / 2);
    const double area = beta - std::sin(2 * beta) / 2;
    const double x = 2 * std::pow(std::sin(beta), 3) / 3;   // int x about the disk's own centre
    const double xx = (beta - std::sin(4 * beta) / 4) / 4;  // int x^2
    const double yy = (3 * beta / 8 - std::sin(2 * beta) / 4 + std::sin(4 * beta) / 32) * 2 / 3;
    return {2 * area, {}, {{Vec<1>{{2 * (xx + d * x + d * d / 4 * area + yy)}}}}};
}

/// Two unit spheres at distance d along z: twice the upper one without its cap below the middle plane.
MassProperties<3> two_spheres(double d) {
    const double a = -d / 2;
    const double volume = pi * ((1 - a) - (1 - a * a * a) / 3);
    const double z = pi * ((1 - a * a) / 2 - (1 - std::pow(a, 4)) / 4);
    const double zz = pi * ((1 - a * a * a) / 3 - (1 - std::pow(a, 5)) / 5);
    const double xx = pi / 4 * ((1 - a) - 2 * (1 - a * a * a) / 3 + (1 - std::pow(a, 5)) / 5);
    const double across = 2 * (xx + zz + d * z + d * d / 4 * volume);
    return {2 * volume, {}, Mat<3>::diagonal({{across, across, 4 * xx}})};
}

/// R I R^T and R c of what `m` says.
MassProperties<3> turned(const MassProperties<3>& m, const Rotation<3>& rotation) {
    const Mat<3> R = matrix(rotation);
    return {m.mass, R * m.centre, R * m.inertia * transpose(R)};
}

const double distances[] = {1e-7, 0.01, 0.3, 1.0, 1.7, 1.99, 2 - 1e-6, 2 - 1e-12};

TEST(MassProperties, ADiskAndASphereAreTextbook) {
    const auto disk = mass_properties<2>({ball<2>(0.3, {{1.0, 2.0}})}, 7.0);
    EXPECT_DOUBLE_EQ(disk.mass, 7.0 * pi * 0.09);
    EXPECT_EQ(disk.centre, (Vec<2>{{1.0, 2.0}}));
    EXPECT_DOUBLE_EQ(disk.inertia[0][0], disk.mass * 0.09 / 2);

    const auto sphere = mass_properties<3>({ball<3>(0.3, {{1.0, 2.0, 3.0}})}, 7.0);
    EXPECT_DOUBLE_EQ(sphere.mass, 7.0 * 4 / 3 * pi * 0.027);
    EXPECT_EQ(sphere.centre, (Vec<3>{{1.0, 2.0, 3.0}}));
    EXPECT_DOUBLE_EQ(sphere.inertia[0][0], 0.4 * sphere.mass * 0.09);
    EXPECT_EQ(sphere.inertia, Mat<3>::scaled_identity(sphere.inertia[0][0]));
}

TEST(MassProperties, PlanesAndDrumsWeighNothing) {
    const Geometry<3> walls = {{Plane<3>{{{0, 0, 1}}}, {}, {}}, {Drum<3>{1.0, 2.0}, {}, {}}};
    EXPECT_EQ(mass_properties(walls, 1000.0).mass, 0.0);
    EXPECT_EQ(mass_properties(Geometry<2>{}, 1000.0).mass, 0.0);
}

TEST(MassProperties, TwoOverlappingDisksAreTwoCutDisks) {
    for (const double d : distances) {
        SCOPED_TRACE(d);
        const Vec<2> half{{d / 2, 0.0}};
        expect_same(mass_properties<2>({ball<2>(1, half), ball<2>(1, -half)}, 1.0), two_disks(d), 1e-14);
    }
}

TEST(MassProperties, TwoOverlappingSpheresAreTwoCutSpheresAlongAnyAxis) {
    Random random(3);
    std::vector<Vec<3>> directions = {{{0, 0, 1}}, {{1, 0, 0}}, {{0, -1, 0}}, {{1e-9, 0, 1}}, {{1, 1, 1e-9}}};
    for (int k = 0; k < 5; ++k) directions.push_back(random_direction<3>(random));
    for (const Vec<3>& direction : directions) {
        const Vec<3> axis = (1.0 / norm(direction)) * direction;
        const Mat<3> axial = outer(axis, axis);
        for (const double d : distances) {
            SCOPED_TRACE(d);
            MassProperties<3> expected = two_spheres(d);
            expected.inertia = expected.inertia[0][0] * (Mat<3>::scaled_identity(1) - axial) +
                               expected.inertia[2][2] * axial;
            const Vec<3> half = (d / 2) * axis;
            expect_same(mass_properties<3>({ball<3>(1, half), ball<3>(1, -half)}, 1.0), expected, 1e-13);
        }
    }
}

// Lens of unequal spheres (Weisstein, Sphere-Sphere Intersection):
// V = pi (R + r - d)^2 (d^2 + 2 d (r + R) - 3 (r - R)^2) / (12 d).
TEST(MassProperties, UnequalSpheresLoseTheirLens) {
    const double R = 1.0, r = 0.4;
    for (const double d : {0.61, 0.7, 1.0, 1.3, 1.399}) {
        const double lens =
            pi * std::pow(R + r - d, 2) * (d * d + 2 * d * (r + R) - 3 * (r - R) * (r - R)) / (12 * d);
        const double expected = 4 * pi / 3 * (R * R * R + r * r * r) - lens;
        const auto got = mass_properties<3>({ball<3>(R, {}), ball<3>(r, {{0.6 * d, 0.0, 0.8 * d}})}, 1.0);
        EXPECT_NEAR(got.mass, expected, 1e-13 * expected) << d;
    }
}

// Unit disks at the corners of an equilateral triangle of side 1: inclusion and exclusion with three lenses of
// 2 pi/3 - sqrt(3)/2 and a Reuleaux triangle of (pi - sqrt(3))/2.
TEST(MassProperties, ThreeDisksThroughEachOthersCentres) {
    const double root3 = std::sqrt(3.0);
    const auto got = mass_properties<2>(
        {ball<2>(1, {{0.0, 0.0}}), ball<2>(1, {{1.0, 0.0}}), ball<2>(1, {{0.5, root3 / 2}})}, 1.0);
    EXPECT_NEAR(got.mass, 3 * pi / 2 + root3, 1e-14);
    EXPECT_NEAR(got.centre[0], 0.5, 1e-15);
    EXPECT_NEAR(got.centre[1], root3 / 6, 1e-15);
}

// Spheres of radius 1 at the corners of a regular tetrahedron of edge 1: as many symmetries as a ball.
TEST(MassProperties, ATetrahedronOfSpheresIsIsotropic) {
    Random random(5);
    const double s = 1.0 / std::sqrt(8.0);
    const Geometry<3> clump = {ball<3>(1, {{s, s, s}}), ball<3>(1, {{s, -s, -s}}), ball<3>(1, {{-s, s, -s}}),
                               ball<3>(1, {{-s, -s, s}})};
    for (int k = 0; k < 10; ++k) {
        const auto got = mass_properties(drystone::turned(clump, random_rotation_3(random)), 1.0);
        expect_same(got, {got.mass, {}, Mat<3>::scaled_identity(mean_diagonal(got.inertia))}, 1e-13);
    }
}

TEST(MassProperties, ABallInsideTheOthersAddsNothing) {
    const Geometry<3> big = {ball<3>(1, {}), ball<3>(0.7, {{0.9, 0.0, 0.4}})};
    const auto expected = mass_properties(big, 2.0);
    Geometry<3> more = big;
    more.push_back(big[0]);                                  // twice the same
    more.push_back(ball<3>(0.5, {{0.0, 0.5, 0.0}}));         // inside, touching
    more.insert(more.begin(), ball<3>(0.2, {{0.1, 0, 0}}));  // well inside
    expect_same(mass_properties(more, 2.0), expected, 1e-15);
    more.push_back(ball<3>(0.3, {{0.75, 0.0, 0.3}}));  // inside the union, in neither of the two
    expect_same(mass_properties(more, 2.0), expected, 1e-13);
    EXPECT_EQ(mass_properties<2>({ball<2>(1, {}), ball<2>(1, {})}, 1.0).mass, pi);
}

// Within rounding of touching, from inside or outside: moving by 1e-16 must not change the answer by more.
TEST(MassProperties, TouchingBallsAreWhatTheyAreApart) {
    for (const double shift : {-3e-16, 0.0, 3e-16}) {
        const double r = 0.3, outside = 1 + r + shift, inside = 1 - r + shift;
        const auto two =
            mass_properties<2>({ball<2>(1, {}), ball<2>(r, {{0.6 * outside, 0.8 * outside}})}, 1.0);
        EXPECT_NEAR(two.mass, pi * (1 + r * r), 1e-14);
        const auto one =
            mass_properties<2>({ball<2>(1, {}), ball<2>(r, {{0.6 * inside, 0.8 * inside}})}, 1.0);
        EXPECT_NEAR(one.mass, pi, 1e-14);
        EXPECT_NEAR(one.inertia[0][0], pi / 2, 1e-14);

        const Vec<3> direction{{2.0 / 7, 3.0 / 7, 6.0 / 7}};
        const auto apart = mass_properties<3>({ball<3>(1, {}), ball<3>(r, outside * direction)}, 1.0);
        EXPECT_NEAR(apart.mass, 4 * pi / 3 * (1 + r * r * r), 1e-13);
        const auto within = mass_properties<3>({ball<3>(1, {}), ball<3>(r, inside * direction)}, 1.0);
        EXPECT_NEAR(within.mass, 4 * pi / 3, 1e-13);
        EXPECT_NEAR(within.inertia[1][1], 8 * pi / 15, 1e-13);
    }
}

TEST(MassProperties, BallsApartFollowTheParallelAxes) {
    const double m = 4 * pi / 3, own = 0.4 * m, L = 3.0;
    const auto got = mass_properties<3>({ball<3>(1, {{-L, 0, 0}}), ball<3>(1, {{L, 0, 0}})}, 1.0);
    expect_same(got, {2 * m, {}, Mat<3>::diagonal({{2 * own, 2 * (own + m * L * L), 2 * (own + m * L * L)}})},
                1e-15);
}

// Two dumbbells that do not touch are the sum of their parts, moved by parallel axes.
TEST(MassProperties, GroupsThatOverlapAmongThemselvesAddUp) {
    const Vec<2> far{{7.0, -3.0}};
    const Geometry<2> a = {ball<2>(1, {}), ball<2>(0.8, {{1.0, 0.5}})};
    Geometry<2> both = a;
    for (const auto& part : a)
        both.push_back(ball<2>(std::get<Ball<2>>(part.shape).radius, part.position + far));
    const auto one = mass_properties(a, 3.0), two = mass_properties(both, 3.0);
    expect_same(two,
                {2 * one.mass,
                 one.centre + 0.5 * far,
                 {{Vec<1>{{2 * one.inertia[0][0] + 2 * one.mass * dot(far, far) / 4}}}}},
                1e-14);
}

// The lines' error is that of a midpoint rule on square-root ends, width^1.5: measured 1e-6 in 2D, 2e-5
// in 3D (falling to 1e-7 and 2e-6 with four times as many lines).
TEST(MassProperties, RandomClumpsAgreeWithBruteForce) {
    Random random(11);
    for (int k = 0; k < 10; ++k) {
        const Geometry<2> clump = random_clump<2>(random, 2 + k);
        expect_same(mass_properties(clump, 1.0), by_lines(clump, 4.0, 40000), 2e-6);
    }
    for (int k = 0; k < 6; ++k) {
        const Geometry<3> clump = random_clump<3>(random, 2 + 2 * k);
        expect_same(mass_properties(clump, 1.0), by_lines(clump, 4.0, 1000), 1e-4);
    }
}

// The quadrature slices along z: a turned clump is sliced elsewhere, so this measures the quadrature's error.
TEST(MassProperties, TurningAClumpTurnsItsTensor) {
    Random random(12);
    for (int k = 0; k < 40; ++k) {
        SCOPED_TRACE(k);
        const Geometry<3> clump = random_clump<3>(random, 2 + k % 12);
        const Rotation<3> rotation = random_rotation_3(random);
        const auto got = mass_properties(drystone::turned(clump, rotation), 1.0);
        expect_same(got, turned(mass_properties(clump, 1.0), rotation), 1e-12);
    }
    for (int k = 0; k < 40; ++k) {
        const Geometry<2> clump = random_clump<2>(random, 2 + k % 12);
        const Rotation<2> rotation = random_rotation_2(random);
        MassProperties<2> expected = mass_properties(clump, 1.0);
        expected.centre = rotate(rotation, expected.centre);
        expect_same(mass_properties(drystone::turned(clump, rotation), 1.0), expected, 1e-13);
    }
}

// Doubling lengths is exact in binary, and no tolerance in the code is a length.
TEST(MassProperties, ScalingByPowersOfTwoScalesTheBits) {
    Random random(13);
    for (const double s : {0x1p-30, 0x1p40}) {
        Geometry<3> clump = random_clump<3>(random, 5);
        const auto unit = mass_properties(clump, 1.0);
        for (auto& part : clump) part = ball<3>(s * std::get<Ball<3>>(part.shape).radius, s * part.position);
        const auto scaled = mass_properties(clump, 1.0);
        EXPECT_EQ(scaled.mass, s * s * s * unit.mass);
        EXPECT_EQ(scaled.centre, s * unit.centre);
        EXPECT_EQ(scaled.inertia, (s * s * s * s * s) * unit.inertia);
    }
}

}  // namespace
}  // namespace drystone::mass_test

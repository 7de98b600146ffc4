#include <numbers>

#include <gtest/gtest.h>

#include "geometry/clumps.h"
#include "geometry/mass.h"

// Clumps as people build them: regular, so that spheres touch along lines and meet four at a point, and almost
// regular, after a rounding or a small shake. Slices along z of the clump as built meet all of that at once; of the
// clump turned at random they do not. The two answers must agree.

namespace drystone::mass_degenerate_test {
namespace {

double turning_error(const Geometry<3>& clump, Random& random) {
    const Rotation<3> rotation = random_rotation_3(random);
    const Mat<3> R = matrix(rotation);
    const auto built = mass_properties(clump, 1.0), seen = mass_properties(turned(clump, rotation), 1.0);
    const Mat<3> difference = R * built.inertia * transpose(R) - seen.inertia;
    double error = std::abs(seen.mass / built.mass - 1.0);
    for (int i = 0; i < 3; ++i) error = std::max(error, norm(difference[i]) / built.inertia[0][0]);
    return error;
}

/// Shakes every ball by about `shake` and turns the clump.
void expect_turns(const Geometry<3>& clump) {
    Random random(31);
    for (const double shake : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
        Geometry<3> shaken = clump;
        for (auto& part : shaken) part.position += shake * random_vector<3>(random);
        EXPECT_LE(turning_error(shaken, random), 5e-12) << shake;
    }
}

// At r = sqrt(1/2) four spheres meet at the middle of each face, at sqrt(3/4) all eight at the centre.
const double radii[] = {0.5, 0.5000001,       0.6, std::sqrt(0.5), std::sqrt(0.5) + 1e-9,
                        0.8, std::sqrt(0.75), 1.0};

TEST(MassOfRegularClumps, CubesTurn) {
    for (const double r : radii) {
        SCOPED_TRACE(r);
        Geometry<3> cube;
        for (const int i : {0, 1}) {
            for (const int j : {0, 1}) {
                for (const int k : {0, 1}) cube.push_back(ball<3>(r, {{1.0 * i, 1.0 * j, 1.0 * k}}));
            }
        }
        expect_turns(cube);
    }
}

TEST(MassOfRegularClumps, RodsAlongTheSlicingAxisTurn) {
    for (const double r : radii) {
        SCOPED_TRACE(r);
        Geometry<3> rod;
        for (int i = 0; i < 6; ++i) rod.push_back(ball<3>(r * (1 + 0.1 * (i % 3)), {{0.0, 0.0, 0.5 * i}}));
        expect_turns(rod);
    }
}

TEST(MassOfRegularClumps, RingsTurn) {
    for (const double r : radii) {
        SCOPED_TRACE(r);
        Geometry<3> ring;
        for (int i = 0; i < 6; ++i) {
            const double angle = i * std::numbers::pi / 3;
            ring.push_back(ball<3>(r, {{std::cos(angle), std::sin(angle), 0.0}}));
        }
        expect_turns(ring);
    }
}

// Spheres along z through one horizontal circle: shaken, each three have two common points on it, ill determined.
TEST(MassOfRegularClumps, RodsThroughOneCircleTurn) {
    Geometry<3> rod;
    for (const double z : {0.0, 0.5, 1.2, 1.9})
        rod.push_back(ball<3>(std::hypot(0.8, 0.6 - z), {{0.0, 0.0, z}}));
    expect_turns(rod);
}

TEST(MassOfRegularClumps, BallsThatNearlyCoincideTurn) {
    for (const double r : radii) {
        SCOPED_TRACE(r);
        expect_turns(Geometry<3>(6, ball<3>(r, {})));
    }
}

}  // namespace
}  // namespace drystone::mass_degenerate_test

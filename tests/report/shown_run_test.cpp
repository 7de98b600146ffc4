#include "report/shown_run.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace drystone::shown_run_test {
namespace {

/// A floor and `balls` spheres of radius 1 above it.
ShownBodies floor_and(int balls) {
    ShownBodies bodies;
    for (int i = 0; i <= balls; ++i) {
        bodies.material.push_back(0);
        bodies.fixed.push_back(i == 0);
        bodies.volume.push_back(i == 0 ? 0.0F : static_cast<float>(4.0 / 3.0 * std::numbers::pi));
        bodies.part_body.push_back(i);
        bodies.part_kind.push_back(i == 0 ? ShownPart::plane : ShownPart::ball);
        bodies.part_radius.push_back(i == 0 ? 0.0F : 1.0F);
        for (int c = 0; c < 3; ++c) bodies.part_centre.push_back(0.0F);
    }
    return bodies;
}

ShownFrame at_rest(int balls) {
    ShownFrame frame;
    for (int i = 0; i <= balls; ++i) {
        frame.position.insert(frame.position.end(),
                              {10.0F * static_cast<float>(i), 0.0F, i == 0 ? 0.0F : 1.0F});
        frame.velocity.insert(frame.velocity.end(), {0.0F, 0.0F, 0.0F});
    }
    return frame;
}

void push(ShownFrame& frame, int a, int b, std::array<float, 3> point, std::array<float, 3> force) {
    frame.a.push_back(a);
    frame.b.push_back(b);
    frame.point.insert(frame.point.end(), point.begin(), point.end());
    frame.force.insert(frame.force.end(), force.begin(), force.end());
}

// Squeezed by f from both sides along x: sigma_xx = 2 r f / V, and the pressure is a third of it.
TEST(Pressure, OfASqueezedBallIsAThirdOfItsStress) {
    const ShownBodies bodies = floor_and(1);
    ShownFrame frame = at_rest(1);
    push(frame, 0, 1, {9.0F, 0.0F, 1.0F}, {6.0F, 0.0F, 0.0F});
    push(frame, 1, 0, {11.0F, 0.0F, 1.0F}, {6.0F, 0.0F, 0.0F});  // 1 is the first of this pair: it feels -6
    const std::vector<float> pressure = pressures(bodies, frame);
    EXPECT_NEAR(pressure[1], 2.0 * 1.0 * 6.0 / (4.0 / 3.0 * std::numbers::pi) / 3.0, 1e-6);
    EXPECT_TRUE(std::isnan(pressure[0]));
}

TEST(TurningBodies, AreAllButCentralBalls) {
    ShownBodies bodies = floor_and(2);
    bodies.part_centre[3 * 2] = 0.25F;  // the second ball is off its centre
    EXPECT_EQ(turning_bodies(bodies), (std::vector<int>{0, 2}));
}

TEST(ExtentsOfARun, HoldItsGrainsAndNotItsPlanesOrStragglers) {
    const ShownBodies bodies = floor_and(1000);
    ShownFrame frame = at_rest(1000);
    frame.position[0] = -1e6F;       // the floor: without end
    frame.position[3 * 500] = 1e9F;  // one that flew away
    ExtentsOf extents(bodies);
    extents.add(frame);
    const Extents found = extents.result();
    EXPECT_GE(found.low[0], 0.0F);
    EXPECT_LE(found.low[0], 100.0F);
    EXPECT_LE(found.high[0], 10'001.0F);
    EXPECT_GE(found.high[0], 9'900.0F);
    EXPECT_FLOAT_EQ(found.low[2], 0.0F);
    EXPECT_FLOAT_EQ(found.high[2], 2.0F);
    EXPECT_FLOAT_EQ(found.grain, 1.0F);
}

}  // namespace
}  // namespace drystone::shown_run_test

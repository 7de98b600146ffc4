// Bulk friction without walls, in short: docs/bulk.md has the studies, tests/nightly/bulk_test.cpp what they assert.

#include <gtest/gtest.h>

#include "physics/cell_flow.h"

namespace drystone::cell_flow_test {
namespace {

/// mu(I) = 0.26 + 1.1 I and phi(I) = 0.81 - 0.3 I (da Cruz et al. 2005, as remembered), of 64 disks over a strain of one.
TEST(CellFlow, DisksFlowWithTheFrictionOfTheirInertialNumber) {
    ShearFlow<2> flow(8, 0.4, 0.2);
    flow.shear(1.0);
    const BulkFlow mean = flow.shear(1.0);
    EXPECT_EQ(mean.unconverged, 0);
    EXPECT_NEAR(mean.friction, 0.26 + 1.1 * 0.2, 0.12);
    EXPECT_NEAR(mean.solid_fraction, 0.81 - 0.3 * 0.2, 0.03);
}

/// Spheres at rough friction, slowly: steps that sweeps leave at some 1e-4 for ever (two of these 600) are left to Newton's method, in which the cell is
/// one body more.
TEST(CellFlow, RoughSpheresUnderStressConvergeInEveryStep) {
    ShearFlow<3> flow(5, 0.9, 0.03);
    EXPECT_EQ(flow.shear(0.6).unconverged, 0);
}

/// Stress and shear rate are all there is: the same flow in other units has the same digits.
TEST(CellFlow, UnitsDoNotMatter) {
    ShearFlow<2> one(5, 0.4, 0.2);
    const BulkFlow flow = one.shear(0.2);
    CellStage<2> stage = one.stage();
    stage.cell().component[1].signal.value *= 4.0;  // twice as fast, four times the stress
    stage.cell().component[2].signal.value *= 2.0;
    stage.settings.step *= 0.5;
    World<2> world = stage.build();
    run(world, stage.settings, static_cast<int>(one.world().steps));
    EXPECT_EQ(world.bodies.position, one.world().bodies.position);
    EXPECT_GT(flow.solid_fraction, 0.5);
}

}  // namespace
}  // namespace drystone::cell_flow_test

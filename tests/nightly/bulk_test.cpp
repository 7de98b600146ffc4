// Bulk behaviour without walls, docs/bulk.md: friction and solid fraction over the inertial number, the critical state, and that neither depends on
// the number of grains. What is compared with is from the literature as remembered; tolerances cover that and the scatter of such small samples.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "physics/cell_flow.h"

namespace drystone::bulk_test {
namespace {

/// da Cruz et al. (2005), disks with friction 0.4 and sizes +- 20 %: mu = 0.26 + 1.1 I, phi = 0.81 - 0.3 I.
TEST(Bulk, FrictionAndFractionOfDisksOverTheInertialNumber) {
    for (const double I : {0.01, 0.1, 0.3}) {
        ShearFlow<2> flow(14, 0.4, I);
        flow.shear(1.5);
        const BulkFlow mean = flow.shear(3.0);
        EXPECT_EQ(mean.unconverged, 0);
        EXPECT_NEAR(mean.friction, 0.26 + 1.1 * I, 0.09) << I;
        EXPECT_NEAR(mean.solid_fraction, 0.81 - 0.3 * I, 0.02) << I;
    }
}

/// Jop, Forterre and Pouliquen (2006), glass beads: mu = 0.38 + (0.64 - 0.38) / (0.279 / I + 1).
TEST(Bulk, FrictionOfSpheresOverTheInertialNumber) {
    double before = 0.0;
    for (const double I : {0.03, 0.2}) {
        ShearFlow<3> flow(6, 0.5, I);
        flow.shear(1.0);
        const BulkFlow mean = flow.shear(2.0);
        EXPECT_EQ(mean.unconverged, 0);
        EXPECT_NEAR(mean.friction, 0.38 + 0.26 / (0.279 / I + 1.0), 0.08) << I;
        EXPECT_NEAR(mean.solid_fraction, 0.58, 0.035) << I;
        EXPECT_GT(mean.friction, before);
        before = mean.friction;
    }
}

/// Pressed together without friction, and with much of it, and then sheared alike.
TEST(Bulk, DenseAndLooseStartsEndInOneState) {
    BulkFlow at_first[2], at_last[2];
    int k = 0;
    for (const double first : {0.0, 1.0}) {
        ShearFlow<2> pressed(14, first, 0.02);
        CellStage<2> stage = pressed.stage();
        stage.control("xy", CellDescription<2>::Control::rate, 0.0);
        World<2> world = stage.build();
        run(world, stage.settings, 600);
        ShearFlow<2> flow(14, 0.4, 0.02);
        flow.world().bodies = world.bodies;
        flow.world().cell = world.cell;
        place_cell(flow.world());
        at_first[k] = flow.shear(0.02);
        flow.shear(2.0);
        at_last[k++] = flow.shear(2.5);
    }
    EXPECT_GT(at_first[0].solid_fraction, at_first[1].solid_fraction + 0.015);
    EXPECT_NEAR(at_last[0].solid_fraction, at_last[1].solid_fraction, 0.008);
    EXPECT_NEAR(at_last[0].friction, at_last[1].friction, 0.04);
}

/// Means over four seeds: those of one are apart by as much as 0.03 in friction.
TEST(Bulk, ThreeTimesAsManyDisksFlowAlike) {
    BulkFlow mean[2];
    int k = 0;
    for (const int n : {12, 21}) {
        for (const std::uint64_t seed : {7, 8, 9, 10}) {
            ShearFlow<2> flow(n, 0.4, 0.1, seed);
            flow.shear(1.5);
            const BulkFlow one = flow.shear(2.5);
            EXPECT_EQ(one.unconverged, 0);
            mean[k].friction += one.friction / 4.0;
            mean[k].solid_fraction += one.solid_fraction / 4.0;
        }
        ++k;
    }
    EXPECT_NEAR(mean[0].friction, mean[1].friction, 0.03);
    EXPECT_NEAR(mean[0].solid_fraction, mean[1].solid_fraction, 0.006);
}

}  // namespace
}  // namespace drystone::bulk_test

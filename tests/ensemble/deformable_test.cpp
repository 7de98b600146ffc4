// Forces of deformable stones: elasticity determines what rigidity leaves open.

#include <gtest/gtest.h>

#include "ensemble/ensemble.h"
#include "physics/deformable_stage.h"

namespace drystone::deformable_test {
namespace {

/// A block on the floor with four corners, or nine nodes, that bear.
Ensemble<3> forces_under_a_block(bool deforms, double friction) {
    ElasticStage<3> stage(Coulomb{.friction = friction}, 1e7, 0.2);
    stage.falling();
    stage.floor();
    const Vec<3> size{{1.0, 1.0, 0.5}}, place{{0.0, 0.0, 0.25}};
    deforms ? stage.box_of(size, {2, 2, 1}, place) : stage.rigid_box(size, place);
    World<3> world = stage.build();
    ThreadPool pool(2);
    return sample_forces(world, stage.settings, {.runs = 12, .tolerance = 1e-10}, pool);
}

TEST(SampledDeformable, ElasticityLeavesNothingOpenWithoutFriction) {
    const Ensemble<3> rigid = forces_under_a_block(false, 0.0), elastic = forces_under_a_block(true, 0.0);
    ASSERT_EQ(rigid.counted.size(), 12u);
    ASSERT_EQ(elastic.counted.size(), 12u);
    EXPECT_GT(rigid.indeterminacy, 1e-2);
    EXPECT_LT(elastic.indeterminacy, 1e-6);
    EXPECT_EQ(elastic.movable, 1);
    EXPECT_LT(elastic.change, 1e-6);
    for (const Spread& total : {elastic.total[2]}) EXPECT_LT(total.high - total.low, 1e-6 * std::abs(total.mean));
}

}  // namespace
}  // namespace drystone::deformable_test

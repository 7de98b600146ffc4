// Biaxial and triaxial tests, small: the examples with fewer grains. Isotropic compaction by four walls; then shear, in a stage of its own.

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "scene/scene_text.h"
#include "step/begin_stage.h"
#include "step/membranes.h"
#include "step/pressure.h"
#include "step/world.h"

namespace drystone::soil_tests_test {
namespace {

const std::string examples = std::string(DRYSTONE_SOURCE_DIR) + "/examples/";

/// What contacts press a wall with.
template <int D>
double stress_on(const World<D>& world, int i, double h) {
    std::vector<HalfPlane> cut;
    const PressedWall wall = find_wall<D>(world, i, facing(world.description, i), {});
    return wall_stress(world, i, flat_side(world.parts, wall.own[0]).normal,
                       area_now<D>(world, world, wall, cut).area, h);
}

/// The first stage of the example, on and on.
TEST(SoilTests, FourWallsComeToRestAtTheirPressure) {
    const std::vector<std::string> fewer = {"variables.n=100", "solver.tolerance=1e-9",
                                            "materials.bead.damping.mass=20"};
    const Scene scene = read_scene(examples + "biaxial.toml", fewer);
    World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
    ThreadPool pool(1);
    const double h = scene.settings.step;
    double worst = 1.0;
    for (int k = 0; k < 3000 && worst > 1e-6; ++k) {
        advance(world, scene.settings, pool);
        if (k % 50 != 0) continue;
        worst = 0.0;
        for (const int wall : {0, 1, 2, 3})
            worst = std::max(worst, std::abs(stress_on(world, wall, h) / 1e4 - 1.0));
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * world.energy.work);
}

TEST(SoilTests, ABiaxialTestShearsAtConstantSidePressure) {
    const Scene scene = read_scene(examples + "biaxial.toml", {"variables.n=60"});
    World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
    ThreadPool pool(1);
    const double h = scene.settings.step;
    double top = 0.0, side = 0.0;
    for (int k = 0; k < 2500; ++k) {
        if (k == 500) begin_stage(world, 1, h, pool);
        ASSERT_TRUE(advance(world, scene.settings, pool).solve.converged) << k;
        if (k < 1500) continue;
        top += stress_on(world, 1, h) / 1000.0;
        side += stress_on(world, 2, h) / 1000.0;
    }
    EXPECT_NEAR(side, 1e4, 0.02 * 1e4);
    EXPECT_GT((top - side) / (top + side), 0.1);
    EXPECT_LT((top - side) / (top + side), 0.6);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * world.energy.work);
}

TEST(SoilTests, ATriaxialTestBulgesInItsMembrane) {
    const Scene scene = read_scene(examples + "triaxial.toml", {"variables.n=150"});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    ThreadPool pool(1);
    const double h = scene.settings.step;
    double top = 0.0;
    for (int k = 0; k < 1000; ++k) {
        if (k == 500) begin_stage(world, 1, h, pool);
        ASSERT_TRUE(advance(world, scene.settings, pool).solve.converged) << k;
        if (k >= 750) top += stress_on(world, 1, h) / 250.0;
    }
    EXPECT_GT(top, 1.2e4);
    EXPECT_LT(top, 6e4);
    EXPECT_EQ(world.skins[0].outside, 0);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * std::abs(world.energy.work));
}

}  // namespace
}  // namespace drystone::soil_tests_test

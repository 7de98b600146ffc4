// The examples of biaxial and triaxial tests as they stand: every step converges, the sides keep their pressure, strength and volume are
// those of grains, and the membrane costs little of a step.

#include <cstdio>

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "step/membranes.h"
#include "step/pressure.h"
#include "step/world.h"

namespace drystone {
namespace {

const std::string examples = std::string(DRYSTONE_SOURCE_DIR) + "/examples/";

/// Stress on the side of body i that looks at the grains.
template <int D>
double stress_on(const World<D>& world, int i, double h) {
    std::vector<HalfPlane> cut;
    const PressedWall wall = find_wall<D>(world, i, facing(world.description, i), {});
    return wall_stress(world, i, flat_side(world.parts, wall.own[0]).normal,
                       area_now<D>(world, world, wall, cut).area, h);
}

TEST(Biaxial, AThousandDisksShearAtTheirStrength) {
    const Scene scene = read_scene(examples + "biaxial.toml", {});
    World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
    ThreadPool pool(2);
    const double h = scene.settings.step;
    double top = 0.0, side = 0.0;
    int rows = 0;
    const auto steps = static_cast<int>(scene.duration / h + 0.5);
    for (int k = 0; k < steps; ++k) {
        ASSERT_TRUE(advance(world, scene.settings, pool).solve.converged) << k;
        if (k < 3 * steps / 4) continue;
        top += stress_on(world, 1, h);
        side += 0.5 * (stress_on(world, 2, h) + stress_on(world, 3, h));
        ++rows;
    }
    EXPECT_NEAR(side / rows, 1e4, 0.02 * 1e4);
    const double strength = (top - side) / (top + side);
    EXPECT_GT(strength, 0.2);
    EXPECT_LT(strength, 0.55);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-9 * world.energy.work);
    std::printf("q/p %.3f, side %.1f Pa\n", strength, side / rows);
}

TEST(Triaxial, FiveThousandSpheresInAMembrane) {
    const Scene scene = read_scene(examples + "triaxial.toml", {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    ThreadPool pool(2);
    const double h = scene.settings.step;
    const double before = extent_of<3>(world, world, 0).volume;
    double top = 0.0;
    int rows = 0;
    const auto steps = static_cast<int>(scene.duration / h + 0.5);
    for (int k = 0; k < steps; ++k) {
        ASSERT_TRUE(advance(world, scene.settings, pool).solve.converged) << k;
        if (k < 3 * steps / 4) continue;
        top += stress_on(world, 1, h);
        ++rows;
    }
    EXPECT_GT(top / rows, 1.5e4);
    EXPECT_LT(top / rows, 6e4);
    EXPECT_LT(extent_of<3>(world, world, 0).volume, before);
    EXPECT_LE(world.skins[0].outside, 50);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-9 * std::abs(world.energy.work));
    std::printf("axial stress %.3g Pa, volume %.4g of %.4g m3\n", top / rows,
                extent_of<3>(world, world, 0).volume, before);
}

}  // namespace
}  // namespace drystone

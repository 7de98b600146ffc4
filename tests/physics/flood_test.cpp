// Water and blocks: a raft floats at its depth, a dam slides when the water stands high enough.

#include <gtest/gtest.h>

#include "physics/first_step.h"
#include "step/world.h"

namespace drystone::flood_test {
namespace {

constexpr double g = 9.81;

TEST(Flood, ARaftFloatsAtItsDepth) {
    std::string text = block_scene(
        "[[bodies]]\nname = \"raft\"\nmaterial = \"stone\"\nmass = 300.0\nshape = { type = \"box\", size = "
        "[1.0, 0.5] }\n"
        "position = [0.0, 0.1]\n[water]\nlevel = 0.0\ndensity = 1000.0\n",
        0.5);
    Blocks blocks(text);
    // At rest it displaces its mass: 0.3 m deep, so its middle is 0.05 m below the level; it swings about that.
    double sum = 0.0;
    const int steps = 3000;
    for (int k = 0; k < steps; ++k) {
        blocks.step();
        sum += blocks.world.bodies.position[0][1];
    }
    EXPECT_NEAR(sum / steps, -0.05, 0.01);
    EXPECT_LT(std::abs(blocks.world.energy.balance_error()), 1e-8 * std::abs(blocks.world.energy.work));
}

// A dam of width b, height H under water standing to h on one side: slides iff rho g h^2 / 2 > mu (W - buoyancy of what is wet).
TEST(Flood, ADamSlidesWhenTheWaterStandsHighEnough) {
    const double b = 1.0, H = 2.0, mu = 0.5, W = 2000.0 * b * H * g;
    // mu (W - 1000 g b h) = 500 g h^2
    const double h =
        (-mu * 1000.0 * b + std::sqrt(mu * mu * 1e6 * b * b + 2.0 * 1000.0 * mu * W / g)) / 1000.0;
    for (const double factor : {0.98, 1.02}) {
        const std::string text = fmt::format(
            "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = \"plane\", "
            "normal = [0, 1] }}\n"
            "[[bodies]]\nname = \"dam\"\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = [{}, {}] "
            "}}\nposition = [0.0, {}]\n"
            "[water]\nlevel = {:.17g}\ndensity = 1000.0\n[[water.pressure]]\nbody = \"dam\"\ndirection = [1, "
            "0]\n",
            b, H, 0.5 * H, factor * h);
        EXPECT_EQ(rests(block_scene(text, mu)), factor < 1.0) << h;
    }
}

}  // namespace
}  // namespace drystone::flood_test

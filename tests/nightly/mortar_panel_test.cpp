// A panel like those of Eindhoven (Raijmakers and Vermeltfoort 1992, tests J4D and J5D; joints and potential cracks in the bricks after Lourenco
// 1996): 0.99 x 1.0 x 0.1 m, pressed by 0.30 MPa, then sheared between beams that may neither turn nor part. The tests carried about 50 kN and
// failed by a diagonal crack through bricks. examples/mortar_panel.toml has bricks that do not crack; here every brick is two halves.

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "scene/scene_text.h"

namespace drystone::mortar_panel_test {
namespace {

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), with);
}

/// The example with half bricks, 9 a course, and a law of its own between the two halves of each.
std::string panel_of_bricks_that_crack() {
    std::ostringstream example, cracks;
    example << std::ifstream(DRYSTONE_SOURCE_DIR "/examples/mortar_panel.toml").rdbuf();
    for (int course = 0; course < 16; ++course) {
        for (int half = course % 2; half + 1 < 9; half += 2) {
            cracks << fmt::format("[[interactions]]\nbetween = [\"panel.{0}.{1}\", \"panel.{0}.{2}\"]\n", course, half, half + 1)
                   << "law = \"cohesive_zone\"\nnormal_stiffness = 1e12\nshear_stiffness = 1e12\ntensile_strength = 2.0e6\n"
                      "shear_strength = 2.8e6\nfriction = 0.75\nenergy_opening = 80.0\nenergy_shear = 500.0\n"
                      "softening = \"exponential\"\njoint_gap = 1e-6\n\n";
        }
    }
    const std::string text = replaced(example.str(), "block    = [0.22, 0.0625]", "block    = [0.11, 0.0625]\nbond     = \"stack\"");
    return replaced(text, "[[bodies]]", cracks.str() + "[[bodies]]");
}

TEST(MortarPanel, CracksThroughItsBricksAtAboutFiftyKilonewtons) {
    const Folder folder;
    Scene scene = read_scene(folder.write("panel.toml", panel_of_bricks_that_crack()), {});
    World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
    int beam = 0;
    while (world.description.bodies[static_cast<std::size_t>(beam)].name != "beam") ++beam;
    const double h = scene.settings.step, per_wall = 0.1e-3;  // [kN] of 0.1 m
    double peak = 0.0, at = 0.0, least_after = 1e9;
    for (int k = 0; k < 170; ++k) {
        ASSERT_TRUE(run(world, scene.settings).solve.converged) << k;
        const Vec<2> force = contact_force(world, beam, h);
        const double F = -per_wall * force[0], u = 1e3 * (world.bodies.position[beam][0] - 0.495);
        if (k == 55) {
            EXPECT_NEAR(per_wall * force[1], 29.7, 0.3);  // 0.30 MPa: static steps reach it a few steps after the ramp
        }
        if (u < 1.35 && F > peak) {
            peak = F;
            at = u;
            least_after = F;
        }
        least_after = std::min(least_after, F);
    }
    EXPECT_GT(peak, 47.0);
    EXPECT_LT(peak, 58.0);
    EXPECT_GT(at, 0.9);
    EXPECT_LT(least_after, peak - 3.0);
    EXPECT_GT(world.energy.losses.damage, 0.0);
    expect_balanced(world.energy);
}

}  // namespace
}  // namespace drystone::mortar_panel_test

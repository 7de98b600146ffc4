// A cell whose control changes from stage to stage: pressed from all sides, then sheared under a normal stress, then held.

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"
#include "step/begin_stage.h"
#include "step/state.h"

namespace drystone::cell_stages_test {
namespace {

const std::string scene_text = R"([scene]
dimension = 2
[time]
step = 1e-3
[materials.stone]
density = 1000
[[interactions]]
between = ["*", "*"]
friction = 0.4
[cell]
size = [0.5, 0.5]
periodic = [true, true]
damping = 5.0
control = { xx = { stress = 100.0 }, yy = { stress = 100.0 } }
[[generate]]
type = "packing"
material = "stone"
shape = "disk"
radius = [0.02, 0.03]
count = 60
inside = { type = "box", min = [0, 0], max = [0.5, 0.5] }
[[stages]]
name = "press"
duration = 0.1
[[stages]]
name = "shear"
duration = 0.1
set = { "cell.control" = { yy = { stress = 100.0 }, xy = { rate = 1.0 } } }
[[stages]]
name = "hold"
duration = 0.1
set = { "cell.control" = {} }
)";

Scene read(const std::string& text) { return read_scene(parse_toml_text(text, "scene.toml"), ".", {}); }

void go(World<2>& world, const Scene& scene, int stage, int steps, int threads = 1) {
    ThreadPool pool(threads);
    if (world.staging.number != stage) begin_stage(world, stage, 1e-3, pool);
    for (int k = 0; k < steps; ++k) advance(world, scene.stages[static_cast<std::size_t>(stage)].settings, pool);
}

TEST(CellStages, PressShearHold) {
    const Scene scene = read(scene_text);
    World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
    ThreadPool pool(1);
    begin_stage(world, 0, 1e-3, pool);
    go(world, scene, 0, 100);
    EXPECT_LT(world.cell.edges[0][0], 0.5);
    const double width = world.cell.edges[0][0];
    World<2> again = make_world(std::get<WorldDescription<2>>(scene.world));
    go(world, scene, 1, 50);
    put_state<2>(world, again, pool);
    go(world, scene, 1, 50);
    go(again, scene, 1, 50, 2);
    EXPECT_EQ(world.cell, again.cell);
    EXPECT_EQ(world.bodies.position, again.bodies.position);
    EXPECT_NEAR(world.cell.edges[0][0], width, 1e-3 * width);  // what it moved by when the stage began
    EXPECT_NEAR(world.cell.edges[0][1] / world.cell.edges[1][1], 0.1, 0.01);
    const Mat<2> edges = world.cell.edges;
    go(world, scene, 2, 100);
    for (int i = 0; i < 2; ++i)
        for (int j = i; j < 2; ++j) EXPECT_NEAR(world.cell.edges[i][j], edges[i][j], 1e-12);
    const Energy& e = world.energy;
    EXPECT_NEAR(e.balance_error(), 0.0, 1e-11 * (std::abs(e.work) + std::abs(e.changed) + e.dissipated()));
}

TEST(CellStages, RefusesWhatACellCannotDo) {
    const auto why_not = [](const std::string& from, const std::string& to) -> std::string {
        std::string text = scene_text;
        text.replace(text.find(from), from.size(), to);
        try {
            make_world(std::get<WorldDescription<2>>(read(text).world));
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(why_not("\"cell.control\" = {}", "\"cell.size\" = [1.0, 1.0]").find("cannot change cell.size"), std::string::npos);
    EXPECT_NE(why_not("\"cell.control\" = {}", "\"scene.gravity\" = [0, -1]").find("gravity along y"), std::string::npos);
    EXPECT_EQ(why_not("\"cell.control\" = {}", "\"cell.damping\" = 1.0"), "");
}

}  // namespace
}  // namespace drystone::cell_stages_test

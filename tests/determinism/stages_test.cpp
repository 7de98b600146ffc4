// Runs in stages that go on after a restart: also where a stage speaks of somebody who has left by then.

#include <gtest/gtest.h>

#include "scene/parse_toml.h"
#include "scene/scene.h"
#include "step/begin_stage.h"
#include "step/state.h"

namespace drystone::stages_test {
namespace {

/// Three blocks on a floor, of which `who` is held, let go or left alone, and then removed.
std::string scene_text(const std::string& who, const std::string& before) {
    return R"([scene]
dimension = 2
gravity = [0.0, -9.81]
[time]
step = 1e-3
[materials.stone]
density = 1000
[[interactions]]
between = ["*", "*"]
friction = 0.4
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[drives]]
body = "floor"
motion = { quantity = "velocity", direction = [1, 0], kind = "constant", value = 0.3 }
[[generate]]
type = "stack"
name = "pile"
material = "stone"
sizes = [[0.4, 0.1], [0.3, 0.1], [0.2, 0.1]]
[[stages]]
name = "begin"
duration = 0.01
[[stages]]
name = "before"
duration = 0.01
)" + before + R"(
[[stages]]
name = "after"
duration = 0.01
remove = ")" + who + R"("
[[stages]]
name = "end"
duration = 0.01
)";
}

struct Case {
    std::string who, before;
};

class Stages : public ::testing::TestWithParam<Case> {};

TEST_P(Stages, GoOnWithTheSameBitsFromAnyStep) {
    const Scene scene = read_scene(parse_toml_text(scene_text(GetParam().who, GetParam().before), "scene.toml"), ".", {});
    const auto& description = std::get<WorldDescription<2>>(scene.world);
    ThreadPool pool(1), two(2);
    World<2> whole = make_world(description);
    begin_stage(whole, 0, 1e-3, pool);
    for (int stage = 0; stage < 4; ++stage) {
        if (stage > 0) begin_stage(whole, stage, 1e-3, pool);
        for (int k = 0; k < 5; ++k) advance(whole, scene.settings, pool);
        World<2> again = make_world(description);
        put_state<2>(whole, again, pool);
        for (int k = 0; k < 5; ++k) advance(whole, scene.settings, pool), advance(again, scene.settings, two);
        EXPECT_TRUE(whole.bodies == again.bodies) << stage;
        EXPECT_EQ(whole.matter.freedom, again.matter.freedom) << stage;
        EXPECT_EQ(whole.slot, again.slot) << stage;
        EXPECT_EQ(whole.energy.balance_error(), again.energy.balance_error()) << stage;
    }
    EXPECT_EQ(whole.census.out.passed.bodies, 1);
}
INSTANTIATE_TEST_SUITE_P(WhoLeaves, Stages,
                         ::testing::Values(Case{"pile.0", ""}, Case{"pile.2", ""}, Case{"pile.0", "hold = \"pile.0\""},
                                           Case{"pile.2", "hold = \"pile.2\""}, Case{"pile.2", "hold = \"pile\""}));

}  // namespace
}  // namespace drystone::stages_test

#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone::read_stages_test {
namespace {

const std::string bodies = R"([[bodies]]
name = "ball"
material = "m"
shape = { type = "sphere", radius = 0.1 }
position = [0, 0, 1]
[[bodies]]
name = "gate"
material = "m"
fixed = true
shape = { type = "box", size = [1, 1, 0.1] }
[[bodies]]
name = "floor"
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
position = [0, 0, -1]
[[generate]]
type = "lattice"
name = "grain"
shape = "sphere"
material = "m"
radius = 0.1
spacing = 0.3
counts = [2, 1, 1]
origin = [3, 3, 3]
)";

const std::string drives = R"([[drives]]
name = "push"
body = "gate"
stage = "two"
motion = { quantity = "velocity", direction = [1, 0, 0], kind = "constant", value = 1 }
)";

const std::string staged = R"([scene]
dimension = 3
gravity = [0, 0, -9.81]
[time]
step = 1e-3
[materials.m]
density = 1000.0
[[interactions]]
between = ["m", "m"]
friction = 0.5
)" + bodies + drives + R"([[probes]]
name = "late"
quantities = ["kinetic_energy"]
stage = ["two", "three"]
[[stages]]
name = "one"
duration = 1.0
[[stages]]
name = "two"
until = { quantity = "unbalanced", below = 1e-3, for = 0.05, at_most = 5.0 }
set = { "interactions.0.friction" = 0.1, "scene.gravity" = [0, 0, -1] }
[[stages]]
name = "three"
duration = 0.5
release = "gate"
hold = ["grain.*"]
)";

TEST(Stages, AreReadWithWhatTheyChange) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("scene.toml", staged), {});
    ASSERT_EQ(scene.stages.size(), 3U);
    EXPECT_DOUBLE_EQ(scene.duration, 6.5);
    EXPECT_EQ(scene.stages[1].name, "two");
    EXPECT_DOUBLE_EQ(scene.stages[1].until->held_for, 0.05);
    const auto& world = world_of<3>(scene);
    ASSERT_EQ(world.stages.size(), 3U);
    EXPECT_EQ(std::get<Coulomb>(world.stages[0].interactions[0].law).friction, 0.5);
    EXPECT_EQ(std::get<Coulomb>(world.stages[1].interactions[0].law).friction, 0.1);
    EXPECT_EQ(std::get<Coulomb>(world.stages[2].interactions[0].law).friction, 0.1);  // changes stay
    EXPECT_EQ(world.stages[2].gravity[2], -1.0);
    EXPECT_EQ(world.motions.size(), 0U);
    EXPECT_EQ(world.stages[1].motions.size(), 1U);
    EXPECT_EQ(world.stages[2].motions.size(), 0U);
    EXPECT_EQ(world.stages[2].fixed, (std::vector<std::pair<int, bool>>{{1, false}, {3, true}, {4, true}}));
    EXPECT_EQ(world.stages[0].fixed, (std::vector<std::pair<int, bool>>{{1, true}, {3, false}, {4, false}}));
    EXPECT_EQ(scene.probes[0].stages, (std::vector<int>{1, 2}));
}

TEST(Mistakes, OfStages) {
    const std::string until = "until = { quantity = \"unbalanced\", below = 1e-3, for = 0.05, at_most = 5.0 }";
    const std::string set = "set = { \"interactions.0.friction\" = 0.1, \"scene.gravity\" = [0, 0, -1] }";
    const std::string push = "stage = \"two\"";
    check_mistakes(
        staged,
        {
            {"step = 1e-3", "step = 1e-3\nduration = ^2.0", "lasts as long as they do"},
            {"name = \"two\"", "name = ^\"one\"", "already taken by another stage"},
            {"duration = 1.0", "duration = ^0", "greater than zero"},
            {"duration = 1.0", "duration = 1.0\n^untill = 3", "unknown key \"untill\""},
            {until, "duration = ^1.0\n" + until, "give one of the two"},
            {until, "until = { quantity = ^\"unbalance\", below = 1 }", "did you mean \"unbalanced\"?"},
            {until, "until = { quantity = ^\"momentum\", below = 1 }", "one of its components is: \"momentum.x\""},
            {until, "until = { quantity = ^\"momentum.w\", below = 1 }", "one of its components is"},
            {until, "until = { quantity = \"position.z\", body = ^\"bal\", below = 1 }", "did you mean \"ball\"?"},
            {until, "until = ^{ quantity = \"unbalanced\" }", "either below = .. or above"},
            {until, "until = { quantity = \"unbalanced\", above = ^1, below = 2 }", "either below = .. or above"},
            {until, "until = { quantity = \"unbalanced\", below = 1, for = ^3.0, at_most = 2.0 }", "longer than the stage lasts at most"},
            {until, "until = { quantity = \"unbalanced\", below = 1, at_most = ^-1.0 }", "at_most must be greater than zero"},
            {set, "set = ^3", "set must be a table"},
            {set, "set = { \"interactions.0.frction\" = ^0.1 }", "unknown key \"frction\""},
            {set, "set = { \"interactions.1.friction\" = ^0.1 }", "there is no number 1"},
            {set, "set = { \"interactions.0.friction\" = ^-0.1 }", "friction"},
            {set, "set = { \"interactions.0.between\" = ^[\"m\", \"m\"] }", "cannot change `between`"},
            {set, "set = { \"bodies.ball.mass\" = ^3.0 }", "a stage cannot change [bodies]"},
            {set, "set = { \"generate.0.radius\" = ^3.0 }", "a stage cannot change [generate]"},
            {set, "set = { \"scene.dimension\" = ^2 }", "of [scene] it can change \"gravity\""},
            {set, "set = { \"time.duration\" = ^2 }", "a stage cannot change time.duration"},
            {set, "set = { \"solver.threads\" = ^2 }", "a stage cannot change solver.threads"},
            {set, "set = { \"time.step\" = ^-1 }", "step must be greater than zero"},
            {set, "set = ^{ \"solver.method\" = \"md\", \"interactions.0.law\" = \"spring\", \"interactions.0.normal_stiffness\" = 1e6, \"interactions.0.tangential_stiffness\" = 1e6 }", "is for a run as a whole"},
            {set, "set = ^{ \"interactions.0.law\" = \"bonded\" }", "contacts would remember other things"},
            {set, "set = { \"drives.push.stage\" = ^\"one\" }", "cannot change `stage`"},
            {set, "set = { \"drives.pull.value\" = ^1 }", "no entry named \"pull\""},
            {set, "set = { friction = ^0.1 }", "a stage cannot change [friction]"},
            {set, "set = { interactions = ^3 }", "which key of which of interactions"},
            {push, "stage = ^\"too\"", "there is no stage named \"too\"; did you mean \"two\"?"},
            {push, "stage = [\"two\", ^\"two\"]", "named twice"},
            {push, "stage = ^[]", "stage is empty"},
            {"stage = [\"two\", \"three\"]", "stage = [\"two\", ^\"tree\"]", "did you mean \"three\"?"},
            {"release = \"gate\"", "release = ^\"gat\"", "did you mean \"gate\"?"},
            {"release = \"gate\"", "release = ^\"ball\"", "is not fixed already"},
            {"release = \"gate\"", "release = ^\"floor\"", "has no mass of its own"},
            {"hold = [\"grain.*\"]", "hold = ^\"floor\"", "is fixed already"},
            {"hold = [\"grain.*\"]", "remove = \"ball\"\n[[stages]]\nname = \"four\"\nduration = 1.0\nhold = ^\"ball\"", "has been removed in stage \"three\""},
            {"hold = [\"grain.*\"]", "hold = [^\"grains.*\"]", "no body or group has a name like"},
        });
}

}  // namespace
}  // namespace drystone::read_stages_test

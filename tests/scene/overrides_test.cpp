#include <gtest/gtest.h>

#include "scene/scene_text.h"

namespace drystone::overrides_test {
namespace {

const std::string drum = DRYSTONE_SOURCE_DIR "/examples/drum.toml";
const std::string ball = DRYSTONE_SOURCE_DIR "/examples/bouncing_ball.toml";

TEST(Overrides, ReplaceValuesOfTheFile) {
    const Scene scene =
        read_scene(ball, {"solver.tolerance=1e-8", "time.integrator=euler", "scene.title=\"Two words\"",
                          "bodies.1.position=[0,0,2]", "materials.steel.density = 7000"});
    EXPECT_EQ(scene.settings.solver.tolerance, 1e-8);
    EXPECT_EQ(scene.settings.integrator, Integrator::euler);
    EXPECT_EQ(scene.title, "Two words");
    EXPECT_EQ(world_of<3>(scene).bodies[1].position, (Vec<3>{{0, 0, 2}}));
    EXPECT_EQ(world_of<3>(scene).materials[0].density, 7000.0);
}

TEST(Overrides, EntriesAreFoundByNameAndComponentsByNumber) {
    const Scene scene = read_scene(ball, {"bodies.ball.position.2=4", "bodies.ball.velocity=[0,0,-1]"});
    EXPECT_EQ(world_of<3>(scene).bodies[1].position, (Vec<3>{{0, 0, 4}}));
    EXPECT_EQ(world_of<3>(scene).bodies[1].velocity, (Vec<3>{{0, 0, -1}}));
}

TEST(Overrides, NamesMayHaveDots) {
    const Folder folder;
    const auto path =
        folder.write("s.toml", head(2) +
                                   "[[bodies]]\nname = \"a.b\"\nmaterial = \"m\"\nshape = { type = "
                                   "\"disk\", radius = 1 }\n");
    EXPECT_EQ(world_of<2>(read_scene(path, {"bodies.a.b.position=[3,4]"})).bodies[0].position,
              (Vec<2>{{3, 4}}));
    EXPECT_EQ(world_of<2>(read_scene(path, {"bodies.\"a.b\".position=[3,4]"})).bodies[0].position,
              (Vec<2>{{3, 4}}));
}

TEST(Overrides, MakeKeysAndTablesThatAreMissing) {
    const Scene scene = read_scene(
        drum, {"generate.0.count=100", "generate.0.name=beads", "solver.threads=3", "time.overlap=push"});
    EXPECT_EQ(world_of<2>(scene).bodies.size(), 101u);
    EXPECT_EQ(world_of<2>(scene).bodies[1].name, "beads.0");
    EXPECT_EQ(scene.threads, 3);
    EXPECT_EQ(scene.settings.overlap, Overlap::push);
    const Folder folder;
    const auto path = folder.write("s.toml", head(2));
    EXPECT_EQ(read_scene(path, {"solver.tolerance=1e-7"}).settings.solver.tolerance, 1e-7);
}

TEST(Overrides, LaterOnesWin) {
    EXPECT_EQ(read_scene(ball, {"time.duration=1", "time.duration=2"}).duration, 2.0);
}

struct Slip {
    std::string set;
    std::string says;  // whole message after "--set ..: "
};

TEST(Overrides, MistakesAreReportedAtTheArgument) {
    const Slip slips[] = {
        {"solver.tolerance", "there is no '='"},
        {"solver..tolerance=1", "keys with dots"},
        {"=1", "keys with dots"},
        {"solver.tolerance=", "no value after '='"},
        {"scene.title=two words", "put a text of several words in quotes"},
        {"solver.tolerance=-1", "tolerance must be greater than zero, found the number -1"},
        {"solver.tolerance=small", "tolerance must be a number, found the string \"small\""},
        {"solver.tolerence=1e-3", "unknown key \"tolerence\" in [solver]; did you mean \"tolerance\"?"},
        {"slover.tolerance=1e-3", "unknown key \"slover\" in a scene; did you mean \"solver\"?"},
        {"bodies.2.position=[0,0,0]", "bodies has 2 entries, counted from 0; there is no number 2"},
        {"bodies.bal.position=[0,0,0]", "bodies has no entry named \"bal\"; did you mean \"ball\"?"},
        {"bodies.ball.position=[0,0]",
         "position must be three numbers in brackets, found an array of 2 values"},
        {"materials.stel.density=1", "there is no material named \"stel\"; did you mean \"steel\"?"},
        {"time.step.first=1", "time.step is the number 0.0001, there is no \"first\" in it"},
        {"drives.0.body=ball", "there is no array \"drives\" in the scene"},
        {"bodies.ball.shape.radius=0", "radius must be greater than zero, found the number 0"},
    };
    for (const Slip& slip : slips) {
        const std::string said = objection(ball, {slip.set});
        EXPECT_TRUE(said.starts_with("--set " + slip.set + ": ")) << said;
        EXPECT_NE(said.find(slip.says), std::string::npos) << "said: " << said << "\nwanted: " << slip.says;
    }
}

}  // namespace
}  // namespace drystone::overrides_test

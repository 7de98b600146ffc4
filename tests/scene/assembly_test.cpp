// A whole assembly from mesh files.

#include <gtest/gtest.h>

#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone {
namespace {

/// A cube with its lowest corner at (0, 0, z), as OBJ.
std::string cube(double z) {
    std::string text;
    for (int k = 0; k < 8; ++k)
        text += "v " + std::to_string(k & 1) + " " + std::to_string((k >> 1) & 1) + " " +
                std::to_string(((k >> 2) & 1) + z) + "\n";
    return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

const std::string head =
    "[scene]\ndimension = 3\n[time]\nstep = 1e-3\nduration = 1\n[materials.stone]\ndensity = 1000.0\n"
    "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nfriction = 0.5\n[[generate]]\ntype = \"assembly\"\n"
    "name = \"ruin\"\nmaterial = \"stone\"\nscale = 0.5\n";

TEST(Assembly, AStoneForEachFileOfAFolder) {
    const Folder folder;
    folder.write("b_upper.obj", cube(1.0));
    folder.write("a_lower.obj", cube(0.0));
    folder.write("readme.txt", "not a mesh");
    for (const std::string& which :
         {std::string("folder = \".\"\n"), std::string("files = [\"a_lower.obj\", \"b_upper.obj\"]\n")}) {
        const Scene scene = read_scene(folder.write("scene.toml", head + which), {});
        const auto& world = std::get<WorldDescription<3>>(scene.world);
        ASSERT_EQ(world.bodies.size(), 2u);
        EXPECT_EQ(world.bodies[0].name, "ruin.a_lower");
        EXPECT_EQ(world.bodies[1].name, "ruin.b_upper");
        EXPECT_LT(norm(world.bodies[1].position - Vec<3>{{0.25, 0.25, 0.75}}), 1e-15);
        const World<3> built = make_world(world);
        EXPECT_NEAR(built.matter.mass[1], 125.0, 1e-9);
    }
}

TEST(Assembly, WhatIsNotThereIsRefused) {
    const Folder folder;
    EXPECT_NE(objection(folder.write("scene.toml", head)).find("one of the two"), std::string::npos);
    EXPECT_NE(objection(folder.write("scene.toml", head + "folder = \".\"\n"))
                  .find("there are no .obj, .stl or .ply files"),
              std::string::npos);
    EXPECT_NE(objection(folder.write("scene.toml", head + "files = [\"none.obj\"]\n")).find("none.obj"),
              std::string::npos);
}

}  // namespace
}  // namespace drystone

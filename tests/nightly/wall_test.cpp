// Masonry at rest: what creeps in ten seconds, and how long a step takes.

#include <chrono>
#include <cstdio>

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::wall_test {
namespace {

const char* wall = R"([scene]
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 1e-3
duration = 10.0
[solver]
method = "auto"
tolerance = 1e-10
[materials.brick]
density = 1800.0
[[interactions]]
between = ["brick", "brick"]
friction = 0.6
[[generate]]
type = "wall"
name = "wall"
material = "brick"
length = 8.0
height = 3.0
thickness = 0.3
block = [0.4, 0.15]
base = 0.2
)";

TEST(Wall, FourHundredBricksStandStillForTenSeconds) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("wall.toml", wall), {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    EXPECT_GE(world.bodies.size(), 400);
    const std::vector<Vec<3>> start = world.bodies.position;
    ThreadPool pool(1);
    const auto began = std::chrono::steady_clock::now();
    for (int k = 0; k < 10000; ++k) {
        const StepReport report = advance(world, scene.settings, pool);
        ASSERT_TRUE(report.solve.converged) << "step " << k << ": residual " << report.solve.residual;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    double creep = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i)
        creep = std::max(creep, norm(world.bodies.position[i] - start[i]));
    std::printf("%d bricks, %d contacts: %.2f ms a step, creep %.1e m\n", world.bodies.size(),
                world.contacts.size(), seconds / 10.0, creep);
    EXPECT_LT(creep, 1e-9);
}

TEST(Stack, FiftyBoxesStand) {
    std::string text = wall;
    text = text.substr(0, text.find("[[generate]]")) +
           "[[generate]]\ntype = \"stack\"\nname = \"s\"\nmaterial = \"brick\"\nsizes = [[0.4, 0.4, "
           "0.2]]\ncount = 50\nbase = true\n";
    const Folder folder;
    const Scene scene = read_scene(folder.write("stack.toml", text), {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    const std::vector<Vec<3>> start = world.bodies.position;
    ThreadPool pool(1);
    for (int k = 0; k < 2000; ++k) ASSERT_TRUE(advance(world, scene.settings, pool).solve.converged) << k;
    for (std::size_t i = 0; i < start.size(); ++i) EXPECT_LT(norm(world.bodies.position[i] - start[i]), 1e-8);
}

}  // namespace
}  // namespace drystone::wall_test

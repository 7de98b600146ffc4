// Stones that are poured into a box: polyhedra, which touch at about two points a pair, as many contacts in all as masonry has. Sweeps bring them to rest;
// what systems of equations cost there is the price of a hundred sweeps each. docs/theory.md section 5.6.

#include <string>

#include <gtest/gtest.h>

#include "physics/stage.h"
#include "scene/scene.h"
#include "scene/scene_text.h"

namespace drystone::poured_stones_test {
namespace {

std::string wall(const std::string& normal, const std::string& place) {
    return "[[bodies]]\nmaterial = \"rock\"\nfixed = true\nshape = { type = \"plane\", normal = " + normal +
           " }\nposition = " + place + "\n";
}

/// Stones some millimetres wide, loose above the floor of a box of 0.12 m.
std::string pour(int stones) {
    return "[scene]\ndimension = 3\ngravity = [0, 0, -9.81]\n[time]\nstep = 1e-3\nduration = "
           "1\n[materials.rock]\ndensity = 2600.0\n"
           "[[interactions]]\nbetween = [\"*\", \"*\"]\nfriction = 0.3\n" +
           wall("[0, 0, 1]", "[0, 0, 0]") + wall("[1, 0, 0]", "[-0.06, 0, 0]") +
           wall("[-1, 0, 0]", "[0.06, 0, 0]") + wall("[0, 1, 0]", "[0, -0.06, 0]") +
           wall("[0, -1, 0]", "[0, 0.06, 0]") +
           "[[generate]]\ntype = \"packing\"\nname = \"stone\"\nmaterial = \"rock\"\nradius = [0.006, "
           "0.01]\ncount = " +
           std::to_string(stones) +
           "\ninside = { type = \"box\", min = [-0.06, -0.06, 0.001], max = [0.06, 0.06, " +
           std::to_string(0.06 + 0.8e-3 * stones) +
           "] }\n"
           "shape = { type = \"polyhedron\", vertices = [[1, 0, 0], [-1, 0.1, 0], [0, 1, 0.2], [0, -1, 0], "
           "[0.1, 0, 1], [0, 0, -1],"
           " [0.7, 0.7, 0.6], [-0.6, 0.5, -0.7]] }\n";
}

/// Systems of Newton's method in so many steps, each of which has to converge.
int systems_in(int steps, int stones) {
    const Scene scene = read_scene(Folder().write("scene.toml", pour(stones)), {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    int systems = 0;
    for (int k = 0; k < steps; ++k) {
        const StepReport report = run(world, scene.settings);
        EXPECT_TRUE(report.solve.converged) << "step " << k << " residual " << report.solve.residual;
        systems += report.solve.work[SolvedBy::newton].iterations;
    }
    EXPECT_GT(world.problem.size(), 5 * stones);  // a heap by now
    return systems;
}

TEST(PouredStones, EveryStepConverges) { systems_in(130, 60); }

/// 440 systems; 6006 where heaps are taken for masonry.
TEST(PouredStones, AreLeftToSweepsByNight) { EXPECT_LT(systems_in(230, 300), 1000); }

}  // namespace
}  // namespace drystone::poured_stones_test

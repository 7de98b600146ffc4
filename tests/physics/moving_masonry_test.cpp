// Masonry in motion: contacts slide, open and strike in every step, and still a step takes tens of iterations, not
// thousands. docs/theory.md section 5.5.

#include <string>

#include <gtest/gtest.h>

#include "physics/stage.h"
#include "scene/scene.h"
#include "scene/scene_text.h"

namespace drystone::moving_masonry_test {
namespace {

struct Shaken {
    std::string law, wall, shaking;
    double tolerance = 1e-5;
};

template <int D>
std::string text_of(const Shaken& shaken) {
    return "[scene]\ndimension = " + std::to_string(D) +
           "\ngravity = " + (D == 2 ? "[0, -9.81]" : "[0, 0, -9.81]") +
           "\n[time]\nstep = 1e-3\nduration = 1\n[solver]\ntolerance = " + std::to_string(shaken.tolerance) +
           "\n[materials.m]\ndensity = 2000.0\n[[interactions]]\nbetween = [\"m\", \"m\"]\nfriction = 0.6\n" +
           shaken.law + "[[generate]]\ntype = \"wall\"\nname = \"w\"\nmaterial = \"m\"\n" + shaken.wall +
           (D == 3 ? "thickness = 0.4\n" : "") +
           "[[drives]]\nbody = \"w.base\"\nmotion = { quantity = \"displacement\", kind = \"sine\", " +
           shaken.shaking + "}\n";
}

/// Iterations a step on average; every step has to converge.
template <int D>
double iterations_of(const Shaken& shaken, int steps) {
    const Scene scene = read_scene(Folder().write("scene.toml", text_of<D>(shaken)), {});
    World<D> world = make_world(std::get<WorldDescription<D>>(scene.world));
    double sum = 0.0;
    for (int k = 0; k < steps; ++k) {
        const StepReport report = run(world, scene.settings);
        EXPECT_TRUE(report.solve.converged) << "step " << k << " residual " << report.solve.residual;
        sum += report.solve.iterations;
    }
    return sum / steps;
}

const std::string panel = "length = 1.05\nheight = 0.7\nblock = [0.21, 0.07]\nbase = 0.1\n";
const std::string pier = "length = 1.6\nheight = 2.5\nblock = [0.8, 0.5]\nbase = 0.4\nbase_margin = 0.6\n";

std::string elastic(const std::string& stiffness) {
    return "law = \"elastic\"\nnormal_stiffness = " + stiffness + "\nshear_stiffness = " + stiffness + "\n";
}

TEST(MovingMasonry, APlanePanelWithElasticJointsIsShaken) {
    for (const std::string stiffness : {"1e9", "1e10", "1e12"})
        EXPECT_LT(
            iterations_of<2>(
                {elastic(stiffness), panel, "direction = [1, 0], amplitude = 0.01, frequency_hz = 5"}, 50),
            200.0)
            << stiffness;
}

TEST(MovingMasonry, APanelWithElasticJointsIsShaken) {
    for (const std::string stiffness : {"1e9", "1e10", "1e12"})
        EXPECT_LT(
            iterations_of<3>(
                {elastic(stiffness), panel, "direction = [1, 0, 0], amplitude = 0.01, frequency_hz = 5"}, 50),
            200.0)
            << stiffness;
}

TEST(MovingMasonry, APlanePierOfDryBlocksRocks) {
    EXPECT_LT(
        iterations_of<2>({"", pier, "direction = [1, 0], amplitude = 0.1, frequency_hz = 2", 1e-4}, 300),
        100.0);
}

TEST(MovingMasonry, APierOfDryBlocksRocks) {
    EXPECT_LT(
        iterations_of<3>({"", pier, "direction = [0, 1, 0], amplitude = 0.1, frequency_hz = 2", 1e-4}, 300),
        100.0);
}

}  // namespace
}  // namespace drystone::moving_masonry_test

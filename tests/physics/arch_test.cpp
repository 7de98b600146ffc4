// Arches and walls at their limits: validation cases C01, C04-C06, C08, C14.

#include <numbers>

#include <gtest/gtest.h>

#include "physics/first_step.h"
#include "step/world.h"

namespace drystone::arch_test {
namespace {

std::string arch(double eta, int voussoirs, const std::string& more = "") {
    return fmt::format(
        "[[generate]]\ntype = \"arch\"\nname = \"arch\"\nmaterial = \"stone\"\nradius = 1.0\nthickness = "
        "{:.17g}\nvoussoirs = {}\n{}\n",
        eta, voussoirs, more);
}

TEST(Arch, ASemicircleStandsAboveItsLeastThickness) {
    for (const auto& [voussoirs, least] : {std::pair(16, 0.107076), std::pair(8, 0.099972)}) {
        EXPECT_TRUE(rests(block_scene(arch(1.01 * least, voussoirs), 0.9))) << voussoirs;
        EXPECT_FALSE(rests(block_scene(arch(0.99 * least, voussoirs), 0.9))) << voussoirs;
    }
}

// C03: many voussoirs come near the continuum, 0.1075 of the radius (Milankovitch).
TEST(Arch, ManyVoussoirsComeNearTheContinuum) {
    EXPECT_TRUE(rests(block_scene(arch(1.01 * 0.107453, 80), 0.9)));
    EXPECT_FALSE(rests(block_scene(arch(0.99 * 0.107453, 80), 0.9)));
}

TEST(Arch, WeakFrictionAsksForAThickerRing) {
    for (const auto& [mu, least] : {std::pair(0.36, 0.14295), std::pair(0.38, 0.12317)}) {
        EXPECT_TRUE(rests(block_scene(arch(1.02 * least, 16), mu))) << mu;
        EXPECT_FALSE(rests(block_scene(arch(0.98 * least, 16), mu))) << mu;
    }
}

// C05: the horizontal thrust of any converged answer lies in its interval.
TEST(Arch, TheThrustIsAdmissible) {
    struct Case {
        int voussoirs;
        double eta, low, high;
    };
    for (const auto& [voussoirs, eta, low, high] :
         {Case{27, 0.15, 0.175568, 0.227373}, Case{27, 0.20, 0.153410, 0.254969},
          Case{16, 0.15, 0.176566, 0.228117}}) {
        Blocks blocks(block_scene(arch(eta, voussoirs), 1.2));
        ASSERT_TRUE(blocks.step().solve.converged);
        double W = 0.0;
        for (int i = 0; i < blocks.world.bodies.size(); ++i) {
            if (blocks.world.matter.freedom[i] != Freedom::immovable) W += 9.81 * blocks.world.matter.mass[i];
        }
        const int first = blocks.body("arch.voussoir.0"), second = blocks.body("arch.voussoir.1");
        ASSERT_GE(second, 0);
        const double H = std::abs(blocks.force(first, second)[0]) / W;
        EXPECT_GT(H, low - 1e-6);
        EXPECT_LT(H, high + 1e-6);
    }
}

TEST(Arch, TiltedArchesFallAtTheirAngle) {
    const std::string segment = "form = \"segmental\"\nembrace_deg = 120.0";
    EXPECT_TRUE(rests(block_scene(arch(0.15, 16), 1.2, std::atan(0.985 * 0.149969))));
    EXPECT_FALSE(rests(block_scene(arch(0.15, 16), 1.2, std::atan(1.015 * 0.149969))));
    EXPECT_TRUE(rests(block_scene(arch(0.20, 27), 1.2, std::atan(0.985 * 0.284337))));
    EXPECT_FALSE(rests(block_scene(arch(0.20, 27), 1.2, std::atan(1.015 * 0.284337))));
    EXPECT_TRUE(rests(block_scene(arch(0.15, 14, segment), 1.2, std::atan(0.985 * 0.921371))));
    EXPECT_FALSE(rests(block_scene(arch(0.15, 14, segment), 1.2, std::atan(1.015 * 0.921371))));
}

TEST(Arch, PointedArchesMayBeThinner) {
    for (const auto& [offset, least] :
         {std::pair(0.0, 0.107348), std::pair(0.1, 0.085991), std::pair(0.2, 0.069925)}) {
        const std::string form = fmt::format("form = \"pointed\"\npointedness = {}", offset);
        EXPECT_TRUE(rests(block_scene(arch(1.015 * least, 20, form), 0.9))) << offset;
        EXPECT_FALSE(rests(block_scene(arch(0.985 * least, 20, form), 0.9))) << offset;
    }
}

// At rest nothing creeps, and no contact point comes or goes.
TEST(Wall, StandsStill) {
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"w\"\nmaterial = \"stone\"\nlength = 1.6\nheight = "
        "1.0\nthickness = 0.3\n"
        "block = [0.4, 0.2]\nbase = 0.2\n";
    const std::string text =
        "[scene]\ndimension = 3\ngravity = [0, 0, -9.81]\n[time]\nstep = 1e-3\nduration = "
        "1\n[solver]\nmethod = \"auto\"\n"
        "tolerance = 1e-6\n[materials.stone]\ndensity = 2000.0\n[[interactions]]\nbetween = [\"stone\", "
        "\"stone\"]\nfriction = 0.6\n";
    for (const double tolerance : {1e-6, 1e-10}) {
        const Folder folder;
        Scene scene = read_scene(folder.write("wall.toml", text + wall), {});
        scene.settings.solver.tolerance = tolerance;
        World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
        const std::vector<Vec<3>> start = world.bodies.position;
        ThreadPool pool(1);
        const int contacts = advance(world, scene.settings, pool).contacts;
        for (int k = 0; k < 400; ++k) {
            const StepReport report = advance(world, scene.settings, pool);
            ASSERT_TRUE(report.solve.converged);
            ASSERT_EQ(report.contacts, contacts) << k;
        }
        for (std::size_t i = 0; i < start.size(); ++i)
            EXPECT_LT(norm(world.bodies.position[i] - start[i]), tolerance * 1e-2);
    }
}

// C14: rest below 0.85 of the limit analysis, motion above 1.02.
TEST(Wall, RunningBondUnderInPlaneTilt) {
    struct Case {
        int blocks, courses;
        double mu, limit;
    };
    for (const auto& [blocks, courses, mu, limit] :
         {Case{4, 4, 0.65, 0.641551}, Case{4, 6, 0.75, 0.639024}, Case{4, 8, 0.65, 0.566368}}) {
        const std::string wall = fmt::format(
            "[[generate]]\ntype = \"wall\"\nname = \"w\"\nmaterial = \"stone\"\nlength = {}\nheight = {}\n"
            "block = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.0\n",
            0.4 * blocks, 0.2 * courses);
        EXPECT_TRUE(rests(block_scene(wall, mu, std::atan(0.85 * limit)))) << blocks << "x" << courses;
        EXPECT_FALSE(rests(block_scene(wall, mu, std::atan(1.02 * limit)))) << blocks << "x" << courses;
    }
}

}  // namespace
}  // namespace drystone::arch_test

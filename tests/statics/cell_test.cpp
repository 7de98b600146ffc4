// Equilibrium without time in a cell that repeats and stays as it is.

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "statics/rig.h"

namespace drystone::cell_test {
namespace {

/// Two rows, the upper disks in the hollows of the lower: each of their contacts bears half a weight, those on the floor two, and what pushes a disk to
/// one side pushes it to the other. The border goes through one of them. (Without friction the rows would buckle.)
TEST(StaticsInCells, AnEndlessRowLeansOnItself) {
    constexpr double r = 0.1, s = 2.1 * r, k = 1e8, w = 9.81;
    for (const StaticsMethod method : {StaticsMethod::kishino, StaticsMethod::bagi_bojtar}) {
        Stage<2> stage(springs(k, 0.5 * k, 0.5));
        stage.falling(9.81).floor();
        const double up = std::sqrt(4.0 * r * r - 0.25 * s * s);
        for (int i = 0; i < 3; ++i) {
            stage.ball(1.0, r, {{i * s, r}});
            stage.ball(1.0, r, {{(i + 0.5) * s, r + up}});
        }
        stage.description.cell.emplace();
        stage.description.cell->size = {{3.0 * s, 4.0}};
        stage.description.cell->periodic = {true, false};
        World<2> world = stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 1, .tolerance = 1e-8});
        EXPECT_TRUE(report.converged) << report.increments[0].error;
        int leaning = 0, around = 0;
        for (int c = 0; c < world.contacts.size(); ++c) {
            const ContactPoint<2>& point = world.contacts.point[static_cast<std::size_t>(c)];
            const Vec<2>& f = world.contacts.impulse[static_cast<std::size_t>(c)];
            if (f == Vec<2>{}) continue;
            const bool on_floor = world.parts.is_wall(point.a) || world.parts.is_wall(point.b);
            leaning += !on_floor;
            around += point.image[0] != 0;
            EXPECT_NEAR(std::abs(f[1]), on_floor ? 2.0 * w : 0.5 * w, 1e-6 * w);
        }
        for (int i = 1; i < world.bodies.size(); ++i) EXPECT_NEAR(force_on(world, i)[0], 0.0, 1e-6 * w);
        EXPECT_EQ(leaning, 6);
        EXPECT_EQ(around, 1);
    }
}

}  // namespace
}  // namespace drystone::cell_test

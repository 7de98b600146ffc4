// Random close packings without walls: frictionless balls pressed from all sides come to rest with as many contacts as unknowns.

#include <gtest/gtest.h>

#include <numbers>

#include "physics/cell_stage.h"

namespace drystone::cell_test {
namespace {

struct Packing {
    double coordination = 0.0;  // of those that bear
    double solid_fraction = 0.0;
};

/// From a loose lattice of fast balls, which forget it on the way.
template <int D>
Packing pressed_together(int n, int steps) {
    constexpr double p = 1000.0;
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(Coulomb{}, size);
    stage.crowd(n, 0.7, 3.0, 23);
    stage.pressed(p);
    stage.settings.step = 1e-3;
    stage.settings.solver = {.method = SolverMethod::automatic, .tolerance = 1e-8, .max_iterations = 3000};
    World<D> world = stage.build();
    run(world, stage.settings, steps);
    std::vector<int> bearing(world.bodies.position.size());
    double mean = 0.0;
    for (const Vec<D>& r : world.contacts.impulse) mean += norm(r) / world.contacts.size();
    int contacts = 0, backbone = 0;
    for (std::size_t c = 0; c < world.contacts.impulse.size(); ++c) {
        if (norm(world.contacts.impulse[c]) < 1e-5 * mean) continue;
        ++contacts;
        for (const int part : {world.contacts.point[c].a, world.contacts.point[c].b})
            ++bearing[static_cast<std::size_t>(world.parts.body[static_cast<std::size_t>(part)])];
    }
    for (const int one : bearing) backbone += one > 0;
    double volume = 0.0;
    for (const double r : world.parts.radius)
        volume += D == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
    return {2.0 * contacts / backbone, volume / world.parts.space.volume()};
}

TEST(ClosePacking, DisksHaveFourContactsEach) {
    const Packing packing = pressed_together<2>(16, 4000);
    EXPECT_NEAR(packing.coordination, 4.0, 0.04);
    EXPECT_NEAR(packing.solid_fraction, 0.84, 0.015);
}

TEST(ClosePacking, SpheresHaveSixContactsEach) {
    const Packing packing = pressed_together<3>(6, 4000);
    EXPECT_NEAR(packing.coordination, 6.0, 0.06);
    // 0.639 without end (O'Hern et al. 2003); small packings jam sooner
    EXPECT_NEAR(packing.solid_fraction, 0.635, 0.015);
}

}  // namespace
}  // namespace drystone::cell_test

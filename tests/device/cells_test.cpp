// Cells that repeat and stay as they are, by a device and by the CPU: balls, clumps and blocks x laws x integrators, in the plane and in space.

#include <gtest/gtest.h>

#include "device/cell_rig.h"

namespace drystone::device::cells_test {
namespace {

class Cells : public Stages {};

template <int D>
void as_the_cpu_does(Where where) {
    const std::vector<Law> laws = {Coulomb{.friction = 0.4}, Coulomb{.friction = 0.3, .restitution_normal = 0.5, .rolling_friction = 0.004},
                                   Coulomb{.friction = 0.4, .cohesion = {.force = 5.0, .range = 1e-3}},
                                   Elastic{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5, .joint = {.ratio = 0.5}},
                                   Bonded{.tensile_force = 20.0, .shear_force = 20.0, .friction = 0.5}};
    for (const Of of : {Of::balls, Of::clumps, Of::blocks}) {
        for (std::size_t k = 0; k < laws.size(); ++k) {
            for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
                for (const bool gas : {false, true}) {
                    if (testing::Test::HasFailure()) return;
                    SCOPED_TRACE(testing::Message() << "of " << static_cast<int>(of) << " law " << k << " euler " << (integrator == Integrator::euler)
                                                    << " gas " << gas);
                    BlockStage<D> stage = layer<D>(of, laws[k], gas);
                    stage.settings.integrator = integrator;
                    EXPECT_GT(steps_as_the_cpu_does<D>(stage, where, 12, several_answers), 0);
                }
            }
        }
    }
}
TEST_P(Cells, StepsAreThoseOfTheCpuInThePlane) { as_the_cpu_does<2>(GetParam()); }
TEST_P(Cells, StepsAreThoseOfTheCpuInSpace) { as_the_cpu_does<3>(GetParam()); }

/// Bodies go through the cell several times: who touches whom is known by images that grow.
TEST_P(Cells, BodiesGoRoundAndRound) {
    BlockStage<2> stage = layer<2>(Of::balls, Coulomb{.friction = 0.1}, false);
    for (std::size_t i = 13; i < stage.description.bodies.size(); ++i) stage.description.bodies.edit(i).velocity = {{25.0, 0.0}};  // the upper half
    stage.settings.solver.tolerance = 1e-6;
    World<2> world = stage.build();
    DeviceStep<2> device(world, pipeline<2>(GetParam()));
    int farthest = 0;
    for (int k = 0; k < 120; ++k) {
        device.advance(world, stage.settings);
        device.bring_back(world);
        for (const ContactPoint<2>& c : world.contacts.point) farthest = std::max(farthest, std::abs(c.image[0]));
    }
    EXPECT_GT(farthest, 1);
    expect_balanced(world.energy);
    EXPECT_GT(steps_as_the_cpu_does<2>(stage, GetParam(), 60, several_answers), 100);
}

TEST_P(Cells, ARestartHasTheSameBits) {
    const BlockStage<3> stage = layer<3>(Of::clumps, Coulomb{.friction = 0.4, .static_friction = 0.5}, false);
    StepSettings settings = stage.settings;
    settings.solver.tolerance = 1e-5;
    expect_same_bits_after_restart<3>(stage, settings, GetParam());
}

/// Two that overlap across the border, one of them on it but for rounding: they are seen.
TEST_P(Cells, ABodyOnTheBorderIsSeen) {
    for (const double x : {0.0, -1e-17, 1e-17, 1.0, std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0)}) {
        BlockStage<2> stage(Coulomb{.friction = 0.3});
        CellDescription<2> cell;
        cell.size = {{1.0, 1.0}};
        cell.periodic = {true, true};
        stage.description.cell = cell;
        stage.ball(1.0, 0.1, {{x, 0.5}}), stage.ball(1.0, 0.1, {{0.85, 0.5}}), stage.ball(1.0, 0.1, {{0.15, 0.5}});
        stage.settings.step = 1e-3;
        World<2> world = stage.build();
        DeviceStep<2> device(world, pipeline<2>(GetParam()));
        EXPECT_EQ(device.advance(world, stage.settings).contacts, 2) << x;
    }
}

INSTANTIATE_TEST_SUITE_P(Device, Cells, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::cells_test

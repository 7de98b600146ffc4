// Cells that repeat and stay as they are, by a device and by the CPU: balls, clumps and blocks x laws x integrators, in the plane and in space.

#include <gtest/gtest.h>

#include "device/step_rig.h"
#include "physics/block_stage.h"

namespace drystone::device::cells_test {
namespace {

class Cells : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

enum class Of { balls, clumps, blocks };

/// A layer without end on a floor, or (gas) without a floor, that drifts along x across the edges of its cell.
template <int D>
BlockStage<D> layer(Of of, const Law& law, bool gas) {
    BlockStage<D> stage(law);
    const int across = D == 2 ? 6 : 4, count = D == 2 ? 24 : 32;
    const double spacing = 0.19;
    CellDescription<D> cell;
    for (int k = 0; k < D; ++k) {
        cell.size[k] = k + 1 < D || gas ? across * spacing : 2.0;
        cell.periodic[static_cast<std::size_t>(k)] = k + 1 < D || gas;
    }
    cell.origin[0] = 0.05;
    stage.description.cell = cell;
    if (!gas) stage.falling().floor();
    Random random(3);
    for (int i = 0; i < count; ++i) {
        Vec<D> x, v = 2.0 * Vec<D>::axis(0);
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int place = k + 1 < D ? rest % across : rest;
            rest /= across;
            x[k] = (place + 0.5) * spacing + random.uniform(-0.004, 0.004);
            v[k] += random.uniform(-0.5, 0.5);
        }
        if (of == Of::balls || i % 3 == 2) {
            stage.ball(1.0, random.uniform(0.09, 0.097), x, v);
            continue;
        }
        const int body = of == Of::clumps ? stage.clump(1.0, tripod<D>(0.06), x, v) : stage.block(1.0, BlockStage<D>::size(0.17, 0.14), x);
        stage.description.bodies[static_cast<std::size_t>(body)].velocity = v;
        Spin<D> turned;
        for (int k = 0; k < spin_dim<D>; ++k) turned[k] = random.uniform(-0.4, 0.4);
        stage.description.bodies[static_cast<std::size_t>(body)].orientation = rotation_by(turned);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}

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
    for (std::size_t i = 13; i < stage.description.bodies.size(); ++i) stage.description.bodies[i].velocity = {{25.0, 0.0}};  // the upper half
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
    World<3> whole = stage.build(), part = stage.build();
    DeviceStep<3> device(whole, pipeline<3>(GetParam()));
    for (int k = 0; k < 30; ++k) device.advance(whole, settings);
    device.bring_back(whole);
    {
        DeviceStep<3> begun(part, pipeline<3>(GetParam()));
        for (int k = 0; k < 17; ++k) begun.advance(part, settings);
        begun.bring_back(part);
    }
    DeviceStep<3> resumed(part, pipeline<3>(GetParam()));
    for (int k = 17; k < 30; ++k) resumed.advance(part, settings);
    resumed.bring_back(part);
    EXPECT_EQ(whole.bodies, part.bodies);
    EXPECT_EQ(whole.contacts.impulse, part.contacts.impulse);
    EXPECT_EQ(whole.contacts.memory, part.contacts.memory);
    EXPECT_EQ(whole.listed, part.listed);
}

INSTANTIATE_TEST_SUITE_P(Device, Cells, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::cells_test

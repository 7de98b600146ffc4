// Laws that remember, by a device and by the CPU: each law x balls and blocks x integrators x treatments of overlaps, in the plane and in
// space; what contacts remember comes back, and goes on after a restart and after steps that were halved.

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "device/step_rig.h"
#include "physics/block_stage.h"

namespace drystone::device::laws_test {
namespace {

class Laws : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

struct Named {
    std::string name;
    Law law;
    bool is_unique = true;  // one set of forces, or at least one set of velocities, obeys it
};

std::vector<Named> laws() {
    const JointArea joint{.ratio = 0.5};
    const MohrCoulomb mortar{.tensile_strength = 2e3, .cohesion = 4e3, .friction = 0.5, .residual_friction = 0.4, .joint = joint};
    MohrCoulomb crushed = mortar;
    crushed.compressive_strength = 3e4;
    crushed.rolling.rolling_friction = 0.004;
    const Elastic springs{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5, .joint = joint};
    Elastic bouncing = springs;
    bouncing.restitution.normal = 0.4;
    const CohesiveZone zone{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .tensile_strength = 2e3, .shear_strength = 4e3, .energy_opening = 0.5,
                            .energy_shear = 2.0, .friction = 0.5, .joint = joint};
    CohesiveZone capped = zone;
    capped.softening = Softening::exponential;
    capped.compressive_strength = 4e4;
    capped.energy_crushing = 20.0;
    capped.residual_compressive_strength = 1e4;
    capped.dilatancy = 0.1;
    const Bonded glue{.tensile_force = 20.0, .shear_force = 20.0, .bending_moment = 1.0, .twisting_moment = 1.0, .friction = 0.5};
    Bonded late = glue;
    late.joining = {.initially = false, .by_touch = true};
    Bonded hinged = glue;
    hinged.moments = false;
    Spring spring;
    spring.normal_stiffness = 1e5, spring.tangential_stiffness = 1e5, spring.bend_stiffness = 10.0, spring.friction = 0.4, spring.bonded = true;
    spring.tension_strength = 20.0, spring.shear_strength = 20.0, spring.bend_strength = 1.0;
    return {{"static friction", Coulomb{.friction = 0.3, .static_friction = 0.5}},
            {"cohesion without range", Coulomb{.friction = 0.4, .cohesion = {.force = 8.0}}},
            {"cohesion of some range", Coulomb{.friction = 0.4, .cohesion = {.force = 8.0, .range = 2e-3}}},
            {"cohesion and bounce", Coulomb{.friction = 0.4, .restitution_normal = 0.3, .rolling_friction = 0.002, .cohesion = {.force = 5.0, .range = 1e-3}}},
            {"mohr_coulomb", mortar, false},
            {"mohr_coulomb crushed", crushed, false},
            {"elastic", springs},
            {"elastic bouncing", bouncing},
            {"cohesive_zone", zone},
            {"cohesive_zone capped", capped},
            {"bonded", glue, false},
            {"bonded by touch", late, false},
            {"bonded without moments", hinged, false},
            {"spring", spring, false}};
}

template <int D, class Make>
void each_law(Where where, const Make& make) {
    for (const Named& one : laws()) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::project, Overlap::keep}) {
                if (testing::Test::HasFailure()) return;
                SCOPED_TRACE(testing::Message() << one.name << " euler " << (integrator == Integrator::euler) << " overlap " << static_cast<int>(overlap));
                auto stage = make(one.law);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                EXPECT_GT(steps_as_the_cpu_does<D>(stage, where, 4, one.is_unique ? 1e-5 : several_answers), 0);
            }
        }
    }
}

template <int D>
Stage<D> balls(const Law& law) {
    Stage<D> stage = pile<D>(24, Coulomb{});
    stage.description.interactions[0].law = law;
    stage.settings.solver.max_iterations = 20000;
    return stage;
}
TEST_P(Laws, OfBallsInThePlane) { each_law<2>(GetParam(), balls<2>); }
TEST_P(Laws, OfBallsInSpace) { each_law<3>(GetParam(), balls<3>); }

/// A short wall in bond that is struck by a ball.
template <int D>
BlockStage<D> blocks(const Law& law) {
    BlockStage<D> stage(law);
    stage.falling();
    stage.floor();
    for (int row = 0; row < 3; ++row)
        for (int k = 0; k < 2; ++k)
            stage.block(1.0, BlockStage<D>::size(0.2, 0.1), (0.2 * k + (row % 2 ? 0.1 : 0.0)) * Vec<D>::axis(0) + (0.05 + 0.1 * row) * Vec<D>::axis(D - 1));
    stage.ball(0.5, 0.05, -0.151 * Vec<D>::axis(0) + 0.15 * Vec<D>::axis(D - 1), 2.0 * Vec<D>::axis(0));
    stage.settings.step = 1e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}
TEST_P(Laws, OfBlocksInThePlane) {
    each_law<2>(GetParam(), [](const Law& law) { return blocks<2>(law); });
}
TEST_P(Laws, OfBlocksInSpace) {
    each_law<3>(GetParam(), [](const Law& law) { return blocks<3>(law); });
}

/// Two laws in one world: one remembers, the other does not.
TEST_P(Laws, BesideOneThatDoesNotRemember) {
    Stage<3> stage = pile<3>(24, Coulomb{.friction = 0.4});
    stage.description.materials.push_back({"glue", 1000.0});
    for (std::size_t i = 5; i < stage.description.bodies.size(); i += 2) stage.description.bodies.edit(i).material = 1;
    stage.description.interactions.push_back({1, 1, Bonded{.tensile_force = 30.0, .shear_force = 30.0, .friction = 0.3}});
    EXPECT_GT(steps_as_the_cpu_does(stage, GetParam(), 4, several_answers), 20);
}

template <int D>
void restart(Where where, const Named& one) {
    SCOPED_TRACE(one.name);
    Stage<D> stage = balls<D>(one.law);
    stage.settings.solver.tolerance = 1e-6;
    expect_same_bits_after_restart(stage, stage.settings, where, {12, 7});
}
TEST_P(Laws, ARestartHasTheSameBits) {
    for (const Named& one : laws()) restart<2>(GetParam(), one), restart<3>(GetParam(), one);
}

/// Steps that are halved take memories back, joints of time 0 included.
TEST_P(Laws, StepsThatAreHalvedForgetWhatTheyRemembered) {
    for (const Named& one : laws()) {
        SCOPED_TRACE(one.name);
        Stage<2> stage = balls<2>(one.law);
        stage.settings.overlap = Overlap::keep;
        stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = -1.0, .max_iterations = 2};  // which nothing meets
        StepSettings half = stage.settings;
        half.step *= 0.5;
        stage.settings.halve = 1;
        World<2> halved = stage.build(), small = stage.build();
        DeviceStep<2> a(halved, pipeline<2>(GetParam())), b(small, pipeline<2>(GetParam()));
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(a.advance(halved, stage.settings).halvings, 1);
            for (int s = 0; s < 2; ++s) b.advance(small, half);
        }
        a.bring_back(halved), b.bring_back(small);
        EXPECT_EQ(halved.bodies.position, small.bodies.position);
        EXPECT_EQ(halved.contacts.memory, small.contacts.memory);
        EXPECT_NEAR(halved.energy.stored, small.energy.stored, 1e-12 * (1.0 + std::abs(small.energy.stored)));
    }
}

INSTANTIATE_TEST_SUITE_P(Device, Laws, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::laws_test

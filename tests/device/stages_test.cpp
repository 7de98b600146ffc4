// Every stage of a device's step against its twin in the CPU's, on the memory of this processor everywhere and on a CUDA device where
// there is one.

#include <gtest/gtest.h>

#include <numbers>

#include "device/step_rig.h"

namespace drystone::device::stages_test {
namespace {

template <int D>
void laws_integrators_overlaps(Where where) {
    for (const Coulomb& law : {Coulomb{}, Coulomb{.friction = 0.5}, Coulomb{.friction = 0.3, .restitution_normal = 0.6, .restitution_tangential = 0.2}}) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::project, Overlap::push, Overlap::keep}) {
                SCOPED_TRACE(testing::Message() << "friction " << law.friction << " euler " << (integrator == Integrator::euler)
                                                << " overlap " << static_cast<int>(overlap));
                Stage<D> stage = pile<D>(48, law);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                const bool unique = law.restitution_normal == 0.0 || overlap != Overlap::push;
                EXPECT_GT(steps_as_the_cpu_does(stage, where, 4, unique ? 1e-6 : several_answers), 40);
            }
        }
    }
}
TEST_P(Stages, StepsAreThoseOfTheCpuInThePlane) { laws_integrators_overlaps<2>(GetParam()); }
TEST_P(Stages, StepsAreThoseOfTheCpuInSpace) { laws_integrators_overlaps<3>(GetParam()); }

/// Two thousand and more are numbered along the curve, and fall into several chunks.
TEST_P(Stages, StepsOfManyBallsAreThoseOfTheCpu) {
    Stage<3> stage = pile<3>(2300, Coulomb{.friction = 0.4});
    stage.settings.solver.tolerance = 1e-5;
    stage.settings.solver.keeps_start = true;  // both begin with plain sweeps: of many forces that would do they find alike ones
    EXPECT_GT(steps_as_the_cpu_does(stage, GetParam(), 2, 5e-4), 2000);
}

/// A drum that turns and carries balls up, a lid that comes down, a ball that is fixed and one that is driven.
template <int D>
void driven_walls(Where where) {
    Stage<D> stage(Coulomb{.friction = 0.6});
    stage.falling();
    const int drum = stage.fixed(Drum<D>{0.6, 0.8});
    const int lid = stage.fixed(Plane<D>{-Vec<D>::axis(D - 1)}, 0.3 * Vec<D>::axis(D - 1));
    const int tilted = stage.fixed(Plane<D>{Vec<D>::axis(D - 1)}, -0.55 * Vec<D>::axis(D - 1));
    const int post = stage.fixed(Ball<D>{0.1}, -0.2 * Vec<D>::axis(0));
    const int plunger = stage.fixed(Ball<D>{0.08}, 0.35 * Vec<D>::axis(0));
    stage.turns(drum, Driven::velocity, Spin<D>::axis(spin_dim<D> - 1), {.kind = Signal::Kind::constant, .value = 2.0});
    stage.turns(tilted, Driven::velocity, Spin<D>::axis(0), {.kind = Signal::Kind::constant, .value = 0.5});
    stage.moves(lid, Driven::velocity, -Vec<D>::axis(D - 1), {.kind = Signal::Kind::constant, .value = 0.3});
    stage.moves(plunger, Driven::velocity, -Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 0.5});
    Random random(3);
    for (int i = 0; i < 24; ++i) {
        Vec<D> x;
        for (int k = 0; k < D; ++k) x[k] = random.uniform(-0.33, 0.33);
        stage.ball(1.0, 0.05, x);
    }
    (void)post;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 5000};
    EXPECT_GT(steps_as_the_cpu_does(stage, where, 5, 1e-5), 50);
}
TEST_P(Stages, DrivenWallsAndBallsInThePlane) { driven_walls<2>(GetParam()); }
TEST_P(Stages, DrivenWallsAndBallsInSpace) { driven_walls<3>(GetParam()); }

/// The certificate of a device is that of the CPU's problem at the device's impulses.
template <int D>
void certificate(Where where) {
    Stage<D> stage = pile<D>(48, Coulomb{.friction = 0.5});
    stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-3, .max_iterations = 1000};
    World<D> cpu = stage.build(), other = stage.build();
    ThreadPool pool(1);
    DeviceStep<D> device(other, pipeline<D>(where));
    for (int k = 0; k < 20; ++k) {
        cpu.bodies = other.bodies;  // so that both solve the same problem
        cpu.contacts = other.contacts;
        cpu.carried = {};
        advance(cpu, stage.settings, pool);
        const StepReport report = device.advance(other, stage.settings);
        device.bring_back(other);
        ASSERT_EQ(cpu.problem.size(), other.contacts.size());
        ASSERT_LE(report.solve.residual, 1e-3);
        const double by_cpu = relative_residual<D>(cpu.problem, other.impulse);
        EXPECT_NEAR(report.solve.residual, by_cpu, 1e-9) << k;
        cpu.time = other.time;
        cpu.steps = other.steps;
    }
}
TEST_P(Stages, TheResidualIsThatOfTheProblemInThePlane) { certificate<2>(GetParam()); }
TEST_P(Stages, TheResidualIsThatOfTheProblemInSpace) { certificate<3>(GetParam()); }

TEST_P(Stages, TheSameStepsTwiceHaveTheSameBits) {
    const Stage<3> stage = pile<3>(700, Coulomb{.friction = 0.4, .restitution_normal = 0.3});
    World<3> one = stage.build(), two = stage.build();
    StepSettings settings = stage.settings;
    settings.solver.tolerance = 1e-5;
    DeviceStep<3> first(one, pipeline<3>(GetParam())), second(two, pipeline<3>(GetParam()));
    for (int k = 0; k < 8; ++k) first.advance(one, settings), second.advance(two, settings);
    first.bring_back(one), second.bring_back(two);
    EXPECT_EQ(one.bodies, two.bodies);
    EXPECT_EQ(one.contacts.impulse, two.contacts.impulse);
    EXPECT_EQ(one.energy.balance_error(), two.energy.balance_error());
}

/// What comes back is all that the future depends on.
TEST_P(Stages, ARestartHasTheSameBits) {
    const Stage<3> stage = pile<3>(200, Coulomb{.friction = 0.4});
    StepSettings settings = stage.settings;
    settings.solver.tolerance = 1e-5;
    expect_same_bits_after_restart(stage, settings, GetParam());
}

/// Steps that fail are halved, with the time, contacts and impulses of the CPU's.
TEST_P(Stages, StepsThatFailAreHalved) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        Stage<2> stage(Coulomb{.friction = 0.5});  // a tower, and a solver that is not given what it takes
        stage.falling().floor();
        for (int k = 0; k < 6; ++k) stage.ball(1.0 + k, 0.1, (0.1 + 0.2 * k) * Vec<2>::axis(1));
        stage.settings.integrator = integrator;
        stage.settings.overlap = Overlap::keep;  // what is foreseen goes by the list of pairs, which has a history
        stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-12, .max_iterations = 2};
        StepSettings eighth = stage.settings;
        eighth.step /= 8.0;
        stage.settings.halve = 3;
        World<2> halved = stage.build(), small = stage.build();
        DeviceStep<2> one(halved, pipeline<2>(GetParam())), other(small, pipeline<2>(GetParam()));
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(one.advance(halved, stage.settings).halvings, 7);
            for (int s = 0; s < 8; ++s) other.advance(small, eighth);
        }
        one.bring_back(halved), other.bring_back(small);
        EXPECT_EQ(halved.time, small.time);
        EXPECT_EQ(halved.bodies.position, small.bodies.position);
        EXPECT_EQ(halved.energy.balance_error(), small.energy.balance_error());
        ASSERT_EQ(halved.contacts.size(), small.contacts.size());
        for (std::size_t c = 0; c < halved.contacts.impulse.size(); ++c)
            EXPECT_EQ(halved.contacts.impulse[c], 8.0 * small.contacts.impulse[c]);
    }
}

/// A ball with more contacts than there are colours: some are visited one by one.
TEST_P(Stages, MoreContactsThanColours) {
    Stage<3> stage(Coulomb{.friction = 0.3});
    stage.ball(5.0, 0.5, {});
    const int count = 60;
    const double golden = std::numbers::pi * (3.0 - std::sqrt(5.0));
    for (int i = 0; i < count; ++i) {
        const double z = 1.0 - 2.0 * (i + 0.5) / count, s = std::sqrt(1.0 - z * z);
        const Vec<3> n = {{s * std::cos(golden * i), s * std::sin(golden * i), z}};
        stage.ball(0.1, 0.05, 0.55 * n, -1.0 * n);
    }
    stage.settings.solver.tolerance = 1e-9;
    steps_as_the_cpu_does(stage, GetParam(), 2, 1e-5);
}

TEST_P(Stages, AFixedNumberOfSweepsIsKept) {
    Stage<3> stage = pile<3>(100, Coulomb{.friction = 0.5});
    stage.settings.solver.fixed_iterations = 13;
    World<3> world = stage.build();
    DeviceStep<3> device(world, pipeline<3>(GetParam()));
    EXPECT_EQ(device.advance(world, stage.settings).solve.iterations, 13);
}

/// A ball in a groove whose sides are nearly upright, each leaning outwards by `lean`: they bear 1 / (2 lean) of its weight each, far more than what drives
/// them, so that an error as large as without impulses looks small beside them. Such a step is solved more closely.
template <int D>
void is_borne(Where where) {
    for (const SolverMethod method : {SolverMethod::anderson, SolverMethod::nlgs}) {
        const double lean = 0.02, R = 0.1, g = 9.81;
        Stage<D> stage;
        stage.falling(g);
        for (const double side : {-1.0, 1.0}) stage.fixed(Plane<D>{unit(side * Vec<D>::axis(0) + lean * Vec<D>::axis(D - 1))});
        stage.ball(1.0, R, (R * std::sqrt(1.0 + lean * lean) / lean) * Vec<D>::axis(D - 1));
        stage.settings.solver = {.method = method, .tolerance = 0.1 * lean, .max_iterations = 20000};
        World<D> world = stage.build();
        DeviceStep<D> device(world, pipeline<D>(where));
        const StepReport report = device.advance(world, stage.settings);
        device.bring_back(world);
        EXPECT_TRUE(report.solve.converged) << static_cast<int>(method);
        ASSERT_EQ(world.contacts.size(), 2);
        for (const Vec<D>& r : world.contacts.impulse) EXPECT_GT(norm(r), 0.25 / lean * g * stage.settings.step) << static_cast<int>(method);
    }
}
TEST_P(Stages, ABallWedgedInASteepGrooveIsBorneInThePlane) { is_borne<2>(GetParam()); }
TEST_P(Stages, ABallWedgedInASteepGrooveIsBorneInSpace) { is_borne<3>(GetParam()); }

/// A far ball does not make the grid large, and nobody is missed.
TEST_P(Stages, OneBallIsFarAway) {
    Stage<2> stage = pile<2>(40, Coulomb{.friction = 0.2});
    stage.ball(1.0, 0.1, {{1e6, 1e5}});
    steps_as_the_cpu_does(stage, GetParam(), 3, 1e-6, 1e-9);
}

TEST_P(Stages, AWorldWithoutContactsAndOneWithoutBalls) {
    Stage<3> alone(Coulomb{.friction = 0.2});
    alone.falling();
    alone.ball(1.0, 0.1, {{0.0, 0.0, 1.0}}, {{1.0, 0.0, 0.0}}, {{0.0, 2.0, 0.0}});
    steps_as_the_cpu_does(alone, GetParam(), 3);
    Stage<3> empty;
    empty.floor();
    steps_as_the_cpu_does(empty, GetParam(), 2);
}

INSTANTIATE_TEST_SUITE_P(Device, Stages, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::stages_test

// Damping of rigid bodies by their mass, `unbalanced`, and worlds that come to rest: docs/theory.md (8.10)-(8.13).

#include <cmath>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/block_stage.h"
#include "physics/deformable_stage.h"
#include "step/settle.h"
#include "step/state.h"
#include "step/unbalanced.h"

namespace drystone::damping_test {
namespace {

constexpr double alpha = 1.7, g = 9.81;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

template <int D>
Spin<D> spin_of(double w) {
    Spin<D> spin{};
    spin[0] = w;
    return spin;
}

// v = v_0 e^(-alpha t) to rounding at any step, of what flies and turns; energy goes to damping and nowhere else.
template <int D>
void a_free_body_decays() {
    for (const Integrator integrator : both) {
        for (const double h : {1e-3, 0.05}) {
            Stage<D> stage;
            stage.settings.step = h;
            stage.settings.integrator = integrator;
            stage.description.materials[0].mass_damping = alpha;
            stage.ball(2.0, 0.1, {}, 3.0 * Vec<D>::axis(0), spin_of<D>(2.0));
            World<D> world = stage.build();
            const double T = world.energy.kinetic;
            const int n = static_cast<int>(std::lround(1.0 / h));
            run(world, stage.settings, n);
            EXPECT_NEAR(world.bodies.velocity[0].v[0], 3.0 * std::exp(-alpha), 1e-12);
            EXPECT_NEAR(world.bodies.velocity[0].w[0], 2.0 * std::exp(-alpha), 1e-12);
            EXPECT_NEAR(world.energy.losses.damping, T * (1.0 - std::exp(-2.0 * alpha)), 1e-12 * T);
            EXPECT_LT(std::abs(world.energy.balance_error()), 1e-13 * T);
        }
    }
}
TEST(Damping, AFreeBodyDecaysExponentiallyInThePlane) { a_free_body_decays<2>(); }
TEST(Damping, AFreeBodyDecaysExponentiallyInSpace) { a_free_body_decays<3>(); }

// A body of three unlike moments keeps the direction of its angular momentum, which decays likewise.
TEST(Damping, ATumblingBodyLosesItsAngularMomentum) {
    Stage<3> stage;
    stage.description.materials[0].mass_damping = alpha;
    stage.clump(2.0, tripod<3>(0.1), {}, {}, {{3.0, 1.0, 2.0}});
    World<3> world = stage.build();
    const auto momentum = [&] { return inverse(world.bodies.inverse_inertia[0]) * world.bodies.velocity[0].w; };
    const Vec<3> before = momentum();
    run(world, stage.settings, 1000);
    EXPECT_LT(norm(momentum() - std::exp(-alpha) * before), 1e-9 * norm(before));
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12 * world.energy.losses.damping);
}

// A body at rest weighs what it weighs; one that falls reaches g h / (e^(alpha h) - 1), which is g / alpha but for the step.
TEST(Damping, WeightIsLeftAloneAndFallsHaveAnEnd) {
    for (const Integrator integrator : both) {
        Stage<2> stage;
        stage.falling(g).settings.integrator = integrator;
        stage.description.materials[0].mass_damping = 20.0;
        stage.floor();
        const int rests = stage.ball(2.0, 0.1, {{0.0, 0.1}}), falls = stage.ball(1.0, 0.1, {{1.0, 100.0}});
        World<2> world = stage.build();
        run(world, stage.settings, 2000);
        EXPECT_NEAR(contact_force(world, rests, stage.settings.step)[1], 2.0 * g, 1e-9);
        const double h = stage.settings.step;
        EXPECT_NEAR(world.bodies.velocity[falls].v[1], -g * h / (std::exp(20.0 * h) - 1.0), 1e-9);
        EXPECT_NEAR(world.bodies.velocity[falls].v[1], -g / 20.0, 0.02 * g / 20.0);
        expect_balanced(world.energy);
    }
}

// The last entry that speaks of a body holds, and a rate may change in time; what is driven is not slowed.
TEST(Damping, GroupsHaveRatesOfTheirOwn) {
    Stage<3> stage;
    stage.description.materials[0].mass_damping = alpha;
    const int of_material = stage.ball(1.0, 0.1, {}, {{1, 0, 0}}), of_group = stage.ball(1.0, 0.1, {{0, 1, 0}}, {{1, 0, 0}}),
              alone = stage.ball(1.0, 0.1, {{0, 2, 0}}, {{1, 0, 0}}), driven = stage.ball(1.0, 0.1, {{0, 3, 0}}, {{0, 0, 1}});
    stage.description.bodies.edit(of_group).group = "wall";
    stage.moves(driven, Driven::velocity, {{1, 0, 0}}, {.kind = Signal::Kind::constant, .value = 1.0});
    const auto rate = [](double value) { return Signal{.kind = Signal::Kind::constant, .value = value}; };
    stage.description.dampings = {{.of = Party::of_group("wall"), .rate = rate(3.0)},
                                  {.of = Party::of_body(alone),
                                   .rate = {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.5, 0.0}, {0.5001, 4.0}}}}};
    World<3> world = stage.build();
    run(world, stage.settings, 1000);
    EXPECT_NEAR(world.bodies.velocity[of_material].v[0], std::exp(-alpha), 1e-12);
    EXPECT_NEAR(world.bodies.velocity[of_group].v[0], std::exp(-3.0), 1e-12);
    EXPECT_NEAR(world.bodies.velocity[alone].v[0], std::exp(-0.5 * 4.0), 1e-12);
    EXPECT_NEAR(world.bodies.velocity[driven].v[0], 1.0, 1e-12);
    EXPECT_NEAR(world.bodies.velocity[driven].v[2], std::exp(-alpha), 1e-12);
}

// Soft grains: the same decay between their steps.
TEST(Damping, SoftGrainsDecayToo) {
    Stage<3> stage(Law(Spring{.normal_stiffness = 1e5}));
    stage.settings.solver.method = SolverMethod::md;
    stage.description.materials[0].mass_damping = alpha;
    stage.ball(2.0, 0.1, {}, {{3, 0, 0}});
    World<3> world = stage.build();
    run(world, stage.settings, 1000);
    EXPECT_NEAR(world.bodies.velocity[0].v[0], 3.0 * std::exp(-alpha), 1e-12);
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12);
}

// In water both take: m V' = - alpha m V - kappa V|V|, here through the balance alone.
TEST(Damping, AddsToDrag) {
    Stage<3> stage;
    stage.falling(g);
    stage.description.materials[0].mass_damping = alpha;
    stage.description.water = Water<3>{.level = {.kind = Signal::Kind::constant, .value = 10.0}, .drag = 0.5, .pressures = {}, .faces = {}};
    stage.ball(5.0, 0.1, {{0, 0, 1}}, {{3, 0, 0}});
    World<3> world = stage.build();
    run(world, stage.settings, 300);
    EXPECT_LT(world.bodies.velocity[0].v[0], 3.0 * std::exp(-alpha * 0.3));
    EXPECT_GT(world.bodies.velocity[0].v[0], 0.0);
    EXPECT_GT(world.energy.losses.damping, 0.0);
    expect_balanced(world.energy);
}

TEST(Damping, DeformableBodiesAreTheirMaterials) {
    ElasticStage<2> stage(Coulomb{}, 1e6);
    stage.box_of({{0.1, 0.1}}, {0, 0}, {});
    stage.description.dampings = {{.of = {}, .rate = {.kind = Signal::Kind::constant, .value = 1.0}}};
    EXPECT_THROW(stage.build(), InputError);
}

// A tower at rest: zero. A ball in the air beside it: its weight over the mean contact force.
TEST(Unbalanced, IsTheLargestResultantOverTheMeanForce) {
    for (const Integrator integrator : both) {
        BlockStage<2> stage(Coulomb{.friction = 0.5});
        stage.falling(g).settings.integrator = integrator;
        stage.floor();
        stage.ball(2.0, 0.1, {{0.0, 0.1}});
        stage.ball(2.0, 0.1, {{1.0, 0.1}});
        World<2> world = stage.build();
        run(world, stage.settings, 5);
        EXPECT_LT(unbalanced(world, stage.settings.step), 1e-12);
        stage.ball(3.0, 0.1, {{0.0, 1.0}});
        World<2> falling = stage.build();
        run(falling, stage.settings, 5);
        EXPECT_NEAR(unbalanced(falling, stage.settings.step), 3.0 / 2.0, 1e-12);
    }
    Stage<3> empty;
    empty.falling(g);
    empty.ball(1.0, 0.1, {});
    World<3> world = empty.build();
    run(world, empty.settings);
    EXPECT_TRUE(std::isinf(unbalanced(world, empty.settings.step)));
}

/// Steps until it rests; how many it took, or -1.
template <int D>
int settle(World<D>& world, const StepSettings& settings, int most, int threads = 1) {
    ThreadPool pool(threads);
    for (int k = 1; k <= most; ++k) {
        if (settle_step(world, settings, {.wanted = true}, pool).settled) return k;
    }
    return -1;
}

// A column that rocks: let go, it would rock on for seconds; settled, it stands upright within one swing, and the energy of the swing is
// booked as damping. Pushed beyond its point of balance it falls, and lies.
template <int D>
void a_rocking_block_settles() {
    for (const Integrator integrator : both) {
        for (const double lean : {0.05, 0.3}) {  // the point of balance is atan(0.2) = 0.197
            BlockStage<D> stage(Coulomb{.friction = 0.7});
            stage.falling(g).settings.integrator = integrator;
            stage.settings.solver.tolerance = 1e-8;
            stage.floor();
            const Vec<D> corner = 0.1 * BlockStage<D>::along();
            Rotation<D> turn;
            if constexpr (D == 2)
                turn.angle = -lean;
            else
                turn = rotation_by(Vec<3>{{0, lean, 0}});
            const Vec<D> centre = -1.0 * corner + 0.5 * BlockStage<D>::up();
            const int block = stage.block(100.0, stage.size(0.2, 1.0), corner + rotate(turn, centre), turn);
            World<D> world = stage.build();
            ASSERT_GT(settle(world, stage.settings, 4000), 0) << lean;
            EXPECT_EQ(world.energy.kinetic, 0.0);
            EXPECT_NEAR(world.bodies.position[block][D - 1], lean < 0.1 ? 0.5 : 0.1, 1e-3);
            EXPECT_GT(world.energy.losses.damping, 0.0);
            expect_balanced(world.energy);
        }
    }
}
TEST(Settle, ARockingBlockStandsOrLiesInThePlane) { a_rocking_block_settles<2>(); }
TEST(Settle, ARockingBlockStandsOrLiesInSpace) { a_rocking_block_settles<3>(); }

// On springs and beside a body that deforms; nothing of settling is outside the state: stopped and gone on elsewhere it has the same bits.
TEST(Settle, SpringsAndDeformableBodiesComeToRestWithTheSameBits) {
    ElasticStage<2> stage(Elastic{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5}, 1e7, 0.2);
    stage.falling(g);
    stage.settings.solver.tolerance = 1e-9;
    stage.rigid_box({{1.0, 0.1}}, {{0.0, -0.05}}, true);
    stage.box_of({{0.2, 0.1}}, {4, 2}, {{0.0, 0.0501}});
    const int top = stage.rigid_box({{0.2, 0.1}}, {{0.01, 0.1502}});
    World<2> world = stage.build(), begun = stage.build(), resumed = stage.build();
    const int steps = settle(world, stage.settings, 20000);
    ASSERT_GT(steps, 10);
    EXPECT_NEAR(contact_force(world, top, stage.settings.step)[1], 20.0 * g, 1e-2 * 20.0 * g);
    expect_balanced(world.energy);
    ASSERT_EQ(settle(begun, stage.settings, steps / 2), -1);
    ThreadPool pool(1);
    put_state(begun, resumed, pool);
    EXPECT_EQ(settle(resumed, stage.settings, steps, 2), steps - steps / 2);
    EXPECT_TRUE(resumed.bodies == world.bodies);
}

// Forces that balance are not rest: a ball that slides on ice is stopped first.
TEST(Settle, BalanceAloneIsNotRest) {
    Stage<2> stage;
    stage.falling(g);
    stage.floor();
    stage.ball(1.0, 0.1, {{0.0, 0.1}}, {{1.0, 0.0}});
    World<2> world = stage.build();
    EXPECT_EQ(settle(world, stage.settings, 1), -1);
    EXPECT_EQ(settle(world, stage.settings, 5), 1);
    EXPECT_NEAR(world.energy.losses.damping, 0.5, 1e-12);
}

// What never rests is not said to: a ball rolling down a slope.
TEST(Settle, WhatGoesOnMovingHasNotSettled) {
    Stage<2> stage(Coulomb{.friction = 0.5});
    stage.description.gravity = {{2.0, -9.0}};
    stage.floor();
    stage.ball(1.0, 0.1, {{0.0, 0.1}});
    World<2> world = stage.build();
    EXPECT_EQ(settle(world, stage.settings, 500), -1);
}

}  // namespace
}  // namespace drystone::damping_test

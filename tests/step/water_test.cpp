// Buoyancy, pressure from one side, drag: docs/theory.md (7.8)-(7.12).

#include "step/water.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/stage.h"
#include "step/loads.h"

namespace drystone {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double g = 9.81;
constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};

template <int D>
Water<D> water_at(double level, double drag = 0.0) {
    Water<D> water;
    water.level = {.kind = Signal::Kind::constant, .value = level};
    water.drag = drag;
    return water;
}

// A sphere of half the density of water floats with its centre in the surface; one of density 5/32 to the quarter of its
// diameter: (1/4)^2 (3 - 2/4).
TEST(Water, ASphereFloatsAtTheDepthOfArchimedes) {
    const double R = 0.1, volume = 4.0 / 3.0 * pi * R * R * R;
    for (const auto& [density, depth] : {std::pair{500.0, 1.0}, {1000.0 * 5 / 32, 0.5}}) {
        for (const Integrator integrator : integrators) {
            Stage<3> stage;
            stage.falling(g).settings.integrator = integrator;
            const int ball = stage.ball(density * volume, R, {{0, 0, 2.03}});
            stage.description.water = water_at<3>(2.0, 20.0);
            World<3> world = stage.build();
            run(world, stage.settings, 60000);  // quadratic drag: the swing dies as 1 / t
            EXPECT_NEAR(world.bodies.position[ball][2], 2.0 + R - depth * R, 5e-5);
            EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10);
        }
    }
}

TEST(Water, AtTheDepthOfArchimedesNothingMoves) {
    const double R = 0.1, volume = 4.0 / 3.0 * pi * R * R * R;
    Stage<3> stage;
    stage.falling(g);
    const int ball = stage.ball(1000.0 * 5 / 32 * volume, R, {{0, 0, 2.0 + 0.5 * R}});
    stage.description.water = water_at<3>(2.0);
    World<3> world = stage.build();
    run(world, stage.settings, 10);
    EXPECT_NEAR(norm(world.bodies.velocity[ball].v), 0.0, 1e-14);
}

// Under water a stone weighs less by the water in its place; the floor feels it.
TEST(Water, TakesTheWeightOfItsVolumeOffWhatItCovers) {
    const double R = 0.1, volume = pi * R * R, m = 2300.0 * volume;
    Stage<2> stage({.friction = 0.5});
    stage.falling(g).floor();
    stage.ball(m, R, {{0, R}});
    stage.description.water = water_at<2>(1.0);
    World<2> world = stage.build();
    run(world, stage.settings, 3);
    ASSERT_EQ(world.contacts.size(), 1);
    EXPECT_NEAR(world.contacts.impulse[0][1] / 1e-3, (m - 1000.0 * volume) * g, 1e-8);
}

// Matter that overlaps counts once, and a clump wholly under water is not turned by it.
template <int D>
void whole_clump_is_exact() {
    Stage<D> stage;
    stage.falling(g);
    const Geometry<D> clump = {{Ball<D>{0.2}, {}, {}}, {Ball<D>{0.1}, 0.2 * Vec<D>::axis(0), {}}};
    BodyDescription<D> body;
    body.geometry = clump;  // density 1000: that of the water
    stage.add(body);
    stage.description.water = water_at<D>(1.0);
    World<D> world = stage.build();
    apply_loads(world, 0.0);
    const double weight = world.matter.mass[0] * g;
    EXPECT_NEAR(world.applied[0].v[D - 1], weight, 1e-11 * weight);
    EXPECT_LT(norm(world.applied[0].w), 1e-11 * weight);
}

TEST(Water, AClumpOfItsOwnDensityHoversUnturned) {
    whole_clump_is_exact<2>();
    whole_clump_is_exact<3>();
}

// A dumbbell of two unlike balls that do not touch: the lever of the two buoyancies.
TEST(Water, RightsAFloatingDumbbell) {
    Stage<2> stage;
    stage.falling(g);
    BodyDescription<2> body;
    body.geometry = {{Ball<2>{0.1}, {}, {}}, {Ball<2>{0.1}, {{1, 0}}, {}}};
    body.orientation = {0.3};
    stage.add(body);
    stage.description.water = water_at<2>(0.15);  // one ball under, the other above
    World<2> world = stage.build();
    apply_loads(world, 0.0);
    const double lift = 1000.0 * pi * 0.01 * g;
    EXPECT_NEAR(world.applied[0].v[1], lift, 1e-10 * lift);
    EXPECT_NEAR(world.applied[0].w[0], -0.5 * std::cos(0.3) * lift, 1e-10 * lift);
}

TEST(Water, PressesFromOneSideWithTheDepth) {
    const double R = 0.1;
    Stage<3> stage;
    stage.falling(g);
    const int ball = stage.ball(10.0, R, {{0, 0, 0.5}});
    stage.ball(10.0, R, {{5, 0, 0.5}});
    stage.description.water = water_at<3>(2.0);
    stage.description.water->pressures = {{ball, {{0, 1, 0}}, 2.0}};
    World<3> world = stage.build();
    apply_loads(world, 0.0);
    const double force = 2.0 * 1000.0 * g * pi * R * R * 1.5;
    EXPECT_NEAR(world.applied[ball].v[1], force, 1e-11 * force);
    EXPECT_NEAR(world.applied[ball].w[0], force * R * R / (4 * 1.5),
                1e-11 * force);  // below the centre, along +y
    EXPECT_EQ(world.applied[1].v[1], 0.0);
}

TEST(Water, ThatRisesLiftsAFloat) {
    const double R = 0.1, volume = 4.0 / 3.0 * pi * R * R * R;
    Stage<3> stage({.friction = 0.5});
    stage.falling(g).floor();
    const int ball = stage.ball(500.0 * volume, R, {{0, 0, R}});
    stage.description.water = water_at<3>(0.0, 2.0);
    stage.description.water->level = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 1.0, .over = 2.0};
    World<3> world = stage.build();
    run(world, stage.settings, 100);
    EXPECT_NEAR(world.bodies.position[ball][2], R, 1e-6);
    run(world, stage.settings, 30000);
    EXPECT_NEAR(world.bodies.position[ball][2], 1.0, 1e-3);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11);
}

// Without weight, u = u0 / (1 + u0 t k / m), k = rho C A / 2: the scheme is that solution, step by step.
TEST(Drag, SlowsABallAsOneOverTime) {
    const double R = 0.1, m = 3.0, k = 0.5 * 1000.0 * 0.47 * pi * R * R, u0 = 2.0;
    for (const Integrator integrator : integrators) {
        Stage<3> stage;
        stage.falling(g).settings.integrator = integrator;
        const int ball = stage.ball(m, R, {{0, 0, -5}}, {{u0, 0, 0}});
        stage.description.holds = {{.body = ball, .directions = {{0, 0, 1}}}};
        stage.description.water = water_at<3>(0.0, 0.47);
        World<3> world = stage.build();
        for (int n = 1; n <= 100; ++n) {
            run(world, stage.settings);
            ASSERT_NEAR(world.bodies.velocity[ball].v[0], u0 / (1 + u0 * 1e-3 * n * k / m), 1e-14);
            ASSERT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
        }
    }
}

// However large the step: never past the water's own velocity.
TEST(Drag, NeverOvershootsAndEndsAtTheTerminalVelocity) {
    const double R = 0.1, volume = 4.0 / 3.0 * pi * R * R * R, m = 2300.0 * volume;
    const double k = 0.5 * 1000.0 * 0.47 * pi * R * R;
    Stage<3> stage;
    stage.falling(g).settings.step = 10.0;
    const int ball = stage.ball(m, R, {{0, 0, -1e6}});
    stage.description.water = water_at<3>(0.0, 0.47);
    stage.description.water->velocity = {{1.5, 0, 0}};
    World<3> world = stage.build();
    run(world, stage.settings, 400);
    const double terminal = std::sqrt((m - 1000.0 * volume) * g / k);
    EXPECT_NEAR(world.bodies.velocity[ball].v[0], 1.5, 1e-9);
    EXPECT_NEAR(world.bodies.velocity[ball].v[2], -terminal, 1e-9 * terminal);
}

// Held by friction against the flow, a ball feels the whole of rho C A v^2 / 2, whatever the step.
TEST(Drag, OnABodyAtRestIsThatOfTheFlow) {
    const double R = 0.1, m = 20.0, flow = 1.2, k = 0.5 * 1000.0 * 0.9 * pi * R * R;
    for (const double h : {1e-3, 0.1}) {
        Stage<3> stage({.friction = 2.0});
        stage.falling(g).floor();
        stage.settings.step = h;
        const int ball = stage.ball(m, R, {{0, 0, R}});
        stage.description.holds = {{.body = ball, .rotations = {{1, 1, 1}}}};
        stage.description.water = water_at<3>(5.0, 0.9);
        stage.description.water->velocity = {{flow, 0, 0}};
        World<3> world = stage.build();
        run(world, stage.settings, 5);
        EXPECT_NEAR(norm(world.bodies.velocity[ball].v), 0.0, 1e-12);
        EXPECT_NEAR(world.contacts.impulse[0][0] / h, -k * flow * flow, 1e-8);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11);
    }
}

TEST(Water, WithoutGravityIsRefused) {
    Stage<2> stage;
    stage.ball(1.0, 0.1, {});
    stage.description.water = water_at<2>(0.0);
    EXPECT_THROW(stage.build(), InputError);
}

}  // namespace
}  // namespace drystone

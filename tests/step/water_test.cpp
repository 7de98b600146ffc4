// Buoyancy, pressure from one side, drag: docs/theory.md (7.8)-(7.12).

#include "step/water.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "bodies/move.h"
#include "core/input_error.h"
#include "physics/block_stage.h"
#include "step/loads.h"

namespace drystone::water_test {
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

/// A wedge with a sloping upstream face (normal along -x and up) of height H and foot B, on the ground, its crest at x = 0.
template <int D>
int wedge(BlockStage<D>& stage, double H, double B) {
    if constexpr (D == 2) {
        const std::vector<Vec<2>> corner = {{{-B, 0}}, {{0, 0}}, {{0, H}}};
        return stage.shape(1000.0, *make_convex(corner).convex, {});
    } else {
        const std::vector<Vec<3>> corner = {{{-B, 0, 0}}, {{0, 0, 0}}, {{0, 0, H}}, {{-B, 1, 0}}, {{0, 1, 0}}, {{0, 1, H}}};
        const std::vector<std::vector<int>> faces = {{0, 1, 2}, {3, 5, 4}, {0, 3, 4, 1}, {1, 4, 5, 2}, {0, 2, 5, 3}};
        return stage.shape(1000.0, *make_convex(corner, faces).convex, {});
    }
}

// On a slope of height H and foot B, water up to L <= H presses with rho g L^2 / 2 across and rho g L^2 B / 2 H down, at a third of
// the depth: per metre of the dam.
template <int D>
void presses_on_a_slope(double level) {
    const double H = 3.0, B = 1.0, rho_g = 1000.0 * g, slope = B / H;
    BlockStage<D> stage{Coulomb{}};
    stage.falling(g);
    const int dam = wedge<D>(stage, H, B);
    stage.description.water = water_at<D>(level);
    stage.description.water->buoyancy = false;
    Vec<D> low, high;
    for (int i = 0; i < D; ++i) low[i] = 0.01, high[i] = 2.9;
    low[0] = -0.9, high[0] = -0.1;
    if (D == 3) high[1] = 0.9;  // not the side
    stage.description.water->faces = {{.body = dam, .where = {low, high}}};
    World<D> world = stage.build();
    ASSERT_EQ(world.wet_faces.size(), 1u);
    ThreadPool pool(1);
    place_parts(world.bodies, pool, world.parts);
    apply_loads(world, 0.0);
    const double L = std::min(level, H);
    const Vec<D> f = world.applied[dam].v;
    const double across = level <= H ? 0.5 * L * L : H * (level - 0.5 * H);
    EXPECT_NEAR(f[0], rho_g * across, 1e-9 * rho_g);
    EXPECT_NEAR(f[D - 1], -slope * rho_g * across, 1e-9 * rho_g);
    if (level > H) return;
    Vec<D> at{};  // of the resultant
    at[D - 1] = L / 3.0;
    at[0] = -B + slope * L / 3.0;
    if (D == 3) at[1] = 0.5;
    const Spin<D> torque = moment(at - world.bodies.position[dam], f);
    EXPECT_NEAR(norm(world.applied[dam].w - torque), 0.0, 1e-9 * rho_g);
}

TEST(Water, PressesOnTheFacesItIsGiven) {
    for (const double level : {1.0, 2.0, 3.0, 5.0}) {
        presses_on_a_slope<2>(level);
        presses_on_a_slope<3>(level);
    }
}

// All faces of a block: what is left of the pressures is its buoyancy, turned as it may be.
TEST(Water, OnAllFacesItIsBuoyancy) {
    for (const double angle : {0.0, 0.4, 1.1}) {
        BlockStage<3> stage{Coulomb{}};
        stage.falling(g);
        const int block = stage.block(500.0, {{1.0, 0.7, 0.4}}, {{0, 0, 1.0}}, rotation_by(Vec<3>{{angle, 0.5 * angle, 0}}));
        stage.description.water = water_at<3>(1.1);
        const Vec<3> all{{9, 9, 9}};
        World<3> lifted = stage.build();
        stage.description.water->buoyancy = false;
        stage.description.water->faces = {{.body = block, .where = {-1.0 * all, all}}};
        World<3> pressed = stage.build();
        ThreadPool pool(1);
        for (World<3>* world : {&lifted, &pressed}) {
            place_parts(world->bodies, pool, world->parts);
            apply_loads(*world, 0.0);
        }
        EXPECT_EQ(pressed.wet_faces.size(), 6u);
        EXPECT_NEAR(norm(lifted.applied[block].v - pressed.applied[block].v), 0.0, 1e-9);
        EXPECT_NEAR(norm(lifted.applied[block].w - pressed.applied[block].w), 0.0, 1e-9);
        EXPECT_GT(lifted.applied[block].v[2], 100.0);
    }
}

TEST(Water, ABoxWithoutAFaceIsRefused) {
    BlockStage<2> stage{Coulomb{}};
    stage.falling(g);
    const int dam = wedge<2>(stage, 3.0, 1.0);
    stage.description.water = water_at<2>(1.0);
    stage.description.water->faces = {{.body = dam, .where = {{{5, 5}}, {{6, 6}}}}};
    EXPECT_THROW(stage.build(), InputError);
}

}  // namespace
}  // namespace drystone::water_test

// Gravity that changes, forces at a point: docs/theory.md (7.6), (7.7), (8.8).

#include "step/loads.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/stage.h"
#include "step/gravity.h"
#include "step/state.h"

namespace drystone::loads_test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double g = 9.81;
constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};
using Kind = Signal::Kind;

Signal constant(double value) { return {.kind = Kind::constant, .value = value}; }
Signal ramp(double from, double to, double over) {
    return {.kind = Kind::ramp, .from = from, .to = to, .over = over};
}
Signal sine(double amplitude, double frequency) {
    return {.kind = Kind::sine, .amplitude = amplitude, .frequency = frequency};
}

TEST(Gravity, TurnsRightHandedAboutItsAxisAndScales) {
    Stage<3> stage;
    stage.falling(g);
    stage.description.gravity_change = GravityChange<3>{{{0, 1, 0}}, ramp(0.0, pi / 6, 2.0), constant(0.5)};
    const Vec<3> half_way = gravity_at(stage.description, 1.0);
    EXPECT_NEAR(half_way[0], -0.5 * g * std::sin(pi / 12), 1e-15);
    EXPECT_NEAR(half_way[2], -0.5 * g * std::cos(pi / 12), 1e-15);
    Stage<2> flat;
    flat.falling(g);
    flat.description.gravity_change = GravityChange<2>{{{1.0}}, constant(pi / 2), constant(1.0)};
    EXPECT_NEAR(gravity_at(flat.description, 0.0)[0], g, 1e-14);  // counter-clockwise from -y: +x
}

// Held from turning, a ball on a floor of friction mu starts to slide when gravity is tilted by atan mu.
TEST(Gravity, ABallThatCannotTurnSlidesFromTheAngleOfFriction) {
    const double mu = 0.4, rate = 20.0 * pi / 180.0;
    for (const Integrator integrator : integrators) {
        Stage<3> stage({.friction = mu});
        stage.falling(g).floor();
        const int ball = stage.ball(1.0, 0.1, {{0, 0, 0.1}});
        stage.description.holds = {{.body = ball, .rotations = {{1, 1, 1}}}};
        stage.description.gravity_change =
            GravityChange<3>{{{0, 1, 0}}, ramp(0.0, 2.0 * rate, 2.0), constant(1.0)};
        stage.settings.integrator = integrator;
        World<3> world = stage.build();
        double slides_from = 0.0;
        while (slides_from == 0.0 && world.time < 2.0) {
            run(world, stage.settings);
            if (norm(world.bodies.velocity[ball].v) > 1e-9) slides_from = rate * world.time;
        }
        EXPECT_NEAR(slides_from, std::atan(mu), 1.1 * rate * stage.settings.step);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
    }
}

// Everything at once: tumbling clumps that hit the floor under a gravity that swings and fades.
template <int D>
void balance_closes(Integrator integrator) {
    Stage<D> stage({.friction = 0.3, .restitution_normal = 0.5});
    stage.falling(g).floor();
    stage.clump(2.0, tripod<D>(0.1), 0.5 * Vec<D>::axis(D - 1), 0.3 * Vec<D>::axis(0));
    const int held = stage.ball(1.0, 0.1, 0.7 * Vec<D>::axis(D - 1) + 3.0 * Vec<D>::axis(0));
    Hold<D> hold{.body = held};
    hold.directions[0] = 1.0;
    stage.description.holds = {hold};
    stage.description.gravity_change =
        GravityChange<D>{Spin<D>::axis(0), sine(0.8, 1.3), ramp(1.0, 0.2, 0.7)};
    stage.settings.integrator = integrator;
    World<D> world = stage.build();
    double turned_over = 0.0;
    for (int k = 0; k < 1000; ++k) {
        run(world, stage.settings);
        turned_over = std::max(turned_over, std::abs(world.energy.work));
        ASSERT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * 30.0) << k;
    }
    EXPECT_GT(turned_over, 1.0);
}

TEST(Gravity, TheBalanceClosesWhileItChanges) {
    for (const Integrator integrator : integrators) {
        balance_closes<2>(integrator);
        balance_closes<3>(integrator);
    }
}

TEST(Gravity, AWorldThatGoesOnFromAStateHasTheGravityOfItsTime) {
    Stage<2> stage;
    stage.falling(g).ball(1.0, 0.1, {{0, 1}});
    stage.description.gravity_change = GravityChange<2>{{{1.0}}, ramp(0.0, 1.0, 0.1), constant(1.0)};
    World<2> world = stage.build(), again = stage.build();
    run(world, stage.settings, 50);
    ThreadPool pool(1);
    put_state(world, again, pool);
    run(world, stage.settings, 20);
    run(again, stage.settings, 20);
    EXPECT_EQ(again.bodies.position[0], world.bodies.position[0]);
    EXPECT_EQ(again.energy.work, world.energy.work);
}

// A clump pushed at the origin of its shape's frame, which is not its centre of mass.
TEST(PointForce, MakesTheMomentOfItsArm) {
    Stage<3> stage;
    const Geometry<3> pair = {{Ball<3>{0.1}, {}, {}}, {Ball<3>{0.1}, {{0.5, 0, 0}}, {}}};
    const int clump = stage.clump(2.0, pair, {{1, 2, 3}});
    stage.description.loads = {
        {.body = clump, .force = {{0, 6, 0}}, .has_point = true, .point = {{0.5, 0, 0}}}};
    World<3> world = stage.build();
    ThreadPool pool(1);
    apply_loads(world, 0.0);
    EXPECT_EQ(world.applied[clump].v, (Vec<3>{{0, 6, 0}}));
    EXPECT_NEAR(world.applied[clump].w[2], 6 * 0.25, 1e-14);
    // In world axes the arm shortens as the body turns: 0.25 cos(angle).
    world.bodies.rotation[clump] = rotation_by(Vec<3>{{0, 0, pi / 3}}) * world.bodies.rotation[clump];
    apply_loads(world, 0.0);
    EXPECT_NEAR(world.applied[clump].w[2], 6 * 0.125, 1e-14);
}

// A force that follows keeps its arm: angular velocity grows as torque / inertia, and the force goes round.
TEST(PointForce, ThatFollowsSpinsABallSteadily) {
    for (const Integrator integrator : integrators) {
        Stage<2> stage;
        const int disk = stage.ball(2.0, 0.5, {});
        stage.description.loads = {
            {.body = disk, .force = {{0, 3}}, .has_point = true, .point = {{0.5, 0}}, .follows = true}};
        stage.settings.integrator = integrator;
        World<2> world = stage.build();
        run(world, stage.settings, 1000);
        EXPECT_NEAR(world.bodies.velocity[disk].w[0], 3 * 0.5 / (0.5 * 2.0 * 0.25), 1e-10);
        const double angle = world.bodies.rotation[disk].angle;
        apply_loads(world, 1.0);
        EXPECT_NEAR(world.applied[disk].v[0], -3 * std::sin(angle), 1e-12);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11);
    }
}

// A crank: a force of fixed direction at a rim point of a wheel on a fixed axle does the work F R (1 - cos angle).
TEST(PointForce, OfFixedDirectionDoesTheWorkOfItsPath) {
    Stage<2> stage;
    const int wheel = stage.ball(2.0, 0.5, {});
    stage.description.holds = {{.body = wheel, .directions = {{1, 1}}}};
    stage.description.loads = {{.body = wheel, .force = {{0, 3}}, .has_point = true, .point = {{0.5, 0}}}};
    World<2> world = stage.build();
    run(world, stage.settings, 300);
    const double rise = 0.5 * std::sin(world.bodies.rotation[wheel].angle);
    EXPECT_GT(rise, 0.1);
    EXPECT_NEAR(world.energy.work, 3 * rise, 1e-5);  // midpoint rule, h^2
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
}

}  // namespace
}  // namespace drystone::loads_test

// Free flight, slopes, bowls and drums: validation cases A05, A14, A18, A25, A35 (sphere parts).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/stage.h"

namespace drystone::rolling_test {
namespace {

constexpr double g = 9.81;
constexpr double degree = std::numbers::pi / 180.0;

/// A ball of radius 0.1 on a floor, gravity tilted by `slope` towards +x.
template <int D>
Stage<D> on_slope(double mu, double slope, double v = 0.0) {
    Stage<D> stage({.friction = mu});
    stage.description.gravity =
        g * (std::sin(slope) * Vec<D>::axis(0) - std::cos(slope) * Vec<D>::axis(D - 1));
    stage.floor();
    stage.ball(1.5, 0.1, 0.1 * Vec<D>::axis(D - 1), v * Vec<D>::axis(0));
    return stage;
}

/// Spin in the sense of rolling towards +x.
double rolling_spin(const Twist<2>& t) { return -t.w[0]; }
double rolling_spin(const Twist<3>& t) { return t.w[1]; }

// A05: moreau is exact in free fall, euler leads by g h t / 2.
TEST(FreeFall, MoreauIsTheParabolaAndEulerHasItsKnownBias) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        Stage<3> stage;
        stage.falling(g).settings.integrator = integrator;
        const double h = stage.settings.step = 1e-2, z0 = 100.0, v0 = 3.0;
        stage.ball(1.0, 0.1, {{0, 0, z0}}, {{0, 0, v0}});
        World<3> world = stage.build();
        const int n = 100;
        run(world, stage.settings, n);
        const double bias = integrator == Integrator::euler ? n * (n + 1) : n * n;
        EXPECT_NEAR(world.bodies.position[0][2], z0 + v0 * n * h - 0.5 * g * h * h * bias, 1e-12 * z0);
    }
}

TEST(Slope, AFrictionlessBodySlidesAsInFreeFallAlongIt) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        Stage<3> stage = on_slope<3>(0.0, 30 * degree);
        stage.settings.integrator = integrator;
        World<3> world = stage.build();
        const int n = 500;
        run(world, stage.settings, n);
        const double a = g * std::sin(30 * degree), t = n * stage.settings.step;
        EXPECT_NEAR(world.bodies.velocity[1].v[0], a * t, 1e-12 * a * t);
        const double bias = integrator == Integrator::euler ? 1.0 + 1.0 / n : 1.0;
        EXPECT_NEAR(world.bodies.position[1][0], 0.5 * a * t * t * bias, 1e-12);
    }
}

// A18: rolls if tan(slope) <= c mu with c = 7/2 for a sphere, 3 for a disk; else slips.
template <int D>
void roll_or_slip(double roll_factor, double threshold_factor, double spin_factor) {
    const double mu = 0.2, R = 0.1;
    for (const double slope_deg : {10.0, 30.0, 34.9, 35.1, 45.0, 60.0}) {
        SCOPED_TRACE(slope_deg);
        const double slope = slope_deg * degree;
        const Stage<D> stage = on_slope<D>(mu, slope);
        World<D> world = stage.build();
        run(world, stage.settings, 200);
        const double t = world.time;
        const bool rolls = std::tan(slope) <= threshold_factor * mu;
        const double a =
            rolls ? roll_factor * g * std::sin(slope) : g * (std::sin(slope) - mu * std::cos(slope));
        const double spin = rolls ? a : spin_factor * mu * g * std::cos(slope);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], a * t, 1e-11 * a * t);
        EXPECT_NEAR(R * rolling_spin(world.bodies.velocity[1]), spin * t, 1e-11 * a * t);
    }
}

TEST(Slope, ASphereRollsUpToSevenHalvesOfItsFriction) { roll_or_slip<3>(5.0 / 7.0, 3.5, 2.5); }
TEST(Slope, ADiskRollsUpToThreeTimesItsFriction) { roll_or_slip<2>(2.0 / 3.0, 3.0, 2.0); }

TEST(Slope, FrictionOfARollingSphereIsTwoSeventhsOfTheSlope) {
    const Stage<3> stage = on_slope<3>(0.2, 30 * degree);
    World<3> world = stage.build();
    run(world, stage.settings, 10);
    const Vec<3> J = world.contacts.impulse[0];
    EXPECT_NEAR(std::abs(J[0]) / std::abs(J[2]), 0.164957, 1e-6);
    EXPECT_NEAR(std::abs(J[0]) / std::abs(J[2]), 2.0 / 7.0 * std::tan(30 * degree), 1e-12);
}

// A14: v + (2/5) R w is kept at every step (1/2 for the disk), the final speed is exact, the time O(h).
template <int D>
void sliding_to_rolling(double inertia, double final_speed, double time) {
    for (const double h : {1e-2, 1e-3}) {
        Stage<D> stage = on_slope<D>(0.3, 0.0, 1.0);
        stage.settings.step = h;
        World<D> world = stage.build();
        double rolls_at = 0.0;
        for (int k = 0; k * h < 0.3; ++k) {
            run(world, stage.settings);
            const Twist<D>& t = world.bodies.velocity[1];
            ASSERT_NEAR(t.v[0] + inertia * 0.1 * rolling_spin(t), 1.0, 1e-12);
            if (rolls_at == 0.0 && std::abs(t.v[0] - 0.1 * rolling_spin(t)) < 1e-9) rolls_at = world.time;
        }
        EXPECT_NEAR(world.bodies.velocity[1].v[0], final_speed, 1e-12);
        EXPECT_NEAR(rolls_at, time, h);
    }
}

TEST(Sliding, ASphereEndsRollingAtFiveSeventhsOfItsSpeed) {
    sliding_to_rolling<3>(0.4, 5.0 / 7.0, 2.0 / (7 * 0.3 * g));
}
TEST(Sliding, ADiskEndsRollingAtTwoThirdsOfItsSpeed) {
    sliding_to_rolling<2>(0.5, 2.0 / 3.0, 1.0 / (3 * 0.3 * g));
}

/// Mean period of small swings in a bowl of radius 1 about the axis of gravity.
template <int D>
double swing_period(double mu, double& amplitude_growth) {
    Stage<D> stage({.friction = mu});
    stage.falling(g).settings.step = 1e-3;
    BodyDescription<D> bowl;
    bowl.fixed = true;
    bowl.geometry = {{Drum<D>{1.0}, {}, {}}};
    if constexpr (D == 3)
        bowl.orientation = rotation_by(Vec<3>{{std::numbers::pi / 2, 0, 0}});  // axis along y
    stage.add(bowl);
    const double r = 0.1, start = 1.0 * degree;
    stage.ball(1.0, r, (1 - r) * (std::sin(start) * Vec<D>::axis(0) - std::cos(start) * Vec<D>::axis(D - 1)));
    World<D> world = stage.build();
    ThreadPool pool(1);

    double last_x = world.bodies.position[1][0], first = 0.0, last = 0.0, widest = 0.0;
    int crossings = 0;
    while (world.time < 12.0) {
        advance(world, stage.settings, pool);
        const double x = world.bodies.position[1][0];
        widest = std::max(widest, std::abs(x));
        if ((x > 0) != (last_x > 0)) {
            const double when = world.time - stage.settings.step * x / (x - last_x);
            if (crossings++ == 0) first = when;
            last = when;
        }
        last_x = x;
    }
    amplitude_growth = widest / ((1 - r) * std::sin(start));
    return 2 * (last - first) / (crossings - 1);
}

// A25.
TEST(Bowl, FrictionlessAndRollingBallsSwingAtTheirPeriods) {
    double growth = 0.0;
    EXPECT_NEAR(swing_period<3>(0.0, growth), 1.903122, 0.005 * 1.903122);
    EXPECT_LT(growth, 1.001);
    EXPECT_NEAR(swing_period<3>(0.8, growth), 2.251804, 0.005 * 2.251804);
    EXPECT_LT(growth, 1.001);
    EXPECT_NEAR(swing_period<2>(0.8, growth), 1.903122 * std::sqrt(1.5), 0.005 * 2.33);
    EXPECT_LT(growth, 1.001);
}

// A35, sphere part: without rolling friction it sits at the bottom of a turning drum and spins at Omega R / r.
TEST(Drum, ABallSitsAtTheBottomOfATurningDrumAndSpins) {
    Stage<2> stage({.friction = 0.5});
    stage.falling(g).settings.step = 1e-3;
    const int drum = stage.fixed(Drum<2>{1.0});
    stage.ball(1.0, 0.1, {{0.0, -0.9}}, {},
               {{20.0}});  // any other spin would swing for ever: rolling loses nothing
    stage.turns(drum, Driven::velocity, {{1.0}}, {.kind = Signal::Kind::constant, .value = 2.0});
    World<2> world = stage.build();
    run(world, stage.settings, 20000);
    EXPECT_NEAR(world.bodies.velocity[1].w[0], 2.0 * 1.0 / 0.1, 1e-8);
    EXPECT_NEAR(world.bodies.position[1][0], 0.0, 1e-9);
    EXPECT_NEAR(world.bodies.rotation[drum].angle, 2.0 * world.time, 1e-12 * world.time * 2);
}

TEST(Drum, ABallAtRestIsSpunUpAndThenSwingsAboutTheBottom) {
    Stage<2> stage({.friction = 0.5});
    stage.falling(g).settings.step = 1e-3;
    const int drum = stage.fixed(Drum<2>{1.0});
    stage.ball(1.0, 0.1, {{0.0, -0.9}});
    stage.turns(drum, Driven::velocity, {{1.0}}, {.kind = Signal::Kind::constant, .value = 2.0});
    World<2> world = stage.build();
    double spin = 0.0, angle = 0.0;
    const int steps = 23309;  // ten rolling periods of 2.3309 s
    for (int k = 0; k < steps; ++k) {
        run(world, stage.settings);
        spin += world.bodies.velocity[1].w[0] / steps;
        angle += std::atan2(world.bodies.position[1][0], -world.bodies.position[1][1]) / steps;
    }
    EXPECT_NEAR(spin, 20.0, 0.4);
    EXPECT_NEAR(angle, 0.0, 0.2 * degree);
}

}  // namespace
}  // namespace drystone::rolling_test

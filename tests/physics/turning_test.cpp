// Rolling and torsion friction: validation cases A19, A20, A35 (rolling part), Brendel sec. 1.7.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"

namespace drystone::turning_test {
namespace {

constexpr double g = 9.81;
constexpr double R = 0.1;  // radius of the balls [m]

template <int D>
Stage<D> ball_on_slope(const Coulomb& law, double slope, double v = 0.0) {
    Stage<D> stage(law);
    stage.description.gravity =
        g * (std::sin(slope) * Vec<D>::axis(0) - std::cos(slope) * Vec<D>::axis(D - 1));
    stage.floor();
    Spin<D> spin{};
    spin[D == 2 ? 0 : 1] = (D == 2 ? -1.0 : 1.0) * v / R;  // rolling without slip
    stage.ball(2.0, R, R * Vec<D>::axis(D - 1), v * Vec<D>::axis(0), spin);
    return stage;
}

// A19: a ball holds on a slope iff tan(slope) <= l_t / R.
template <int D>
void holds_below_its_threshold() {
    for (const double factor : {0.5, 0.99, 1.01, 2.0}) {
        SCOPED_TRACE(factor);
        const Stage<D> stage =
            ball_on_slope<D>({.friction = 0.5, .rolling_friction = 1e-3}, std::atan(factor * 0.01));
        World<D> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings, 100).solve.converged);
        const double inertia = D == 2 ? 2.0 / 3.0 : 5.0 / 7.0, slope = std::atan(factor * 0.01);
        const double a = inertia * g * std::max(0.0, std::sin(slope) - 0.01 * std::cos(slope));
        EXPECT_NEAR(world.bodies.velocity[1].v[0], a * world.time, 1e-10);
    }
}
TEST(RollingFriction, ASphereHoldsOnASlopeUpToItsThreshold) { holds_below_its_threshold<3>(); }
TEST(RollingFriction, ADiskHoldsOnASlopeUpToItsThreshold) { holds_below_its_threshold<2>(); }

// A19: deceleration (5/7) (l_t / R) g of a sphere, 2/3 of a disk; it stops and stays.
template <int D>
void rolls_out(double deceleration) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        Stage<D> stage = ball_on_slope<D>({.friction = 0.5, .rolling_friction = 1e-3}, 0.0, 0.05);
        stage.settings.integrator = integrator;
        World<D> world = stage.build();
        run(world, stage.settings, 400);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], 0.05 - deceleration * world.time, 1e-10);
        run(world, stage.settings, 600);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], 0.0, 1e-12);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-14);
        EXPECT_NEAR(world.energy.dissipated(),
                    world.energy.initial - world.energy.kinetic - world.energy.potential, 1e-13);
    }
}
TEST(RollingFriction, ARollingSphereStopsAndStays) { rolls_out<3>(5.0 / 7.0 * 0.01 * g); }
TEST(RollingFriction, ARollingDiskStopsAndStays) { rolls_out<2>(2.0 / 3.0 * 0.01 * g); }

// The ratio mu-bar goes with the reduced radius: on a plane that is the ball's own, r* = r (Brendel 1.41, 1.42).
TEST(RollingFriction, ARatioIsALengthTimesTheReducedRadius) {
    const Coulomb by_length{.friction = 0.5, .rolling_friction = 0.03 * R};
    const Coulomb by_ratio{.friction = 0.5, .rolling_friction_ratio = 0.03};
    const Stage<3> one = ball_on_slope<3>(by_length, 0.0, 0.3), other = ball_on_slope<3>(by_ratio, 0.0, 0.3);
    World<3> a = one.build(), b = other.build();
    run(a, one.settings, 50), run(b, other.settings, 50);
    EXPECT_NEAR(a.bodies.velocity[1].v[0], b.bodies.velocity[1].v[0], 1e-14);

    const Approach<3> pair{.step = 1e-3, .radius = 0.75};  // r1 = 1, r2 = 3
    EXPECT_NEAR(by_ratio.compile(pair).turning.rolling, 0.03 * 0.75, 1e-16);
}

// Brendel (1.44), (1.45): l_t = c (r* F)^p, so on the flat a = factor (g / R) c (r* m g)^p.
template <int D>
void grows_with_the_load(double factor, double p) {
    const double c = 1e-3, m = 2.0;
    Stage<D> stage = ball_on_slope<D>({.friction = 0.5, .rolling_growth = c}, 0.0, 1.0);
    World<D> world = stage.build();
    run(world, stage.settings, 100);
    const double length = c * std::pow(R * m * g, p);
    EXPECT_NEAR(world.bodies.velocity[1].v[0], 1.0 - factor * length / R * g * world.time, 1e-9);
}
TEST(RollingFriction, ItsLengthGrowsWithTheLoadOfADisk) { grows_with_the_load<2>(2.0 / 3.0, 1.0 / 2.0); }
TEST(RollingFriction, ItsLengthGrowsWithTheLoadOfASphere) { grows_with_the_load<3>(5.0 / 7.0, 1.0 / 3.0); }

// A20: spin about the vertical decays at (5/2) l_n g / R^2, without moving the ball.
TEST(TorsionFriction, ASpinningSphereStopsWhereItStands) {
    Stage<3> stage({.friction = 0.5, .torsion_friction = 1e-3});
    stage.falling(g);
    stage.floor();
    stage.ball(2.0, R, {{0, 0, R}}, {}, {{0, 0, 10.0}});
    World<3> world = stage.build();
    run(world, stage.settings, 2000);
    EXPECT_NEAR(world.bodies.velocity[1].w[2], 10.0 - 2.4525 * world.time, 1e-9);
    run(world, stage.settings, 2200);
    EXPECT_NEAR(world.bodies.velocity[1].w[2], 0.0, 1e-12);
    EXPECT_NEAR(norm(world.bodies.velocity[1].v), 0.0, 1e-12);
    const double turned = 2.0 * std::atan2(world.bodies.rotation[1].q[2], world.bodies.rotation[1].w);
    EXPECT_NEAR(std::remainder(turned - 20.387360, 2 * std::numbers::pi), 0.0,
                0.01);  // 10^2 / (2 * 2.4525) rad
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
}

// A20: two spheres pressed head on, one spinning about the line of centres: they end at half the spin each.
TEST(TorsionFriction, APairSharesItsSpin) {
    Stage<3> stage({.torsion_friction = 1e-2});
    stage.ball(1.0, R, {}, {}, {{8.0, 0, 0}});
    stage.ball(1.0, R, {{2 * R, 0, 0}});
    Load<3> left, right;
    left.body = 0, left.force = {{5.0, 0, 0}};
    right.body = 1, right.force = {{-5.0, 0, 0}};
    stage.description.loads = {left, right};
    World<3> world = stage.build();
    run(world, stage.settings, 20);
    const double inertia = 0.4 * R * R, torque = 1e-2 * 5.0;
    EXPECT_NEAR(world.bodies.velocity[0].w[0], 8.0 - torque / inertia * world.time, 1e-9);
    run(world, stage.settings, 1000);
    EXPECT_NEAR(world.bodies.velocity[0].w[0], 4.0, 1e-10);
    EXPECT_NEAR(world.bodies.velocity[1].w[0], 4.0, 1e-10);
}

// A35: with rolling friction a ball in a slowly turning drum sits at tan(theta) = l_t / r.
TEST(RollingFriction, ABallInATurningDrumSitsBesideTheBottom) {
    Stage<2> stage({.friction = 0.8, .rolling_friction = 0.005});
    stage.falling(g).settings.step = 1e-3;
    const int drum = stage.fixed(Drum<2>{1.0});
    const double theta = std::atan(0.05);
    stage.ball(1.0, R, {{0.9 * std::sin(theta), -0.9 * std::cos(theta)}}, {}, {{1.0}});
    stage.turns(drum, Driven::velocity, {{1.0}}, {.kind = Signal::Kind::constant, .value = 0.1});
    World<2> world = stage.build();
    run(world, stage.settings, 5000);
    EXPECT_NEAR(std::atan2(world.bodies.position[1][0], -world.bodies.position[1][1]), theta,
                0.2 * std::numbers::pi / 180);
}

/// Balls dropped on each other with everything on: a small heap that must stand.
template <int D>
Stage<D> heap(SweepOrder order) {
    Stage<D> stage({.friction = 0.5, .rolling_friction_ratio = 0.2, .torsion_friction = D == 3 ? 0.01 : 0.0});
    stage.falling(g).settings.solver = {.order = order, .tolerance = 1e-8, .max_iterations = 20000};
    stage.floor();
    Random random(2);
    for (int i = 0; i < 40; ++i) {
        Vec<D> p = (0.11 + 0.21 * (i / 4)) * Vec<D>::axis(D - 1);
        p[0] = 0.22 * (i % 4) + random.uniform(-0.01, 0.01);
        stage.ball(1.0, R * random.uniform(0.8, 1.0), p);
    }
    return stage;
}

// The residual of the moments is in the certificate, computed from r and m alone; energy and momentum close.
TEST(RollingFriction, AHeapConvergesWithItsMomentsInTheCertificate) {
    const Stage<3> stage = heap<3>(SweepOrder::coloured);
    World<3> world = stage.build();
    for (int k = 0; k < 150; ++k) {
        const StepReport report = run(world, stage.settings);
        ASSERT_TRUE(report.solve.converged) << k << " " << report.solve.residual;
        const double again = relative_residual<3, BodyMap<3>>(world.problem, world.impulse, world.moment);
        ASSERT_NEAR(again, report.solve.residual, 1e-12);
    }
    EXPECT_FALSE(world.problem.turning.empty());
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * world.energy.initial);
    std::vector<Vec<3>> other = world.moment;
    for (Vec<3>& m : other) m = 1.01 * m;
    EXPECT_GT((relative_residual<3, BodyMap<3>>(world.problem, world.impulse, other)), 1e-6);
}

TEST(RollingFriction, ThreadsDoNotChangeOneBit) {
    const Stage<3> stage = heap<3>(SweepOrder::coloured);
    World<3> one = stage.build(), many = stage.build();
    run(one, stage.settings, 60, 1), run(many, stage.settings, 60, 3);
    EXPECT_EQ(one.bodies.velocity, many.bodies.velocity);
}

// The pair of balls at rest on a slope in a V: a unique answer, so every order finds it.
TEST(RollingFriction, OrdersAgreeWhereTheAnswerIsUnique) {
    std::vector<double> speed;
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential}) {
        Stage<3> stage = ball_on_slope<3>(
            {.friction = 0.5, .rolling_friction = 1e-3, .torsion_friction = 1e-3}, 0.02, 0.1);
        stage.settings.solver.order = order;
        World<3> world = stage.build();
        run(world, stage.settings, 100);
        speed.push_back(world.bodies.velocity[1].v[0]);
    }
    EXPECT_NEAR(speed[0], speed[1], 1e-12);
    EXPECT_NEAR(speed[0], speed[2], 1e-12);
}

}  // namespace
}  // namespace drystone::turning_test

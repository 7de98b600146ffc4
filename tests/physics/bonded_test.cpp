// Bilateral links: docs/theory.md (3.15).

#include <gtest/gtest.h>

#include "physics/joint_rig.h"

namespace drystone::bonded_test {
namespace {

constexpr double g = 9.81;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

// A glued pair thrown with a spin: the link carries the centripetal force and keeps both balls as one body.
template <int D>
void a_thrown_pair_turns_as_one() {
    for (const Integrator integrator : both) {
        Stage<D> stage{Law(Bonded{})};
        stage.settings.step = 1e-3;
        stage.settings.integrator = integrator;
        const Vec<D> x = Vec<D>::axis(0), y = Vec<D>::axis(1);
        Spin<D> spin{};
        spin[spin_dim<D> - 1] = 5.0;
        stage.ball(1.0, 0.1, -0.1 * x, -0.5 * y, spin);
        stage.ball(1.0, 0.1, 0.1 * x, 0.5 * y, spin);
        World<D> world = stage.build();
        run(world, stage.settings, 2000);
        const Vec<D> d = world.bodies.position[1] - world.bodies.position[0];
        EXPECT_NEAR(norm(d), 0.2, 2e-5);
        for (int i = 0; i < 2; ++i) EXPECT_NEAR(norm(world.bodies.velocity[i].w), 5.0, 0.01);
        EXPECT_NEAR(norm(world.contacts.impulse[0]) / 1e-3, 25.0 * 0.1, 0.01 * 2.5);
        // Along the line of centres, but for the half step (euler: the step) between the kick and now.
        const Vec<D>& J = world.contacts.impulse[0];
        EXPECT_LT(std::abs(dot(J, y) * d[0] - dot(J, x) * d[1]), 0.006 * norm(J) * norm(d));
        EXPECT_NEAR(std::atan2(d[1], d[0]), std::remainder(5.0 * 2.0, 2.0 * 3.14159265358979), 0.01);
        expect_balanced(world.energy);
    }
}
TEST(Bonded, AThrownPairTurnsAsOneInThePlane) { a_thrown_pair_turns_as_one<2>(); }
TEST(Bonded, AThrownPairTurnsAsOneInSpace) { a_thrown_pair_turns_as_one<3>(); }

TEST(Bonded, ItBreaksAtItsForceAndRubsAfterwards) {
    for (const Integrator integrator : both) {
        for (const double factor : {0.99, 1.01}) {
            JointRig<3> pulled(Bonded{.tensile_force = 50.0, .shear_force = 30.0}, 1.0, 1e-3, integrator);
            pulled.loaded(factor * 50.0 * pulled.up());
            World<3> world = pulled.stage.build();
            run(world, pulled.stage.settings, 100);
            EXPECT_EQ(pulled.height(world) > 1e-3, factor > 1.0);

            JointRig<3> sheared(Bonded{.tensile_force = 50.0, .shear_force = 30.0, .friction = 0.2}, 1.0,
                                1e-3, integrator);
            sheared.loaded(factor * 30.0 * sheared.along()).loaded(-40.0 * sheared.up());
            world = sheared.stage.build();
            run(world, sheared.stage.settings, 100);
            EXPECT_EQ(sheared.travel(world) > 1e-3, factor > 1.0);
            EXPECT_NEAR(sheared.force(world, sheared.along()), factor > 1.0 ? 0.2 * 40.0 : factor * 30.0,
                        1e-8);
            expect_balanced(world.energy);
        }
    }
}

// A cantilever of balls glued to a wall: moments m g x at each link; it breaks at the wall when that exceeds the limit.
template <int D>
void a_cantilever_breaks_at_the_wall() {
    constexpr int n = 4;
    const double m = 1.0, R = 0.1;
    double at_wall = 0.0;
    for (int i = 0; i < n; ++i) at_wall += m * g * (R + 2.0 * R * i);
    for (const double factor : {0.99, 1.01}) {
        Stage<D> stage{Law(Bonded{.bending_moment = at_wall / factor})};
        stage.falling(g);
        stage.fixed(Plane<D>{Vec<D>::axis(0)});
        for (int i = 0; i < n; ++i) stage.ball(m, R, (R + 2.0 * R * i) * Vec<D>::axis(0));
        World<D> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        EXPECT_EQ(world.contacts.memory.intact(0), factor < 1.0);
        for (int c = 1; c < n; ++c) EXPECT_TRUE(world.contacts.memory.intact(c));
        if (factor > 1.0) continue;
        EXPECT_NEAR(norm(world.contacts.moment[0]) / stage.settings.step, at_wall, 1e-8);
        run(world, stage.settings, 200);
        EXPECT_NEAR(world.bodies.position[n][D - 1], 0.0, 1e-9);
    }
}
TEST(Bonded, ACantileverBreaksAtTheWallInThePlane) { a_cantilever_breaks_at_the_wall<2>(); }
TEST(Bonded, ACantileverBreaksAtTheWallInSpace) { a_cantilever_breaks_at_the_wall<3>(); }

TEST(Bonded, TwistingBreaksItToo) {
    for (const double factor : {0.99, 1.01}) {
        Stage<3> stage{Law(Bonded{.twisting_moment = 2.0})};
        stage.floor();
        const int ball = stage.ball(1.0, 0.1, {{0, 0, 0.1}});
        stage.description.loads = {{.body = ball, .torque = {{0, 0, factor * 2.0}}}};
        World<3> world = stage.build();
        run(world, stage.settings, 5);
        EXPECT_EQ(world.contacts.memory.intact(0), factor < 1.0);
        EXPECT_EQ(std::abs(world.bodies.velocity[ball].w[2]) < 1e-9, factor < 1.0);
    }
}

TEST(Bonded, WithoutMomentsItIsAHinge) {
    Stage<2> stage{Law(Bonded{.moments = false})};
    stage.falling(g);
    stage.fixed(Plane<2>{{{1.0, 0.0}}});
    stage.ball(1.0, 0.1, {{0.1, 0.0}});
    World<2> world = stage.build();
    run(world, stage.settings, 100);
    // A pendulum about its rim: it swings down with (m R^2 + I) alpha = m g R, so alpha = g / (1.5 R) at first.
    EXPECT_LT(world.bodies.position[1][1], -0.001);
    expect_balanced(world.energy);
}

}  // namespace
}  // namespace drystone::bonded_test

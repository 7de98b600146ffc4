// Elastic joints: docs/theory.md (3.10).

#include <numbers>

#include <gtest/gtest.h>

#include "physics/joint_rig.h"

namespace drystone::elastic_test {
namespace {

constexpr double g = 9.81, A = 0.01, k = 1e8;  // k A = 1e6 N/m
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

Elastic spring(double friction = 0.5, double stiffness = k) {
    return {.normal_stiffness = stiffness,
            .shear_stiffness = 0.4 * stiffness,
            .friction = friction,
            .joint = {.area = A}};
}

// Static compression W / (k A), from hardly anything to nothing, at any step: no step is too long for a stiffness.
template <int D>
void sinks_by_its_weight() {
    for (const Integrator integrator : both) {
        for (const double stiffness : {1e6, 1e9, 1e13}) {
            for (const double h : {1e-2, 1e-3}) {
                JointRig<D> rig(spring(0.5, stiffness), 2.0, h, integrator);
                rig.stage.falling(g);
                World<D> world = rig.stage.build();
                run(world, rig.stage.settings, 4000);
                EXPECT_NEAR(rig.height(world) / (-2.0 * g / (stiffness * A)), 1.0, 1e-4)
                    << stiffness << " " << h;
                EXPECT_NEAR(rig.force(world, rig.up()), -2.0 * g, 1e-4 * g);
                EXPECT_NEAR(world.energy.stored, 0.5 * 4.0 * g * g / (stiffness * A),
                            3e-4 * world.energy.stored);
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(Elastic, ABodySinksByItsWeightOverTheStiffnessInThePlane) { sinks_by_its_weight<2>(); }
TEST(Elastic, ABodySinksByItsWeightOverTheStiffnessInSpace) { sinks_by_its_weight<3>(); }

// Pressed by a constant force, a ball on its spring swings with omega^2 = k A / m while the step resolves it; what the
// implicit spring takes is booked to the scheme.
TEST(Elastic, ItSwingsAtItsOwnFrequency) {
    const double m = 4.0, omega = std::sqrt(k * A / m), period = 2.0 * std::numbers::pi / omega;
    for (const Integrator integrator : both) {
        JointRig<2> rig(spring(), m, period / 2000.0, integrator);
        rig.stage.falling(g);
        World<2> world = rig.stage.build();
        double crossings = 0.0, last = 0.0;
        const double rest = -m * g / (k * A);
        for (int n = 0; n < 20000; ++n) {
            run(world, rig.stage.settings);
            const double x = rig.height(world) - rest;
            crossings += x * last < 0.0;
            last = x;
        }
        EXPECT_NEAR(crossings, 20.0, 1.0);
        expect_balanced(world.energy);
    }
}

TEST(Elastic, ShearIsElasticUpToTheFrictionLimitAndComesBack) {
    for (const Integrator integrator : both) {
        const double N = 100.0, mu = 0.5, k_t = 0.4 * k * A, slip = 0.8 * mu * N / k_t;
        JointRig<3> rig(spring(mu), 1.0, 1e-3, integrator);
        rig.loaded(-N * rig.up())
            .driven(rig.along(), {{0.0, 0.0}, {1.0, slip}, {2.0, 3.0 * slip}, {4.0, 1.5 * slip}});
        World<3> world = rig.stage.build();
        run(world, rig.stage.settings, 1000);
        EXPECT_NEAR(rig.force(world, rig.along()), k_t * slip, 0.002 * mu * N);
        EXPECT_NEAR(world.energy.losses.friction, 0.0, 1e-15);
        run(world, rig.stage.settings, 1000);
        EXPECT_NEAR(rig.force(world, rig.along()), mu * N, 1e-6 * N);
        EXPECT_NEAR(world.energy.losses.friction, mu * N * (3.0 - 1.25) * slip, 0.005 * mu * N * slip);
        run(world, rig.stage.settings,
            2000);  // back by 1.5 slips: through zero to the other side, still elastic
        EXPECT_NEAR(rig.force(world, rig.along()), mu * N - 1.5 * k_t * slip, 0.002 * mu * N);
        expect_balanced(world.energy);
    }
}

// Falling onto a joint that one step cannot resolve: no bounce beyond what the fall brought in, and rest in the end.
TEST(Elastic, AVeryStiffJointIsAnInelasticContact) {
    for (const Integrator integrator : both) {
        JointRig<2> rig(spring(0.5, 1e14), 1.0, 1e-3, integrator);
        rig.stage.falling(g);
        rig.stage.description.bodies.edit(rig.ball).position = {{0.0, 0.1 + 0.1}};
        World<2> world = rig.stage.build();
        double rebound = 0.0;
        for (int n = 0; n < 300; ++n) {
            run(world, rig.stage.settings);
            rebound = std::max(rebound, world.bodies.velocity[rig.ball].v[1]);
        }
        EXPECT_LT(rebound, 1e-6);
        EXPECT_NEAR(rig.height(world), 0.0, 1e-9);
        expect_balanced(world.energy);
    }
}

// A pile of 30 disks: every joint carries what lies on it, and the pile is shorter by the sum.
TEST(Elastic, AColumnOfThirtyDisksConvergesAndSettles) {
    constexpr int n = 30;
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential}) {
        Stage<2> stage{Law(spring())};
        stage.falling(g).settings.solver = {.order = order, .tolerance = 1e-8, .max_iterations = 100000};
        stage.settings.step = 1e-2;
        stage.floor();
        for (int i = 0; i < n; ++i) stage.ball(1.0, 0.1, {{0.0, 0.1 + 0.2 * i}});
        World<2> world = stage.build();
        double shortened = 0.0;
        for (int step = 0; step < 1000; ++step) ASSERT_TRUE(run(world, stage.settings).solve.converged);
        for (int i = 0; i < n; ++i) {
            EXPECT_NEAR(std::abs(world.contacts.impulse[i][1]) / 1e-2, (n - i) * g, 1e-4 * n * g);
            shortened += (n - i) * g / (k * A);
        }
        EXPECT_NEAR(world.bodies.position[n][1], 0.1 + 0.2 * (n - 1) - shortened, 1e-4 * shortened);
        expect_balanced(world.energy);
    }
}

TEST(Elastic, TheAreaMayComeFromTheRadii) {
    const Approach<3> in{.least_radius = 0.2};
    EXPECT_NEAR((JointArea{.ratio = 0.5}.bearing(in)), std::numbers::pi * 0.01, 1e-15);
    EXPECT_NEAR((JointArea{.ratio = 0.5}.bearing(Approach<2>{.least_radius = 0.2})), 0.2, 1e-15);
    const Approach<3> face{.area = 0.5, .bearing = 0.5}, corner{.bearing = 0.25};
    const JointMemory<3> joint{.area = 0.75, .intact = true};
    EXPECT_EQ((JointArea{.area = 3.0}.bearing(face)), 0.5);  // faces bring their own
    EXPECT_EQ((JointArea{.area = 3.0}.bearing(corner)), 0.25);
    EXPECT_EQ((JointArea{.area = 3.0}.glued(corner, JointMemory<3>{})), 0.0);  // there is nothing to glue
    EXPECT_EQ((JointArea{.area = 3.0}.glued(corner, joint)), 0.75);       // but a joint keeps its patch
}

}  // namespace
}  // namespace drystone::elastic_test

// Cohesion of finite range: Brendel sec. 1.8, validation cases A31, A33.

#include <cmath>

#include <gtest/gtest.h>

#include "physics/stage.h"

namespace drystone::cohesion_test {
namespace {

constexpr double F_C = 10.0, d_C = 1e-3, E_C = F_C * d_C, g = 9.81;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

Coulomb sticky(double friction = 0.3, double force = F_C) {
    return {.friction = friction, .cohesion = {.force = force, .range = d_C}};
}

/// Two touching balls of mass 1 along the first axis, pulled apart with F and kicked apart with a relative velocity.
template <int D>
Stage<D> pair(double F, double V, Integrator integrator, double h) {
    Stage<D> stage(sticky());
    stage.settings.step = h;
    stage.settings.integrator = integrator;
    const Vec<D> x = Vec<D>::axis(0);
    stage.ball(1.0, 0.1, -0.1 * x, -0.5 * V * x);
    stage.ball(1.0, 0.1, 0.1 * x, 0.5 * V * x);
    stage.description.loads = {{.body = 0, .force = -F * x}, {.body = 1, .force = F * x}};
    return stage;
}

template <int D>
double opening(const World<D>& world) {
    return world.bodies.position[1][0] - world.bodies.position[0][0] - 0.2;
}
template <int D>
double parting(const World<D>& world) {
    return world.bodies.velocity[1].v[0] - world.bodies.velocity[0].v[0];
}

// A31: a pull of 15 against 10 opens the bond in sqrt(2 M d_C / (F - F_C)), and what is left over is kinetic.
template <int D>
void opens_under_a_pull() {
    for (const Integrator integrator : both) {
        const double M = 0.5, F = 15.0, h = 1e-4;
        const Stage<D> stage = pair<D>(F, 0.0, integrator, h);
        World<D> world = stage.build();
        while (opening(world) < d_C) ASSERT_LT(run(world, stage.settings).contacts, 2);
        EXPECT_NEAR(world.time, std::sqrt(2.0 * M * d_C / (F - F_C)), 0.01 * 0.0141421);
        // Once open, the pull works alone.
        EXPECT_NEAR(world.energy.kinetic, F * opening(world) - E_C, 0.01 * 5e-3);
        run(world, stage.settings, 10);
        EXPECT_NEAR(world.energy.losses.cohesion, E_C, 0.01 * E_C);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-14);
        if (integrator == Integrator::moreau) {
            EXPECT_EQ(world.contacts.size(), 0);
        }
        for (std::size_t i = 0; i < world.contacts.memory.size(); ++i) EXPECT_FALSE(world.contacts.memory.intact(i));
    }
}
TEST(Cohesion, APullAboveItOpensTheBondInTimeInThePlane) { opens_under_a_pull<2>(); }
TEST(Cohesion, APullAboveItOpensTheBondInTimeInSpace) { opens_under_a_pull<3>(); }

TEST(Cohesion, APullBelowItNeverOpensTheBond) {
    for (const Integrator integrator : both) {
        const Stage<3> stage = pair<3>(9.99, 0.0, integrator, 1e-4);
        World<3> world = stage.build();
        run(world, stage.settings, 2000);
        EXPECT_NEAR(opening(world), 0.0, 1e-15);
        EXPECT_NEAR(std::abs(world.contacts.impulse[0][0]) / 1e-4, 9.99, 1e-9);
    }
}

// A31: a kick parts the pair with V^2 = V0^2 - 2 E_C / M; with too little energy it stays, opened a little.
TEST(Cohesion, AKickLosesTheBindingEnergyWhateverTheTimeStep) {
    const double M = 0.5, V0 = 0.3, expected = std::sqrt(V0 * V0 - 2.0 * E_C / M);
    for (const Integrator integrator : both) {
        double last_error = 0.0;
        for (const double h : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
            const Stage<3> stage = pair<3>(0.0, V0, integrator, h);
            World<3> world = stage.build();
            run(world, stage.settings, static_cast<int>(0.02 / h));
            const double error = std::abs(parting(world) - expected);
            EXPECT_LT(error, (h > 5e-3 ? 0.05 : 0.01) * expected) << h;  // 1e-2: torn within a single step
            last_error = error;
        }
        EXPECT_LT(last_error, 1e-4);
    }
}

TEST(Cohesion, AWeakKickLeavesAWeakenedContactThatIsNotPulledBack) {
    for (const Integrator integrator : both) {
        const Stage<2> stage = pair<2>(0.0, 0.1, integrator, 1e-5);  // kinetic 0.0025 < E_C
        World<2> world = stage.build();
        run(world, stage.settings, 5000);
        EXPECT_NEAR(opening(world), 0.5 * 0.5 * 0.01 / F_C, 0.01 * 2.5e-4);
        EXPECT_NEAR(parting(world), 0.0, 1e-14);
        const double before = opening(world);
        run(world, stage.settings, 1000);
        EXPECT_EQ(opening(world), before);
        EXPECT_EQ(world.contacts.impulse[0], (Vec<2>{}));

        // Pushed together it closes, and is strong again.
        world.description.loads[0].force = {{1.0, 0.0}};
        world.description.loads[1].force = {{-1.0, 0.0}};
        run(world, stage.settings, 5000);
        EXPECT_NEAR(opening(world), 0.0, 2e-7);  // moreau: what it came in with
        EXPECT_NEAR(std::abs(world.contacts.impulse[0][0]), 1e-5, 1e-9);
    }
}

// A33: the limit of friction counts from R_n + F_C. A ball that cannot turn hangs on a wall iff m g <= mu F_C.
template <int D>
void hangs_on_a_wall() {
    for (const double factor : {0.99, 1.01}) {
        for (const Integrator integrator : both) {
            const double mu = 0.5, m = factor * mu * F_C / g;
            Stage<D> stage(sticky(mu));
            stage.falling(g).settings.integrator = integrator;
            stage.fixed(Plane<D>{Vec<D>::axis(0)});
            const int ball = stage.ball(m, 0.1, 0.1 * Vec<D>::axis(0));
            Spin<D> held;
            for (int i = 0; i < spin_dim<D>; ++i) held[i] = 1.0;
            stage.description.holds = {{.body = ball, .rotations = held}};
            World<D> world = stage.build();
            run(world, stage.settings, 100);
            const double a = std::max(0.0, g - mu * F_C / m);
            EXPECT_NEAR(world.bodies.velocity[ball].v[D - 1], -a * world.time, 1e-9);
        }
    }
}
TEST(Cohesion, ABodyHangsOnAWallByFrictionInThePlane) { hangs_on_a_wall<2>(); }
TEST(Cohesion, ABodyHangsOnAWallByFrictionInSpace) { hangs_on_a_wall<3>(); }

// A33: a chain of k beads under a ceiling holds iff k m g <= F_C, with tensions (k - i + 1) m g.
template <int D>
void chain_hangs() {
    for (const double factor : {0.999, 1.001}) {
        constexpr int k = 8;
        const double m = factor * F_C / (k * g);
        Stage<D> stage(sticky());
        stage.falling(g);
        stage.fixed(Plane<D>{-Vec<D>::axis(D - 1)});
        for (int i = 0; i < k; ++i) stage.ball(m, 0.1, -(0.1 + 0.2 * i) * Vec<D>::axis(D - 1));
        World<D> world = stage.build();
        const StepReport report = run(world, stage.settings);
        ASSERT_TRUE(report.solve.converged);
        ASSERT_EQ(report.contacts, k);
        const bool holds = factor < 1.0;
        for (int i = 0; i < k; ++i) {
            const double tension = std::abs(world.contacts.impulse[i][D - 1]) / stage.settings.step;
            if (holds) {
                EXPECT_NEAR(tension, (k - i) * m * g, 1e-8 * F_C);
            }
            EXPECT_LE(tension, F_C * (1.0 + 1e-12));
        }
        EXPECT_EQ(std::abs(world.bodies.velocity[k].v[D - 1]) < 1e-10, holds);
    }
}
TEST(Cohesion, AChainHangsAsLongAsTheTopBondCarriesItInThePlane) { chain_hangs<2>(); }
TEST(Cohesion, AChainHangsAsLongAsTheTopBondCarriesItInSpace) { chain_hangs<3>(); }

// A33: on a slope it slides iff m g sin > mu (m g cos + F_C).
TEST(Cohesion, ABlockSlidesDownASlopeWhenWeightBeatsFrictionAndCohesion) {
    const double mu = 0.4, m = 2.0;
    for (const double slope : {0.5, 1.2}) {
        Stage<3> stage(sticky(mu));
        stage.description.gravity = {{g * std::sin(slope), 0.0, -g * std::cos(slope)}};
        stage.floor();
        const int ball = stage.ball(m, 0.1, {{0, 0, 0.1}});
        stage.description.holds = {{.body = ball, .rotations = {{1, 1, 1}}}};
        World<3> world = stage.build();
        run(world, stage.settings, 50);
        const double a = std::max(0.0, g * std::sin(slope) - mu * (g * std::cos(slope) + F_C / m));
        EXPECT_NEAR(world.bodies.velocity[ball].v[0], a * world.time, 1e-9);
        EXPECT_EQ(a > 0.0, slope > 1.0);
    }
}

// A bond that broke is gone until the bodies touch again.
TEST(Cohesion, ABrokenBondDoesNotActAtADistance) {
    const Stage<2> stage = pair<2>(0.0, 0.3, Integrator::moreau, 1e-5);
    World<2> world = stage.build();
    run(world, stage.settings, 2000);
    const double free = parting(world);
    EXPECT_GT(opening(world), d_C);
    run(world, stage.settings, 100);
    EXPECT_EQ(parting(world), free);
    EXPECT_EQ(world.contacts.size(), 0);
}

}  // namespace
}  // namespace drystone::cohesion_test

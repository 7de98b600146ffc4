// The whole matrix, and all methods against each other and against contact dynamics: validation case D08.

#include <gtest/gtest.h>

#include <numbers>

#include "statics/rig.h"

namespace drystone::bagi_bojtar_test {
namespace {

constexpr StaticsMethod both[] = {StaticsMethod::kishino, StaticsMethod::bagi_bojtar};

/// Overlaps of 1e-11 radii: geometry changes forces by no more than that.
constexpr double stiff = 1e12;

TEST(Statics, ATriangularPileInTheStiffLimit) {
    for (const StaticsMethod method : both) {
        const int n = 8;
        Pile pile(springs(stiff, 0.0, 0.0), n);
        World<2> world = pile.stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 1, .tolerance = 1e-10});
        EXPECT_TRUE(report.converged) << report.increments[0].error;
        const double tangent = 0.5 * pile.s / pile.cosine();
        double largest = 0.0;
        for (int j = 0; j < n; ++j) {
            const Vec<2> F = force_on(world, pile.disk[0][static_cast<std::size_t>(j)]);
            EXPECT_NEAR(-F[1] / pile.w, 4.5 - 1.0, 1e-9);
            EXPECT_NEAR(F[0] / pile.w, 0.5 * tangent * (2 * j - n + 1), 1e-9);
        }
        for (int c = 0; c < world.contacts.size(); ++c)
            largest = std::max(largest, norm(world.contacts.impulse[c]));
        EXPECT_NEAR(largest / pile.w, (n - 1) / (2.0 * pile.cosine()), 1e-9);
    }
}

TEST(Statics, IsostaticPilesAgreeWithContactDynamics) {
    for (const StaticsMethod method : both) {
        Pile pile(springs(stiff, 0.0, 0.0), 6);
        // No symmetry: each disk has a weight of its own.
        double mass = 1.0;
        for (BodyDescription<2>& body : pile.stage.description.bodies.edit_all())
            if (!body.fixed) body.mass = mass += 0.13;
        World<2> soft = pile.stage.build(), rigid = pile.stage.build();
        EXPECT_TRUE(balance(soft, {.method = method, .load_steps = 1, .tolerance = 1e-10}).converged);
        run(rigid, pile.stage.settings);
        ASSERT_EQ(soft.contacts.size(), rigid.contacts.size());
        const double h = pile.stage.settings.step;
        for (int c = 0; c < soft.contacts.size(); ++c) {
            const Vec<2> F = (1.0 / h) * rigid.contacts.impulse[c];
            EXPECT_LT(norm(soft.contacts.impulse[c] - F), 1e-8 * norm(F));
        }
    }
}

// Three planes lean against a sphere at the same angle beta from the vertical: N = W cos b / (3 (cos^2 b + kappa sin^2 b)).
TEST(Statics, ASphereInAThreeSidedPit) {
    const double beta = 0.9, kappa = 0.6, c = std::cos(beta), s = std::sin(beta), k = 1e12, W = 9.81;
    for (const StaticsMethod method :
         {StaticsMethod::serrano, StaticsMethod::kishino, StaticsMethod::bagi_bojtar}) {
        Stage<3> stage{Law(springs(k, kappa * k, 10.0))};
        stage.falling();
        for (int i = 0; i < 3; ++i) {
            const double angle = 0.3 + 2.0 * std::numbers::pi * i / 3.0;
            const Vec<3> n{{s * std::cos(angle), s * std::sin(angle), c}};
            stage.fixed(Plane<3>{n}, -0.1 * n);
        }
        const int ball = stage.ball(1.0, 0.1, {});
        World<3> world = stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 1, .tolerance = 1e-10});
        EXPECT_TRUE(report.converged) << static_cast<int>(method) << " " << report.increments[0].error;
        for (int i = 0; i < 3; ++i) {
            const Vec<3> F = force_between(world, i, ball);
            const Vec<3> n = world.parts.axis[i];
            const double N = dot(F, n), T = norm(F - N * n), sum = 3.0 * (c * c + kappa * s * s);
            EXPECT_NEAR(N / W, c / sum, 1e-9);
            EXPECT_NEAR(T / W, kappa * s / sum, 1e-9);
        }
    }
}

// A cantilever of n glued balls, the first fixed. Contact i lies a distance a from the load: it carries P and P a, turns by
// P a / k_bend and slips by P / k_T; twisted, each contact turns by M / k_twist; pulled, it opens by P / k_N.
template <int D>
void a_beam_bends_twists_and_stretches(StaticsMethod method) {
    const int n = 12;
    const double r = 0.1, kN = 1e6, kT = 4e5, kb = 3e3, kt = 2e3, P = 1e-3, M = 1e-4;
    for (int load = 0; load < (D == 3 ? 3 : 2); ++load) {
        Stage<D> stage{Law(glued(kN, kT, kb, D == 3 ? kt : 0.0))};
        stage.fixed(Ball<D>{r});
        for (int i = 1; i <= n; ++i) stage.ball(1.0, r, 2.0 * r * i * Vec<D>::axis(0));
        Load<D> at_the_end{.body = n};
        if (load == 0) at_the_end.force = P * Vec<D>::axis(1);
        if (load == 1) at_the_end.force = P * Vec<D>::axis(0);
        if (load == 2) at_the_end.torque = M * Spin<D>::axis(0);
        stage.description.loads = {at_the_end};
        World<D> world = stage.build();
        const auto report = balance(world, {.method = method,
                                            .displacements = Displacements::small,
                                            .load_steps = 1,
                                            .tolerance = 1e-10,
                                            .max_iterations = 1000000});
        ASSERT_TRUE(report.converged) << report.increments[0].error;
        double bent = 0.0;
        for (int i = 0; i < n; ++i) {
            const double a = r * (2 * i + 1);
            bent += P * a * a / kb + P / kT;
        }
        const Vec<D> u = world.bodies.position[n] - world.start_position[n];
        const double loose = method == StaticsMethod::kishino ? 1e-5 : 1e-9;
        if (load == 0) {
            EXPECT_NEAR(u[1], bent, loose * bent);
        }
        if (load == 1) {
            EXPECT_NEAR(u[0], n * P / kN, loose * n * P / kN + 4e-16);
        }
        if constexpr (D == 3) {
            if (load == 2) {
                EXPECT_NEAR(2.0 * world.bodies.rotation[n].q[0], n * M / kt, loose * n * M / kt);
            }
        }
    }
}
TEST(Statics, ABeamOfGluedBallsBendsTwistsAndStretches) {
    for (const StaticsMethod method : {StaticsMethod::serrano, StaticsMethod::bagi_bojtar}) {
        a_beam_bends_twists_and_stretches<2>(method);
        a_beam_bends_twists_and_stretches<3>(method);
    }
    a_beam_bends_twists_and_stretches<2>(StaticsMethod::kishino);
}

// Pushed sideways by more than friction carries, a disk that cannot roll slides until a spring stops it.
TEST(Statics, AContactSlidesAtItsLimit) {
    for (const StaticsMethod method : both) {
        const double k = 1e6, mu = 0.4, W = 9.81;
        Stage<2> stage{Law(springs(k, 0.5 * k, mu))};
        stage.falling().floor();
        const int disk = stage.ball(1.0, 0.1, {{0.0, 0.1}});
        stage.description.holds = {{.body = disk, .directions = {}, .rotations = {{1.0}}}};
        stage.description.loads = {{.body = disk, .force = {{8.0, 0.0}}}};
        stage.description.supports = {{.body = disk, .stiffness = {{1e3, 0.0}}, .rotational = {}}};
        World<2> world = stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 5, .tolerance = 1e-10});
        EXPECT_TRUE(report.converged) << report.increments.back().error;
        EXPECT_EQ(report.increments.back().sliding, 1);
        EXPECT_NEAR(force_between(world, 0, disk, 0.2)[0], -mu * W, 1e-8 * W);
        EXPECT_NEAR(world.bodies.position[disk][0], (8.0 - mu * W) / 1e3, 1e-9);
    }
}

TEST(Statics, BondsBreakAtTheirStrengthAndNotBefore) {
    for (const StaticsMethod method : both) {
        for (const double factor : {0.99, 1.01}) {
            Spring law = glued(1e6, 5e5, 1e3);
            law.tension_strength = 5.0;
            Stage<2> stage{Law(law)};
            stage.fixed(Ball<2>{0.1});
            const int hung = stage.ball(1.0, 0.1, {{0.2, 0.0}});
            stage.description.supports = {{.body = hung, .stiffness = {{1e2, 1e2}}, .rotational = {{1.0}}}};
            stage.description.loads = {{.body = hung, .force = {{factor * 5.0, 0.0}}}};
            World<2> world = stage.build();
            const auto report = balance(world, {.method = method, .load_steps = 4, .tolerance = 1e-9});
            EXPECT_TRUE(report.converged);
            int broken = 0;
            for (const Increment& one : report.increments) broken += one.broken;
            EXPECT_EQ(broken, factor > 1.0 ? 1 : 0);
            EXPECT_EQ(world.contacts.size(), factor > 1.0 ? 0 : 1);
        }
    }
}

// Two walls that are free in one direction and loaded squeeze a row of disks.
TEST(Statics, AWallMayBeLoadedInsteadOfMoved) {
    for (const StaticsMethod method : both) {
        Stage<2> stage{Law(springs(1e6, 0.0, 0.0))};
        stage.fixed(Plane<2>{{{1.0, 0.0}}}, {{-0.1, 0.0}});
        for (int i = 0; i < 4; ++i) {
            const int disk = stage.ball(1.0, 0.1, {{0.2 * i, 0.0}});
            stage.description.holds.push_back(
                {.body = disk, .directions = {{0.0, 1.0}}, .rotations = {{1.0}}});
        }
        BodyDescription<2> plate;
        plate.mass = 3.0;
        plate.geometry = {{Plane<2>{{{-1.0, 0.0}}}, {}, {}}};
        plate.position = {{0.7, 0.0}};
        const int wall = stage.add(plate);
        stage.description.holds.push_back({.body = wall, .directions = {{0.0, 1.0}}, .rotations = {{1.0}}});
        stage.description.loads = {{.body = wall, .force = {{-50.0, 0.0}}}};
        World<2> world = stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 2, .tolerance = 1e-11});
        EXPECT_TRUE(report.converged);
        EXPECT_NEAR(force_on(world, 0, 0.5)[0], -50.0, 1e-8);
        EXPECT_NEAR(world.bodies.position[wall][0], 0.7 - 5 * 50.0 / 1e6, 1e-12);
    }
}

// What cannot be balanced is named.
TEST(Statics, AFallingDiskIsOutOfBalance) {
    for (const StaticsMethod method : both) {
        Stage<2> stage{Law(springs(1e6, 0.0, 0.0))};
        stage.falling().floor();
        stage.ball(1.0, 0.1, {{0.0, 0.1}});
        stage.description.bodies.erase(0);  // no floor
        World<2> world = stage.build();
        const auto report = balance(world, {.method = method, .load_steps = 1, .max_iterations = 20});
        EXPECT_FALSE(report.converged);
        ASSERT_EQ(report.increments[0].worst.size(), 1u);
        EXPECT_EQ(report.increments[0].worst[0].body, 0);
    }
}

template <int D>
World<D> heap_of(double metre, double kilogram, double second, StaticsMethod method) {
    const double newton = kilogram * metre / (second * second);
    Stage<D> stage{Law(springs(1e5 * newton / metre, 6e4 * newton / metre, 0.3))};
    stage.falling(9.81 * metre / (second * second)).floor();
    stage.fixed(Plane<D>{Vec<D>::axis(0)}, -0.1 * metre * Vec<D>::axis(0));
    stage.fixed(Plane<D>{-Vec<D>::axis(0)}, 0.31 * metre * Vec<D>::axis(0));
    if (D == 3) {
        stage.fixed(Plane<D>{Vec<D>::axis(1)}, -0.1 * metre * Vec<D>::axis(1));
        stage.fixed(Plane<D>{-Vec<D>::axis(1)}, 0.12 * metre * Vec<D>::axis(1));
    }
    for (int i = 0; i < 5; ++i) {
        const Vec<D> x =
            metre * (0.1 + 0.17 * i) * Vec<D>::axis(D - 1) + metre * (i % 2 ? 0.19 : 0.02) * Vec<D>::axis(0);
        stage.ball((1.0 + 0.1 * i) * kilogram, 0.1 * metre, x);
    }
    World<D> world = stage.build();
    EXPECT_TRUE(
        balance(world, {.method = method, .load_steps = 3, .duration = second, .tolerance = 1e-7}).converged);
    return world;
}

TEST(Statics, OtherUnitsByPowersOfTwoLeaveTheSameDigits) {
    for (const StaticsMethod method : both) {
        const World<2> here = heap_of<2>(1.0, 1.0, 1.0, method), there = heap_of<2>(8.0, 0.25, 2.0, method);
        for (int i = 0; i < here.bodies.size(); ++i)
            EXPECT_EQ(8.0 * here.bodies.position[i][1], there.bodies.position[i][1]);
    }
}

TEST(Statics, ThreadsDoNotChangeBits) {
    Pile pile(springs(1e6, 5e5, 0.4), 26);
    World<2> one = pile.stage.build(), two = pile.stage.build();
    const StaticsSettings settings{.load_steps = 1, .tolerance = 1e-4};
    EXPECT_TRUE(balance(one, settings, 1).converged);
    balance(two, settings, 3);
    EXPECT_EQ(one.bodies.position, two.bodies.position);
    EXPECT_EQ(one.contacts.impulse, two.contacts.impulse);
}

}  // namespace
}  // namespace drystone::bagi_bojtar_test

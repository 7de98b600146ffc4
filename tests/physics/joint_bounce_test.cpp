// Restitution and rolling friction of contacts that are not joined, or no longer, under the laws of joints: as under `coulomb`.
// docs/theory.md (3.8), section 4.

#include <cmath>

#include <gtest/gtest.h>

#include "physics/joint_rig.h"

namespace drystone::joint_bounce_test {
namespace {

constexpr double g = 9.81, R = 0.1, m = 2.0, A = 0.01, k = 1e9;

struct NamedLaw {
    const char* name;
    Law law;
};

std::vector<NamedLaw> laws(const Restitution& restitution, const Rolling& rolling) {
    const JointArea joint{.area = A};
    const Joining broken{.initially = false};
    return {{"mohr_coulomb", MohrCoulomb{.cohesion = 1e5,
                                         .friction = 0.5,
                                         .residual_friction = 0.5,
                                         .joint = joint,
                                         .joining = broken,
                                         .restitution = restitution,
                                         .rolling = rolling}},
            {"elastic", Elastic{.normal_stiffness = k,
                                .shear_stiffness = k,
                                .friction = 0.5,
                                .joint = joint,
                                .restitution = restitution,
                                .rolling = rolling}},
            {"cohesive_zone", CohesiveZone{.normal_stiffness = k,
                                           .shear_stiffness = k,
                                           .tensile_strength = 1e4,
                                           .shear_strength = 1e4,
                                           .energy_opening = 10.0,
                                           .energy_shear = 10.0,
                                           .friction = 0.5,
                                           .joint = joint,
                                           .joining = broken,
                                           .restitution = restitution,
                                           .rolling = rolling}},
            {"bonded", Bonded{.friction = 0.5, .joining = broken, .restitution = restitution, .rolling = rolling}}};
}

// Dropped: it leaves at e_n times the speed it struck with, and what was lost is impact. Below the threshold it does not bounce, or as
// springs do, and in the end it lies where its weight holds it.
template <int D>
void bounces() {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const auto& [name, law] : laws({.normal = 0.5, .threshold = 0.2}, {})) {
            SCOPED_TRACE(name);
            Stage<D> stage(law);
            stage.falling(g).settings.integrator = integrator;
            stage.floor();
            const int ball = stage.ball(m, R, (R + 0.2) * Vec<D>::axis(D - 1));
            World<D> world = stage.build();
            double down = 0.0, up = 0.0;
            for (int n = 0; n < 300; ++n) {
                run(world, stage.settings);
                down = std::min(down, world.bodies.velocity[ball].v[D - 1]);
                up = std::max(up, world.bodies.velocity[ball].v[D - 1]);
            }
            EXPECT_NEAR(down, -std::sqrt(2.0 * g * 0.2), 0.02);
            EXPECT_NEAR(up / -down, 0.5, 0.01);
            EXPECT_NEAR(world.energy.losses.impact, 0.5 * m * down * down * 0.75, 0.04 * m * down * down);
            run(world, stage.settings, 2000);
            EXPECT_LT(std::abs(world.bodies.velocity[ball].v[D - 1]), 1e-3);
            EXPECT_NEAR(world.bodies.position[ball][D - 1], R, 1e-4);
            expect_balanced(world.energy);
        }
    }
}
TEST(JointBounce, NewtonsRuleInThePlane) { bounces<2>(); }
TEST(JointBounce, NewtonsRuleInSpace) { bounces<3>(); }

// Rolling: the moment l m g slows it down by g l / (R (1 + I / m R^2)).
template <int D>
void rolls_to_a_halt() {
    const double l = 5e-3, shape = D == 2 ? 0.5 : 0.4, v = 1.0;
    for (const auto& [name, law] : laws({}, {.rolling_friction = l})) {
        SCOPED_TRACE(name);
        Stage<D> stage(law);
        stage.falling(g);
        stage.floor();
        Spin<D> spin{};
        spin[D == 2 ? 0 : 1] = D == 2 ? -v / R : v / R;
        const int ball = stage.ball(m, R, R * Vec<D>::axis(D - 1), v * Vec<D>::axis(0), spin);
        World<D> world = stage.build();
        run(world, stage.settings, 1000);
        const double slower = g * l / (R * (1.0 + shape));
        EXPECT_NEAR(world.bodies.velocity[ball].v[0], v - slower, 0.01);
        EXPECT_NEAR(world.energy.losses.friction, 0.5 * m * (1.0 + shape) * (v * v - (v - slower) * (v - slower)), 0.02);
        expect_balanced(world.energy);
        run(world, stage.settings, 3500);
        EXPECT_LT(std::abs(world.bodies.velocity[ball].v[0]), 1e-6);
    }
}
TEST(JointBounce, RollsToAHaltInThePlane) { rolls_to_a_halt<2>(); }
TEST(JointBounce, RollsToAHaltInSpace) { rolls_to_a_halt<3>(); }

}  // namespace
}  // namespace drystone::joint_bounce_test

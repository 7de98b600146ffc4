// Mortar joints between deformable blocks: validation cases E14, E15.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"
#include "physics/joint_rig.h"

namespace drystone {
namespace {

Bounds<2> about(const Vec<2>& low, const Vec<2>& high) { return {low, high}; }

/// Nodes in the box are moved along a direction through {time, displacement}.
void drive(ElasticStage<2>& stage, int body, const Bounds<2>& where, const Vec<2>& direction,
           std::vector<Signal::Point> points) {
    Motion<2> motion;
    motion.body = body;
    motion.direction = direction;
    motion.signal = {.kind = Signal::Kind::table, .points = std::move(points)};
    motion.where = where;
    stage.description.motions.push_back(motion);
}

// E14: a block is torn off a floor by its top: peak f_t A, energy G A, whatever the mesh and the candidates.
TEST(DeformableJoint, TearingTakesTheFractureEnergy) {
    constexpr double f_t = 1e5, G = 50.0, width = 0.1, opening_f = 2.0 * G / f_t;
    const CohesiveZone mortar{.normal_stiffness = 1e9,
                              .shear_stiffness = 5e8,
                              .tensile_strength = f_t,
                              .shear_strength = 1.5e5,
                              .energy_opening = G,
                              .energy_shear = 200.0,
                              .friction = 0.6};
    for (const Candidates candidates : {Candidates::nodes, Candidates::faces, Candidates::gauss}) {
        for (const int n : {1, 3}) {
            ElasticStage<2> stage(mortar, 1e10, 0.0, 2000.0);
            stage.quasistatic(5e-3, 1e-10);
            stage.floor();
            Deformable<2> how;
            how.candidates = candidates;
            const int block = stage.box_of({{width, 0.1}}, {n, 2}, {{0.0, 0.05}}, {}, how);
            drive(stage, block, about({{-1.0, 0.1}}, {{1.0, 0.1}}), {{0, 1}}, {{0.0, 0.0}, {1.0, 1.2 * opening_f}});
            World<2> world = stage.build();
            double peak = 0.0, work = 0.0;
            for (int k = 0; k < 200; ++k) {
                ASSERT_TRUE(run(world, stage.settings).solve.converged);
                const double pull = -impulse_on(world, block)[1] / stage.settings.step;
                peak = std::max(peak, pull);
                work += pull * 1.2 * opening_f / 200.0;
            }
            EXPECT_NEAR(peak, f_t * width, 0.01 * f_t * width);
            EXPECT_NEAR(work, G * width, 0.02 * G * width);
            EXPECT_NEAR(world.energy.losses.damage, G * width, 0.01 * G * width);
            EXPECT_EQ(impulse_on(world, block)[1], 0.0);
            EXPECT_NEAR(world.energy.work, G * width, 0.02 * G * width);  // force times displacement
        }
    }
}

// E15: a thin block under three pressures is pushed until it slides: H = c A + mu N. The joint keeps its cohesion when it
// yields, so that the strength does not depend on how a block that deforms shares it out; a brittle joint unzips.
TEST(DeformableJoint, ShearStrengthIsCohesionAndFriction) {
    constexpr double c = 2e4, mu = 0.7, length = 0.2, height = 0.02, N[3] = {500.0, 2000.0, 6000.0};
    const MohrCoulomb mortar{.tensile_strength = 1e4,
                             .cohesion = c,
                             .friction = mu,
                             .residual_tensile_strength = 1e4,
                             .residual_cohesion = c,
                             .residual_friction = mu};
    for (const bool uniform : {false, true}) {
        double strength[3] = {};
        for (int level = 0; level < 3; ++level) {
            ElasticStage<2> stage(mortar, 1e10, 0.2, 2000.0);
            stage.settings.step = 1e-4;
            stage.settings.theta = 1.0;
            stage.settings.solver.tolerance = 1e-9;
            stage.floor();
            const std::array<int, 2> divisions = uniform ? std::array{0, 0} : std::array{8, 1};
            const int block = stage.box_of({{length, height}}, divisions, {{0.0, 0.5 * height}});
            Load<2> down, push;
            down.body = push.body = block;
            down.force = {{0.0, -N[level]}};
            const double most = 2.0 * (c * length + mu * N[level]);
            push.force = {{most, 0.0}};
            push.history = {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.2, 1.0}}};
            stage.description.loads = {down, push};
            World<2> world = stage.build();
            for (int k = 0; k < 2000 && strength[level] == 0.0; ++k) {
                run(world, stage.settings);
                if (world.bodies.position[static_cast<std::size_t>(block)][0] > 1e-6)
                    strength[level] = most * world.time / 0.2;
            }
        }
        const double friction = (strength[2] - strength[0]) / (N[2] - N[0]);
        const double cohesion = (strength[0] - friction * N[0]) / length;
        EXPECT_NEAR(strength[1], c * length + mu * N[1], 0.015 * strength[1]) << uniform;
        EXPECT_NEAR(friction, mu, 0.015 * mu) << uniform;
        EXPECT_NEAR(cohesion, c, 0.03 * c) << uniform;
    }
}

}  // namespace
}  // namespace drystone

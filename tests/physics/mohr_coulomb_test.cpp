// Rigid mortar joints that fail at once: validation cases E14 (strength), E15. docs/theory.md (3.14).

#include <gtest/gtest.h>

#include "physics/joint_rig.h"

namespace drystone::mohr_coulomb_test {
namespace {

constexpr double A = 0.02, f_t = 2e4, c = 3e4, mu = 0.6, g = 9.81;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

MohrCoulomb mortar() {
    return {.tensile_strength = f_t,
            .cohesion = c,
            .friction = mu,
            .residual_friction = mu,
            .joint = {.area = A}};
}

Signal ramp(double over) { return {.kind = Signal::Kind::ramp, .from = 0.0, .to = 1.0, .over = over}; }

// E14: a block hangs from its joint iff its weight is less than f_t A, at any step.
template <int D>
void hangs_by_its_joint() {
    for (const Integrator integrator : both) {
        for (const double h : {1e-2, 1e-4}) {
            for (const double factor : {0.999, 1.001}) {
                JointRig<D> rig(mortar(), factor * f_t * A / g, h, integrator);
                rig.stage.description.gravity = g * rig.up();  // the floor is a ceiling
                World<D> world = rig.stage.build();
                run(world, rig.stage.settings, 100);
                if (factor < 1.0) {
                    EXPECT_NEAR(rig.height(world), 0.0, 1e-14);
                    EXPECT_NEAR(rig.force(world, rig.up()), factor * f_t * A, 1e-6);
                } else {
                    EXPECT_GT(rig.height(world), 0.4 * g * 1e4 * h * h);
                    EXPECT_EQ(rig.force(world, rig.up()), 0.0);
                }
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(MohrCoulomb, ABlockHangsByItsJointUpToTheStrengthInThePlane) { hangs_by_its_joint<2>(); }
TEST(MohrCoulomb, ABlockHangsByItsJointUpToTheStrengthInSpace) { hangs_by_its_joint<3>(); }

// E15: shear with a slowly growing force under three pressures. Peak c + mu sigma, then mu sigma.
template <int D>
void shear_triplet() {
    for (const Integrator integrator : both) {
        std::vector<double> peaks;
        for (const double sigma : {1e4, 3e4, 6e4}) {
            JointRig<D> rig(mortar(), 1.0, 1e-3, integrator);
            const double most = 1.5 * (c + mu * sigma) * A;
            rig.loaded(-sigma * A * rig.up()).loaded(most * rig.along(), ramp(10.0));
            World<D> world = rig.stage.build();
            double peak = 0.0;
            while (rig.travel(world) < 1e-3) {
                run(world, rig.stage.settings);
                peak = std::max(peak, rig.force(world, rig.along()));
            }
            EXPECT_NEAR(peak / A, c + mu * sigma, 1e-3 * c);
            EXPECT_NEAR(rig.force(world, rig.along()) / A, mu * sigma, 1e-6 * c);
            EXPECT_GT(world.energy.losses.friction, 0.0);
            EXPECT_GE(world.energy.losses.damage, 0.0);
            expect_balanced(world.energy);
            peaks.push_back(peak / A);
        }
        EXPECT_NEAR((peaks[2] - peaks[0]) / 5e4, mu, 0.01 * mu);
        EXPECT_NEAR(peaks[0] - mu * 1e4, c, 0.01 * c);
    }
}
TEST(MohrCoulomb, AShearTripletGivesCohesionAndFrictionInThePlane) { shear_triplet<2>(); }
TEST(MohrCoulomb, AShearTripletGivesCohesionAndFrictionInSpace) { shear_triplet<3>(); }

TEST(MohrCoulomb, ResidualValuesHoldAfterwards) {
    MohrCoulomb law = mortar();
    law.residual_cohesion = 0.25 * c;
    law.residual_friction = 0.4;
    const double sigma = 2e4, after = (0.25 * c + 0.4 * sigma) * A;
    JointRig<3> rig(law, 1.0);
    rig.loaded(-sigma * A * rig.up()).loaded(1.2 * (c + mu * sigma) * A * rig.along(), ramp(1.0));
    World<3> world = rig.stage.build();
    while (rig.travel(world) < 1e-3) run(world, rig.stage.settings);
    EXPECT_NEAR(rig.force(world, rig.along()), after, 1e-9 * after);
}

// A joint that fails in shear has no tension left either.
TEST(MohrCoulomb, WhatIsShearedOffDoesNotHang) {
    JointRig<2> rig(mortar(), 1.0);
    rig.loaded(1.2 * c * A * rig.along(), {.kind = Signal::Kind::constant, .value = 1.0, .stop = 0.01});
    rig.loaded(0.5 * f_t * A * rig.up(), {.kind = Signal::Kind::constant, .value = 1.0, .start = 0.02});
    World<2> world = rig.stage.build();
    run(world, rig.stage.settings, 10);
    EXPECT_FALSE(world.contacts.memory.intact(0));
    run(world, rig.stage.settings, 90);
    EXPECT_GT(rig.height(world), 1e-3);
}

TEST(MohrCoulomb, CrushingGoesOnAtTheCompressiveStrength) {
    for (const Integrator integrator : both) {
        MohrCoulomb law = mortar();
        law.compressive_strength = 1e5;
        JointRig<3> rig(law, 10.0, 1e-3, integrator);
        rig.loaded(-1.1e5 * A * rig.up(), {.kind = Signal::Kind::constant, .value = 1.0, .stop = 0.1});
        World<3> world = rig.stage.build();
        run(world, rig.stage.settings, 50);
        EXPECT_NEAR(-rig.force(world, rig.up()), 1e5 * A, 1e-6);
        EXPECT_NEAR(rig.height(world), -0.5 * 0.1e5 * A / 10.0 * 0.05 * 0.05, 0.03 * 0.025);
        EXPECT_NEAR(world.energy.losses.damage, -1e5 * A * rig.height(world),
                    0.05 * world.energy.losses.damage);
        run(world, rig.stage.settings, 500);  // unloaded: it stops, stays there, and the joint is whole
        const double sunk = rig.height(world);
        run(world, rig.stage.settings, 100);
        EXPECT_NEAR(rig.height(world), sunk, 1e-12);
        EXPECT_TRUE(world.contacts.memory.intact(0));
        expect_balanced(world.energy);
    }
}

// Joints are made at the start or by touching, as the scene says, across a gap if it has one.
TEST(MohrCoulomb, JointsAreMadeAsTheSceneSays) {
    struct Case {
        Joining joining;
        double height;  // at the start
        bool kept;      // hangs after it has touched or been joined
    };
    for (const Case& one :
         {Case{{.initially = true}, 0.0, true}, Case{{.initially = false}, 0.0, false},
          Case{{.initially = false, .by_touch = true}, 0.0, true}, Case{{.initially = true}, 0.001, false},
          Case{{.initially = true, .gap = 0.002}, 0.001, true},
          Case{{.initially = true, .by_touch = true}, 0.001, true}}) {
        MohrCoulomb law = mortar();
        law.joining = one.joining;
        JointRig<2> rig(law, 1.0);
        rig.stage.description.bodies.edit(rig.ball).position[1] += one.height;
        rig.loaded({{0.0, -10.0}}, {.kind = Signal::Kind::constant, .value = 1.0, .stop = 0.1});
        rig.loaded({{0.0, 0.5 * f_t * A}}, {.kind = Signal::Kind::constant, .value = 1.0, .start = 0.2});
        World<2> world = rig.stage.build();
        run(world, rig.stage.settings, 400);
        EXPECT_EQ(rig.height(world) < 0.01, one.kept);
        if (one.joining.gap > 0.0) {
            EXPECT_NEAR(rig.height(world), one.height, 1e-12);
        }
    }
}

}  // namespace
}  // namespace drystone::mohr_coulomb_test

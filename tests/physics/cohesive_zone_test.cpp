// Mortar joints that soften as they tear: validation cases E14, E15. docs/theory.md (3.16)-(3.18).

#include <gtest/gtest.h>

#include "physics/joint_rig.h"

namespace drystone {
namespace {

constexpr double A = 0.01, f_t = 1e5, f_s = 1.5e5, k_n = 1e9, k_t = 5e8, G_I = 50.0, G_II = 200.0, mu = 0.6;
constexpr double opening_0 = f_t / k_n, opening_f = 2.0 * G_I / f_t, slip_f = 2.0 * G_II / f_s;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

CohesiveZone mortar(Softening softening = Softening::linear) {
    return {.normal_stiffness = k_n,
            .shear_stiffness = k_t,
            .tensile_strength = f_t,
            .shear_strength = f_s,
            .energy_opening = G_I,
            .energy_shear = G_II,
            .friction = mu,
            .softening = softening,
            .joint = {.area = A}};
}

// E14: pulled apart slowly. Peak f_t A to rounding, dissipated G A, whatever the step, the integrator, the dimension.
template <int D>
void tears_in_tension() {
    for (const Softening softening : {Softening::linear, Softening::exponential}) {
        const double end = softening == Softening::linear ? 1.1 * opening_f : 12.0 * G_I / f_t;
        for (const Integrator integrator : both) {
            for (const double h : {1e-3, 1e-4}) {
                JointRig<D> rig(mortar(softening), 1.0, h, integrator);
                rig.driven(rig.up(), {{0.0, 0.0}, {1.0, end}});
                World<D> world = rig.stage.build();
                double peak = 0.0;
                for (int n = 0; n < static_cast<int>(1.0 / h); ++n) {
                    ASSERT_TRUE(run(world, rig.stage.settings).solve.converged);
                    peak = std::max(peak, rig.force(world, rig.up()));
                }
                EXPECT_NEAR(peak, f_t * A, 1e-9 * f_t * A);
                EXPECT_NEAR(world.energy.losses.damage, G_I * A, 0.01 * G_I * A);
                EXPECT_NEAR(world.energy.work, G_I * A, 0.015 * G_I * A);
                EXPECT_EQ(rig.force(world, rig.up()), 0.0);
                EXPECT_NEAR(world.energy.stored, 0.0, 1e-6 * G_I * A);
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(CohesiveZone, TearingTakesTheFractureEnergyInThePlane) { tears_in_tension<2>(); }
TEST(CohesiveZone, TearingTakesTheFractureEnergyInSpace) { tears_in_tension<3>(); }

// Mode II without pressure: f_s A and G_II A, with any direction of slip.
TEST(CohesiveZone, ShearingTakesTheFractureEnergyOfShear) {
    for (const Integrator integrator : both) {
        JointRig<3> rig(mortar(), 1.0, 5e-4, integrator);
        const Vec<3> way{{0.6, 0.8, 0.0}};
        rig.driven(way, {{0.0, 0.0}, {1.0, 1.1 * slip_f}});
        rig.stage.description.holds[0].directions = {{0, 0, 1}};
        World<3> world = rig.stage.build();
        double peak = 0.0;
        for (int n = 0; n < 2000; ++n) {
            run(world, rig.stage.settings);
            peak = std::max(peak, rig.force(world, way));
        }
        EXPECT_NEAR(peak, f_s * A, 1e-9 * f_s * A);
        EXPECT_NEAR(world.energy.losses.damage, G_II * A, 0.01 * G_II * A);
        expect_balanced(world.energy);
    }
}

// Both at once: torn when the shares of the two energies add up to one.
TEST(CohesiveZone, MixedModesShareTheirEnergies) {
    JointRig<2> rig(mortar(), 1e9, 2e-4);
    rig.stage.description.holds.clear();  // free to turn but too heavy to: else nothing of it could move
    rig.driven({{0.0, 1.0}}, {{0.0, 0.0}, {1.0, 2.0 * opening_f}})
        .driven({{1.0, 0.0}}, {{0.0, 0.0}, {1.0, 2.0 * slip_f}});
    World<2> world = rig.stage.build();
    run(world, rig.stage.settings, 5000);
    EXPECT_EQ(rig.force(world, {{0.0, 1.0}}), 0.0);
    // losses = W_I + W_II with W_I / G_I + W_II / G_II = 1, so between the two.
    EXPECT_GT(world.energy.losses.damage, G_I * A);
    EXPECT_LT(world.energy.losses.damage, G_II * A);
    expect_balanced(world.energy);
}

// Unloading goes to the origin and back up the same line; damage never heals.
TEST(CohesiveZone, UnloadingGoesToTheOrigin) {
    for (const Integrator integrator : both) {
        const double reached = 0.4 * opening_f,
                     envelope = f_t * A * (opening_f - reached) / (opening_f - opening_0);
        JointRig<3> rig(mortar(), 1.0, 5e-4, integrator);
        rig.driven(rig.up(), {{0.0, 0.0}, {1.0, reached}, {2.0, 0.25 * reached}, {3.0, reached}});
        World<3> world = rig.stage.build();
        run(world, rig.stage.settings, 2000);
        EXPECT_NEAR(rig.force(world, rig.up()), envelope, 0.005 * envelope);
        const double damage = world.contacts.memory.number("damage", 0), lost = world.energy.losses.damage;
        run(world, rig.stage.settings, 2000);
        EXPECT_NEAR(rig.force(world, rig.up()), 0.25 * envelope, 0.005 * envelope);
        EXPECT_EQ(world.contacts.memory.number("damage", 0), damage);
        EXPECT_EQ(world.energy.losses.damage, lost);
        run(world, rig.stage.settings, 1990);
        EXPECT_EQ(world.contacts.memory.number("damage", 0), damage);
        expect_balanced(world.energy);
    }
}

// Pressed again after it has failed: a dry elastic joint with friction.
TEST(CohesiveZone, AfterFailureItStillBearsPressureAndRubs) {
    for (const Integrator integrator : both) {
        JointRig<2> rig(mortar(), 1e9, 1e-3, integrator);
        rig.stage.description.holds.clear();  // as above
        const double sunk = 1e-5, N = k_n * A * sunk;
        rig.driven({{0.0, 1.0}}, {{0.0, 0.0}, {1.0, 1.5 * opening_f}, {2.0, -sunk}});
        rig.driven({{1.0, 0.0}}, {{0.0, 0.0}, {2.0, 0.0}, {3.0, 1e-3}});
        World<2> world = rig.stage.build();
        run(world, rig.stage.settings, 2500);
        EXPECT_NEAR(-rig.force(world, {{0.0, 1.0}}), N, 1e-6 * N);
        EXPECT_NEAR(rig.force(world, {{1.0, 0.0}}), mu * N, 1e-6 * N);
        EXPECT_NEAR(world.energy.losses.damage, G_I * A, 0.01 * G_I * A);
        expect_balanced(world.energy);
    }
}

// E15 with a stiff joint: peak f_s + mu sigma, residual mu sigma, work = damage + friction (+ what the springs hold).
TEST(CohesiveZone, AShearTripletEndsInFriction) {
    for (const double sigma : {2e4, 5e4, 1e5}) {
        CohesiveZone law = mortar();
        law.shear_stiffness = law.normal_stiffness = 1e12;  // friction comes in as soon as damage begins
        JointRig<3> rig(law, 1.0, 1e-4);
        rig.loaded(-sigma * A * rig.up()).driven(rig.along(), {{0.0, 0.0}, {1.0, 1.5 * slip_f}});
        World<3> world = rig.stage.build();
        double peak = 0.0;
        for (int n = 0; n < 10000; ++n) {
            run(world, rig.stage.settings);
            peak = std::max(peak, rig.force(world, rig.along()));
        }
        EXPECT_NEAR(peak / A, f_s + mu * sigma, 0.01 * f_s);
        EXPECT_NEAR(rig.force(world, rig.along()) / A, mu * sigma, 1e-4 * mu * sigma);
        EXPECT_NEAR(world.energy.losses.damage, G_II * A, 0.01 * G_II * A);
        EXPECT_NEAR(world.energy.losses.friction, mu * sigma * A * 1.5 * slip_f,
                    0.01 * mu * sigma * A * 1.5 * slip_f);
        EXPECT_NEAR(world.energy.work, world.energy.dissipated(), 0.01 * world.energy.work);
        expect_balanced(world.energy);
    }
}

// E14: hung on slowly, a block holds iff its weight is less than f_t A.
TEST(CohesiveZone, ABlockHangsByItsJointUpToTheStrength) {
    for (const Integrator integrator : both) {
        for (const double factor : {0.99, 1.01}) {
            JointRig<2> rig(mortar(), 1.0, 1e-3, integrator);
            rig.loaded({{0.0, factor * f_t * A}},
                       {.kind = Signal::Kind::ramp, .from = 0.0, .to = 1.0, .over = 1.0});
            World<2> world = rig.stage.build();
            run(world, rig.stage.settings, 1500);
            EXPECT_EQ(rig.height(world) < 2.0 * opening_0, factor < 1.0);
        }
    }
}

}  // namespace
}  // namespace drystone

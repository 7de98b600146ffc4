// Mortar joints that soften as they tear: validation cases E14, E15. docs/theory.md (3.16)-(3.18).

#include <array>

#include <gtest/gtest.h>

#include "physics/block_stage.h"

namespace drystone::cohesive_zone_test {
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
        const double end = softening == Softening::linear ? 1.1 * opening_f : 17.0 * G_I / f_t;
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
                EXPECT_NEAR(world.energy.work, G_I * A, 0.02 * G_I * A);
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

// E15: peak f_s + mu sigma whatever the stiffness, residual mu sigma, work = damage + friction (+ what the springs hold).
TEST(CohesiveZone, AShearTripletEndsInFriction) {
    for (const Softening softening : {Softening::linear, Softening::exponential}) {
        for (const double sigma : {2e4, 5e4, 1e5}) {
            JointRig<3> rig(mortar(softening), 1.0, 1e-3);
            const double end = (softening == Softening::linear ? 1.5 : 9.0) * slip_f;
            rig.loaded(-sigma * A * rig.up()).driven(rig.along(), {{0.0, 0.0}, {0.5, 0.0}, {2.0, end}});
            World<3> world = rig.stage.build();
            double peak = 0.0;
            for (int n = 0; n < 2000; ++n) {
                run(world, rig.stage.settings);
                peak = std::max(peak, rig.force(world, rig.along()));
            }
            EXPECT_NEAR(peak / A, f_s + mu * sigma, 1e-3 * f_s);
            EXPECT_NEAR(rig.force(world, rig.along()) / A, mu * sigma, 1e-4 * mu * sigma);
            EXPECT_NEAR(world.energy.losses.damage, G_II * A, 1e-6 * G_II * A);
            const double slid = end - mu * sigma / k_t;
            EXPECT_NEAR(world.energy.losses.friction, mu * sigma * A * slid, 1e-3 * mu * sigma * A * slid);
            expect_balanced(world.energy);
        }
    }
}

// What it takes to tear, shear off and crush a joint altogether is what the keys say: exactly in what is booked as damage, and in the
// work of the drive up to the step, whose first order two runs take off. The crushed rubble goes on at its own strength.
template <int D>
void takes_its_energies() {
    CohesiveZone law = mortar();
    law.compressive_strength = 4e5;
    law.residual_compressive_strength = 1e5;
    law.energy_crushing = 300.0;
    struct Mode {
        bool shear;
        double end, damage, work;
    };
    const double rubble = law.residual_compressive_strength, held = 0.5 * rubble * rubble / k_n;
    for (const Softening softening : {Softening::linear, Softening::exponential}) {
        law.softening = softening;
        // Limits are met where steps end, so that what is left of the error is smooth in the step.
        const bool linear = softening == Softening::linear;
        const double opens = linear ? 1.25e-3 : 1e-2, slips = linear ? 3e-3 : 3e-2, sunk = linear ? -2.5e-3 : -2e-2;
        const double crushing = law.energy_crushing + rubble * (-sunk - rubble / k_n);
        for (const Mode& mode : {Mode{false, opens, G_I, G_I}, Mode{true, slips, G_II, G_II},
                                 Mode{false, sunk, crushing, crushing + held}}) {
            std::array<double, 3> work{};
            for (const int k : {0, 1, 2}) {
                JointRig<D> rig(law, 1.0, 5e-4 / (1 << k), Integrator::euler);
                rig.driven(mode.shear ? rig.along() : rig.up(), {{0.0, 0.0}, {1.0, mode.end}});
                World<D> world = rig.stage.build();
                run(world, rig.stage.settings, 2000 << k);
                EXPECT_NEAR(world.energy.losses.damage, mode.damage * A, 1e-9 * mode.damage * A);
                expect_balanced(world.energy);
                work[static_cast<std::size_t>(k)] = world.energy.work;
            }
            const double once = 2.0 * work[1] - work[0], again = 2.0 * work[2] - work[1];
            EXPECT_NEAR(work[2], mode.work * A, 5e-3 * mode.work * A);
            EXPECT_NEAR(again + (again - once) / 3.0, mode.work * A, 1e-6 * mode.work * A);
        }
    }
}
TEST(CohesiveZone, TakesItsEnergiesInThePlane) { takes_its_energies<2>(); }
TEST(CohesiveZone, TakesItsEnergiesInSpace) { takes_its_energies<3>(); }

// Slip and crushing are plastic: they unload along the springs, stay, and go on where they were.
TEST(CohesiveZone, SlipAndCrushingStay) {
    CohesiveZone law = mortar();
    law.compressive_strength = 4e5;
    law.energy_crushing = 300.0;
    struct Mode {
        Vec<2> way;
        double far, k, f, G;
    };
    const double rubble = law.residual_compressive_strength = 1e5;
    for (const Mode& mode : {Mode{{{1.0, 0.0}}, 0.5 * slip_f, k_t, f_s, G_II}, Mode{{{0.0, -1.0}}, 6e-4, k_n, 3e5, 300.0}}) {
        const double base = mode.k == k_n ? rubble : 0.0, last = 2.0 * mode.G / mode.f;  // where nothing is left but that
        const double first = (base + mode.f) / mode.k;
        const double strength = base + mode.f * (last + base / mode.k - mode.far) / (last + base / mode.k - first);
        const double back = mode.far - 0.5 * strength / mode.k;
        JointRig<2> rig(law, 1.0, 5e-4, Integrator::euler);
        rig.driven(mode.way, {{0.0, 0.0}, {1.0, mode.far}, {1.5, back}, {2.0, mode.far}});
        World<2> world = rig.stage.build();
        run(world, rig.stage.settings, 2000);
        EXPECT_NEAR(rig.force(world, mode.way), strength * A, 2e-3 * mode.f * A);
        const double lost = world.energy.losses.damage;
        run(world, rig.stage.settings, 1000);
        EXPECT_NEAR(rig.force(world, mode.way), 0.5 * strength * A, 2e-3 * mode.f * A);
        run(world, rig.stage.settings, 990);
        EXPECT_EQ(world.energy.losses.damage, lost);
        expect_balanced(world.energy);
    }
}

// Under pressure slip lifts the joint by tan(psi) S per slip: G_II / c times that in all, and no more on the way back.
TEST(CohesiveZone, DilatancyLiftsAndFades) {
    for (const Softening softening : {Softening::linear, Softening::exponential}) {
        const double sigma = 5e4, psi = 0.2, end = (softening == Softening::linear ? 1.1 : 6.0) * slip_f;
        CohesiveZone law = mortar(softening);
        law.dilatancy = psi;
        JointRig<3> rig(law, 1.0, 1e-3);
        rig.loaded(-sigma * A * rig.up()).driven(rig.along(), {{0.0, 0.0}, {0.5, 0.0}, {2.0, end}, {3.5, 0.0}});
        World<3> world = rig.stage.build();
        run(world, rig.stage.settings, 2000);
        const double lifted = psi * G_II / f_s;
        EXPECT_NEAR(rig.height(world), lifted - sigma / k_n, 1e-3 * lifted);
        const double rubbed = mu * sigma * A * (end - mu * sigma / k_t) - sigma * A * lifted;  // the rest did the lifting
        EXPECT_NEAR(world.energy.losses.friction, rubbed, 2e-3 * rubbed);
        run(world, rig.stage.settings, 1500);
        EXPECT_NEAR(rig.height(world), lifted - sigma / k_n, 1e-3 * lifted);
        expect_balanced(world.energy);
    }
}

// A strip of bricks bent out of its plane. The points of a joint are two rows, each with half its area: at the edges, d apart, or at
// Gauss's places, d / sqrt(3). Without a load along the strip one row pulls as much as the other presses, so M = f_t (A / 2) times
// their distance is the most it carries, however it softens: three times and sqrt(3) times f_t b d^2 / 6 of an elastic section.
TEST(CohesiveZone, AStripBreaksAtItsFlexuralStrength) {
    const double d = 0.1, b = 0.2, L = 0.25;
    for (const PointRule points : {PointRule::vertices, PointRule::gauss}) {
        const double M = 0.5 * f_t * b * d * (points == PointRule::gauss ? d / std::sqrt(3.0) : d);
        for (const double share : {0.98, 1.02}) {
            CohesiveZone law = mortar();
            law.joint = {};
            BlockStage<3> stage(law);
            stage.description.points = points;
            stage.settings.solver.tolerance = 1e-9;
            stage.fixed_block({{L, b, d}}, {});
            const int arm = stage.block(10.0, {{L, b, d}}, {{L, 0, 0}});
            stage.description.loads.push_back(
                {.body = arm,
                 .torque = {{0, share * M, 0}},
                 .history = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 1.0, .over = 1.0}});
            World<3> world = stage.build();
            run(world, stage.settings, 1200);
            EXPECT_EQ(world.bodies.position[arm][2] > -2e-3, share < 1.0) << share;
            expect_balanced(world.energy);
        }
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
}  // namespace drystone::cohesive_zone_test

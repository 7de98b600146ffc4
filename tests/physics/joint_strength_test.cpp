// Joints with redundant forces fail when they move at their strength, whichever of many force sets a solver finds.
// docs/theory.md (3.14), (3.21).

#include <gtest/gtest.h>

#include "physics/block_stage.h"

namespace drystone::joint_strength_test {
namespace {

constexpr double g = 9.81;

struct Way {
    const char* name;
    SolverMethod method;
    SweepOrder order;
};
const Way ways[] = {{"nlgs", SolverMethod::nlgs, SweepOrder::coloured},
                    {"nlgs, random", SolverMethod::nlgs, SweepOrder::random},
                    {"nlgs, sequential", SolverMethod::nlgs, SweepOrder::sequential},
                    {"anderson", SolverMethod::anderson, SweepOrder::coloured},
                    {"admm", SolverMethod::admm, SweepOrder::coloured},
                    {"auto", SolverMethod::automatic, SweepOrder::coloured}};

template <int D>
BlockStage<D> stage_with(const Law& law, const Way& way, double h = 1e-3, double tolerance = 1e-8) {
    BlockStage<D> stage(law);
    stage.settings.step = h;
    stage.settings.solver.method = way.method;
    stage.settings.solver.order = way.order;
    stage.settings.solver.tolerance = tolerance;
    return stage;
}

/// The face a block of that width stands on [m2], 2D [m].
template <int D>
double face(double width) {
    return D == 2 ? width : width * width;
}

Signal ramp(double from, double to, double begin, double end) {
    return {.kind = Signal::Kind::table, .points = {{0.0, from}, {begin, from}, {end, to}}};
}

/// A block or prism pressed on the floor it is glued to: nothing moves, so nothing breaks.
template <int D>
void compression_breaks_nothing(const Convex<D>& shape, double bottom) {
    for (const Way& way : ways) {
        for (const double tolerance : {1e-5, 1e-10}) {
            auto stage = stage_with<D>(MohrCoulomb{.tensile_strength = 1e3, .cohesion = 2e3, .friction = 0.3},
                                       way, 1e-3, tolerance);
            stage.falling(g).floor();
            const int body = stage.shape(100.0, shape, bottom * stage.up());
            stage.loaded(body, -1e5 * stage.up());
            World<D> world = stage.build();
            for (int k = 0; k < 50; ++k) run(world, stage.settings);
            EXPECT_EQ(intact_points(world), world.contacts.size()) << way.name;
            EXPECT_GE(world.contacts.size(), D) << way.name;
            EXPECT_LT(norm(world.bodies.velocity[body].v), 10.0 * tolerance) << way.name;
        }
    }
}
TEST(JointStrength, CompressionBreaksNothingInThePlane) {
    compression_breaks_nothing<2>(box<2>({{0.4, 0.2}}), 0.1);
}
TEST(JointStrength, CompressionBreaksNothingInSpace) {
    compression_breaks_nothing<3>(box<3>({{0.4, 0.4, 0.2}}), 0.1);
    for (const int sides : {3, 5, 7}) compression_breaks_nothing<3>(prism(sides, 0.2, 0.2), 0.1);
}

/// A glued block holds what its whole face holds, c A + mu N, whatever the shape of the face.
template <int D>
void shear_strength(const Convex<D>& shape, double bottom, double area) {
    const double c = 4000.0, mu = 0.5, m = 20.0, strength = c * area + mu * m * g;
    for (const Way& way : ways) {
        for (const double share : {0.4, 0.7, 0.99, 1.01}) {
            auto stage =
                stage_with<D>(MohrCoulomb{.tensile_strength = 2000.0, .cohesion = c, .friction = mu}, way);
            stage.falling(g).floor();
            const int body = stage.shape(m, shape, bottom * stage.up());
            stage.description.loads.push_back({.body = body,
                                               .force = share * strength * stage.along(),
                                               .has_point = true,
                                               .point = -bottom * stage.up()});
            World<D> world = stage.build();
            for (int k = 0; k < 20; ++k) run(world, stage.settings);
            EXPECT_EQ(intact_points(world) > 0, share < 1.0) << way.name << " " << share;
            EXPECT_EQ(norm(world.bodies.velocity[body].v) < 1e-6, share < 1.0) << way.name << " " << share;
        }
    }
}
TEST(JointStrength, AGluedBlockHoldsWhatItsFaceHoldsInThePlane) {
    shear_strength<2>(box<2>({{0.4, 0.2}}), 0.1, 0.4);
}
TEST(JointStrength, AGluedBlockHoldsWhatItsFaceHoldsInSpace) {
    shear_strength<3>(box<3>({{0.4, 0.4, 0.2}}), 0.1, 0.16);
    for (const int sides : {3, 7}) {
        const Convex<3> shape = prism(sides, 0.2, 0.2);
        std::size_t bottom = 0;
        while (shape.normal[bottom][2] > -0.9) ++bottom;
        shear_strength<3>(shape, 0.1, shape.corner[bottom] * sides);
    }
}

/// Three bricks side by side, the outer ones held, pressed together by N: the middle one is pushed out at 2 (c A + mu N), and
/// then rubs with 2 mu N.
template <int D>
void triplet(bool by_force) {
    const double c = 1.5e5, mu = 0.7, side = 0.2, A = face<D>(side), N = 2e5 * A,
                 peak = 2.0 * (c * A + mu * N);
    for (const Way& way : ways) {
        auto stage = stage_with<D>(
            MohrCoulomb{.tensile_strength = 1e5, .cohesion = c, .friction = mu, .residual_friction = mu}, way,
            2e-4, 1e-6);
        Vec<D> size;
        for (int i = 0; i < D; ++i) size[i] = side;
        size[0] = 0.05;
        const Vec<D> x = stage.along(), up = stage.up();
        stage.fixed_block(size, -0.05 * x);
        const int middle = stage.block(18.0, size, {}), right = stage.block(18.0, size, 0.05 * x);
        Spin<D> turns;
        for (int i = 0; i < spin_dim<D>; ++i) turns[i] = 1.0;
        Vec<D> across;
        for (int i = 1; i < D; ++i) across[i] = 1.0;
        stage.description.holds = {{.body = right, .directions = across, .rotations = turns}};
        stage.loaded(right, -N * x, ramp(0.0, 1.0, 0.0, 0.02));
        if (by_force)
            stage.loaded(middle, -peak * up, ramp(0.0, 1.25, 0.05, 0.15));
        else
            stage.moves(middle, Driven::displacement, -up, ramp(0.0, 5e-4, 0.05, 0.15));
        World<D> world = stage.build();
        double most = 0.0, force = 0.0;
        for (int k = 0; k < 700 && world.bodies.position[middle][D - 1] > -4e-4; ++k) {
            run(world, stage.settings);
            force = dot(contact_force(world, middle, stage.settings.step), up);
            most = std::max(most, std::abs(force));
        }
        EXPECT_NEAR(most, peak, 0.01 * peak) << way.name;
        // Where on its face the held brick presses is not determined; in space the middle one may turn a little and rub less.
        EXPECT_NEAR(force, 2.0 * mu * N, (D == 2 ? 0.002 : 0.02) * peak) << way.name;
        EXPECT_EQ(intact_points(world), 0) << way.name;
    }
}
TEST(JointStrength, ATripletPeaksAtItsStrengthByForceInThePlane) { triplet<2>(true); }
TEST(JointStrength, ATripletPeaksAtItsStrengthByForceInSpace) { triplet<3>(true); }
TEST(JointStrength, ATripletPeaksAtItsStrengthByDisplacementInThePlane) { triplet<2>(false); }
TEST(JointStrength, ATripletPeaksAtItsStrengthByDisplacementInSpace) { triplet<3>(false); }

/// Pulled beside its middle, a joint peels: it opens at one edge when the points there carry f_t times their area,
/// P = f_t A / (1 + 2 e / w), and not before.
template <int D>
void eccentric_tension() {
    const double f_t = 1e5, w = 0.4, off = 0.1, P = f_t * face<D>(w) / (1.0 + 2.0 * off / w);
    for (const Way& way : ways) {
        for (const double share : {0.99, 1.01}) {
            auto stage =
                stage_with<D>(MohrCoulomb{.tensile_strength = f_t, .cohesion = 1e6, .friction = 0.5}, way);
            stage.floor();
            const int body = stage.block(20.0, stage.size(w, 0.2), 0.1 * stage.up());
            stage.description.loads.push_back({.body = body,
                                               .force = share * P * stage.up(),
                                               .has_point = true,
                                               .point = off * stage.along()});
            World<D> world = stage.build();
            for (int k = 0; k < 20; ++k) run(world, stage.settings);
            EXPECT_EQ(intact_points(world) > 0, share < 1.0) << way.name;
        }
    }
}
TEST(JointStrength, AJointPeelsUnderEccentricTensionInThePlane) { eccentric_tension<2>(); }
TEST(JointStrength, AJointPeelsUnderEccentricTensionInSpace) { eccentric_tension<3>(); }

/// A box with static friction slips when the force reaches mu_s N, on as many points as it stands on.
template <int D>
void breaks_away() {
    for (const Way& way : ways) {
        auto stage = stage_with<D>(Coulomb{.friction = 0.4, .static_friction = 0.6}, way, 1e-3, 1e-9);
        stage.falling(g).floor();
        const int body = stage.block(2.0, stage.size(0.4, 0.1), 0.05 * stage.up());
        stage.loaded(body, stage.along(), ramp(0.0, 20.0, 0.0, 1.0));
        World<D> world = stage.build();
        double slips = 0.0;
        while (slips == 0.0 && world.time < 1.0) {
            run(world, stage.settings);
            if (world.bodies.velocity[body].v[0] > 1e-7) slips = world.time;
        }
        EXPECT_NEAR(slips, 0.6 * 2.0 * g / 20.0, 2.1e-3) << way.name;
        const double before = world.bodies.velocity[body].v[0];
        run(world, stage.settings, 100);
        const double t = world.time - 0.05, pull = 20.0 * t - 0.4 * 2.0 * g;
        EXPECT_NEAR(world.bodies.velocity[body].v[0] - before, pull / 2.0 * 0.1, 0.02) << way.name;
    }
}
TEST(JointStrength, ABoxBreaksAwayAtItsStaticFrictionInThePlane) { breaks_away<2>(); }
TEST(JointStrength, ABoxBreaksAwayAtItsStaticFrictionInSpace) { breaks_away<3>(); }

/// Bonds at the points of a face share a force they can carry together, and all let go beyond.
template <int D>
void bonds_share() {
    for (const Way& way : ways) {
        for (const double share : {0.9, 1.05}) {
            auto stage = stage_with<D>(Bonded{.tensile_force = 1e4, .shear_force = 100.0}, way);
            stage.floor();
            const int body = stage.block(20.0, stage.size(0.4, 0.2), 0.1 * stage.up());
            const int points = D == 2 ? 2 : 4;
            stage.description.loads.push_back({.body = body,
                                               .force = share * points * 100.0 * stage.along(),
                                               .has_point = true,
                                               .point = -0.1 * stage.up()});
            World<D> world = stage.build();
            for (int k = 0; k < 20; ++k) run(world, stage.settings);
            EXPECT_EQ(intact_points(world) == points, share < 1.0) << way.name;
            EXPECT_EQ(norm(world.bodies.velocity[body].v) < 1e-6, share < 1.0) << way.name;
        }
    }
}
TEST(JointStrength, BondsOfAFaceShareWhatTheyCarryInThePlane) { bonds_share<2>(); }
TEST(JointStrength, BondsOfAFaceShareWhatTheyCarryInSpace) { bonds_share<3>(); }

/// Cohesion is a force between two bodies: four corners do not hold four times as much.
template <int D>
void cohesion_of_faces() {
    for (const double share : {0.99, 1.01}) {
        BlockStage<D> stage(Coulomb{.friction = 0.3, .cohesion = {.force = 15.0, .range = 1e-3}});
        stage.floor();
        const int body = stage.block(2.0, stage.size(0.4, 0.1), 0.05 * stage.up());
        stage.loaded(body, share * 15.0 * stage.up());
        World<D> world = stage.build();
        run(world, stage.settings, 400);
        EXPECT_EQ(world.bodies.position[body][D - 1] > 0.051, share > 1.0) << share;
    }
}
TEST(JointStrength, CohesionIsAForceBetweenTwoBodiesInThePlane) { cohesion_of_faces<2>(); }
TEST(JointStrength, CohesionIsAForceBetweenTwoBodiesInSpace) { cohesion_of_faces<3>(); }

/// Two balls bonded without moments: the lower one swings about the material point where they touched.
template <int D>
void hinge() {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        BlockStage<D> stage(Bonded{.moments = false});
        stage.falling(g);
        stage.settings.step = 5e-4;
        stage.settings.integrator = integrator;
        stage.fixed(Ball<D>{0.1});
        Spin<D> spin{};
        spin[spin_dim<D> == 1 ? 0 : 1] = spin_dim<D> == 1 ? 0.3 : -0.3;
        const int bob = stage.ball(1.0, 0.1, -0.2 * stage.up(), 0.03 * stage.along(), spin);
        World<D> world = stage.build();
        const double inertia = (D == 2 ? 0.5 : 0.4) * 0.01 + 0.01;  // about the hinge, per mass
        const double period = 2.0 * 3.14159265358979 * std::sqrt(inertia / (g * 0.1));
        std::vector<double> crossings;
        double before = 0.0;
        while (crossings.size() < 9) {
            run(world, stage.settings);
            const double x = world.bodies.position[bob][0];
            if (before < 0.0 && x >= 0.0)
                crossings.push_back(world.time - stage.settings.step * x / (x - before));
            before = x;
        }
        EXPECT_NEAR((crossings.back() - crossings.front()) / 8.0, period, 2e-3 * period);
        const Vec<D> hinge = world.contacts.point[0].point;
        EXPECT_LT(norm(hinge + 0.1 * stage.up()), 1e-5);
        expect_balanced(world.energy);
    }
}
TEST(JointStrength, ABondWithoutMomentsIsAHingeInThePlane) { hinge<2>(); }
TEST(JointStrength, ABondWithoutMomentsIsAHingeInSpace) { hinge<3>(); }

}  // namespace
}  // namespace drystone::joint_strength_test

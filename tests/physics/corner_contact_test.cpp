// Contacts without area: a block that meets the floor with a corner or an edge is carried, under every law. docs/theory.md (3.20).

#include <gtest/gtest.h>

#include <numbers>

#include "physics/block_stage.h"

namespace drystone::corner_contact_test {
namespace {

constexpr double g = 9.81, width = 0.4, height = 0.2, stiffness = 1e9;

struct NamedLaw {
    const char* name;
    Law law;
    double give;  // how deep it lets the block sink at rest, at most [m]
};

/// Laws of joints, whole where they are made by touch, and dry.
std::vector<NamedLaw> laws() {
    const Joining by_touch{.by_touch = true};
    // The weight on a sixteenth of a corner of the smallest face (3.20), as if it stood on that alone.
    const double soft = 16.0 * 80.0 * g / (stiffness * 0.25 * height * height);
    const CohesiveZone mortar{.normal_stiffness = stiffness,
                              .shear_stiffness = stiffness,
                              .tensile_strength = 1e3,
                              .shear_strength = 1e3,
                              .energy_opening = 1.0,
                              .energy_shear = 1.0,
                              .friction = 0.5};
    CohesiveZone gluing = mortar;
    gluing.joining = by_touch;
    const MohrCoulomb dry{
        .tensile_strength = 1e3, .cohesion = 2e3, .friction = 0.5, .residual_friction = 0.5};
    MohrCoulomb sticky = dry, crushing = dry;
    sticky.joining = by_touch;
    crushing.compressive_strength = 1e9;
    return {{"coulomb", Coulomb{.friction = 0.5}, 0.0},
            {"mohr_coulomb", dry, 0.0},
            {"mohr_coulomb that sticks", sticky, 0.0},
            {"mohr_coulomb that crushes", crushing, 0.0},
            {"elastic", Elastic{.normal_stiffness = stiffness, .shear_stiffness = stiffness, .friction = 0.5},
             soft},
            {"cohesive_zone", mortar, soft},
            {"cohesive_zone that sticks", gluing, soft},
            {"bonded", Bonded{.friction = 0.5}, 0.0}};
}

std::vector<Rotation<2>> tilts(std::integral_constant<int, 2>) {
    return {{0.0}, {0.005}, {0.03}, {0.35}, {0.8}, {1.3}, {-0.35}};
}

/// On a face, an edge along an axis, a corner; nearly flat ones on both sides of what counts as flat.
std::vector<Rotation<3>> tilts(std::integral_constant<int, 3>) {
    std::vector<Rotation<3>> all;
    for (const Vec<3>& phi : {Vec<3>{}, Vec<3>{{0.005, 0, 0}}, Vec<3>{{0, 0.03, 0}}, Vec<3>{{0.35, 0, 0}},
                              Vec<3>{{0.3, 0.4, 0}}, Vec<3>{{0.0, -0.8, 0.0}}, Vec<3>{{-0.6, 0.7, 0.2}}})
        all.push_back(rotation_by(phi));
    return all;
}

template <int D>
double lowest(const World<D>& world, int body) {
    const Convex<D> shape = box<D>(BlockStage<D>::size(width, height));
    double z = 1e9;
    const Rotation<D> turn = world.bodies.rotation[body] * world.matter.shape_rotation[body];
    for (const Vec<D>& v : shape.vertex)
        z = std::min(z, (world.bodies.position[body] + rotate(turn, v))[D - 1]);
    return z;
}

/// Whatever it lands on, it stays above the floor, and its contacts carry its weight.
template <int D>
void lands_and_rests(bool on_a_block, Integrator integrator) {
    for (const auto& [name, law, give] : laws()) {
        for (const Rotation<D>& tilt : tilts(std::integral_constant<int, D>{})) {
            BlockStage<D> stage(law);
            stage.falling(g);
            stage.settings.step = 1e-3;
            stage.settings.integrator = integrator;
            stage.settings.solver.tolerance = 1e-8;
            if (on_a_block)
                stage.fixed_block(stage.size(2.0, 0.2), -0.1 * stage.up());
            else
                stage.floor();
            const double mass = 80.0;
            const int body = stage.block(mass, stage.size(width, height), {}, tilt);
            World<D> world = stage.build();
            const double drop = 1e-4 - lowest(world, body);
            stage.description.bodies.edit(body).position = drop * stage.up();
            world = stage.build();

            const std::string what = std::string(name) + (D == 2 ? " 2D" : " 3D");
            double deepest = 0.0, force = 0.0;
            int failures = 0;
            constexpr int steps = 1200, last = 200;
            for (int k = 0; k < steps; ++k) {
                const StepReport report = run(world, stage.settings);
                failures += !report.solve.converged || !report.finite;
                deepest = std::max(deepest, -lowest(world, body));
                if (k >= steps - last) force += dot(contact_force(world, body, 1e-3), stage.up()) / last;
            }
            // Rigid ones overlap by what the block moves in the step in which it lands.
            EXPECT_LT(deepest, 3e-3 + give) << what;
            EXPECT_NEAR(force, mass * g, 0.02 * mass * g) << what;
            EXPECT_LE(failures, 3) << what;
            EXPECT_LT(norm(world.bodies.velocity[body].v), 0.02) << what;
            expect_balanced(world.energy);
        }
    }
}
TEST(CornerContact, ABlockLandsOnAPlaneInThePlane) { lands_and_rests<2>(false, Integrator::moreau); }
TEST(CornerContact, ABlockLandsOnAPlaneInSpace) { lands_and_rests<3>(false, Integrator::moreau); }
TEST(CornerContact, ABlockLandsOnABlockInThePlane) { lands_and_rests<2>(true, Integrator::moreau); }
TEST(CornerContact, ABlockLandsOnABlockInSpace) { lands_and_rests<3>(true, Integrator::moreau); }
TEST(CornerContact, ABlockLandsByEulerInThePlane) { lands_and_rests<2>(false, Integrator::euler); }
TEST(CornerContact, ABlockLandsByEulerInSpace) { lands_and_rests<3>(true, Integrator::euler); }

/// A block pushed beyond the edge of another overlaps it by less and less: it tips over, and does not sink before.
template <int D>
void slides_off() {
    for (const auto& [name, law, give] : laws()) {
        if (std::string_view(name) == "bonded") continue;  // nothing pushes that off
        BlockStage<D> stage(law);
        stage.falling(g);
        stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 3000};
        stage.fixed_block(stage.size(width, height), -0.5 * height * stage.up());
        const int body = stage.block(80.0, stage.size(width, height), 0.5 * height * stage.up());
        stage.moves(body, Driven::displacement, stage.along(),
                    {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {1.0, 0.999 * width}}});
        Spin<D> held;
        for (int i = 0; i < spin_dim<D>; ++i) held[i] = 1.0;
        stage.description.holds = {{.body = body, .rotations = held}};
        World<D> world = stage.build();
        double deepest = 0.0;
        for (int k = 0; k < 999; ++k) {
            EXPECT_TRUE(run(world, stage.settings).solve.converged) << name << k;
            deepest = std::max(deepest, 0.5 * height - world.bodies.position[body][D - 1]);
        }
        EXPECT_LT(deepest, 1e-4 + give) << name;
        EXPECT_NEAR(dot(contact_force(world, body, 1e-3), stage.up()), 80.0 * g, 1.0) << name;
    }
}
TEST(CornerContact, ASliverCarriesInThePlane) { slides_off<2>(); }
TEST(CornerContact, ASliverCarriesInSpace) { slides_off<3>(); }

// A slender block rocks on elastic joints as on rigid ones: free rocking from 3 degrees, by Housner's quarter period.
TEST(CornerContact, ABlockRocksOnStiffJointsAsOnRigidOnes) {
    const double b = 0.1, h = 0.4, R = std::hypot(b, h), alpha = std::atan2(b, h),
                 start = 3.0 * std::numbers::pi / 180.0;
    const double p = std::sqrt(0.75 * g / R);
    const double quarter = std::acosh(1.0 / (1.0 - start / alpha)) / p;  // linearised, from rest to upright
    for (const auto& [name, law, give] : laws()) {
        const std::string_view word = name;
        if (word.find("sticks") != word.npos || word == "bonded")
            continue;  // those are held where they begin
        BlockStage<2> stage(law);
        stage.falling(g);
        stage.settings.step = 2e-4;
        stage.settings.solver.tolerance = 1e-9;
        stage.floor();
        Vec<2> size{{2.0 * b, 2.0 * h}}, centre{{-R * std::sin(alpha - start), R * std::cos(alpha - start)}};
        const int body = stage.block(160.0, size, centre, {start});
        World<2> world = stage.build();
        double upright = 0.0;
        while (upright == 0.0 && world.time < 1.0) {
            run(world, stage.settings);
            if (world.bodies.rotation[body].angle <= 0.0) upright = world.time;
        }
        EXPECT_NEAR(upright, quarter, 0.02 * quarter) << name;
        EXPECT_GT(world.bodies.position[body][1], h * std::cos(0.01) - 1e-3) << name;
    }
}

}  // namespace
}  // namespace drystone::corner_contact_test

#include "measure/probe.h"
#include "measure/joints.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "measure/small_worlds.h"

namespace drystone::probe_test {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

constexpr double unused = std::numeric_limits<double>::quiet_NaN();
const double half = std::sqrt(0.5);

template <int D>
Values values_of(const World<D>& world, int body, const std::string& quantity, double h = unused) {
    Values values;
    measure(world, Probe{"", body, {quantity}, 0.0}, h, values);
    return values;
}

TEST(Quantities, ExistForASubjectAndADimension) {
    EXPECT_TRUE(is_quantity("position", Subject::body, 2));
    EXPECT_FALSE(is_quantity("position", Subject::world, 2));
    EXPECT_TRUE(is_quantity("angle", Subject::body, 2));
    EXPECT_FALSE(is_quantity("angle", Subject::body, 3));
    EXPECT_TRUE(is_quantity("orientation", Subject::body, 3));
    EXPECT_FALSE(is_quantity("orientation", Subject::body, 2));
    EXPECT_FALSE(is_quantity("colour", Subject::body, 3));
    EXPECT_EQ(quantity_names(Subject::body, 3).size(), 21u);
    EXPECT_EQ(quantity_names(Subject::world, 2).size(), 41u);
}

TEST(ProbeColumns, AreOnePerComponent) {
    const Probe ball{"ball", 0, {"position", "angular_velocity", "contacts"}, 0.0};
    EXPECT_EQ(probe_columns<2>(ball), (Names{"position.x", "position.y", "angular_velocity", "contacts"}));
    EXPECT_EQ(probe_columns<3>(ball), (Names{"position.x", "position.y", "position.z", "angular_velocity.x",
                                             "angular_velocity.y", "angular_velocity.z", "contacts"}));
    EXPECT_EQ(probe_columns<2>({"ball", 0, {"angle"}, 0.0}), (Names{"angle"}));
    EXPECT_EQ(probe_columns<3>({"ball", 0, {"orientation"}, 0.0}),
              (Names{"orientation.w", "orientation.x", "orientation.y", "orientation.z"}));
    EXPECT_EQ(probe_columns<2>({"all", -1, {"momentum", "angular_momentum"}, 0.0}),
              (Names{"momentum.x", "momentum.y", "angular_momentum"}));
}

TEST(ProbeColumns, StandOverAsManyValues) {
    World<3> world;
    add_bare_body(world, 1.0);
    world.description.bodies.resize(1);
    world.first_part = {0};
    world.parts.body = {0};
    world.parts.kind = {PartKind::ball};
    world.parts.radius = {0.1};
    for (const int body : {-1, 0}) {
        const Subject subject = body < 0 ? Subject::world : Subject::body;
        const Probe everything{"", body, quantity_names(subject, 3), 0.0};
        Values values;
        measure(world, everything, 1.0, values);
        EXPECT_EQ(values.size(), probe_columns<3>(everything).size());
    }
}

// The scene's frame sits 2 m along the body's own x from the centre of mass; the body is turned by 90 degrees.
TEST(BodyQuantities, BelongToTheScenesFrame) {
    World<2> world;
    add_bare_body(world, 3.0);
    world.bodies.position[0] = {{10.0, 20.0}};
    world.bodies.rotation[0] = {0.5 * std::numbers::pi};
    world.bodies.velocity[0] = {{{1.0, 0.0}}, {{4.0}}};
    world.matter.shape_origin.set(0, {{2.0, 0.0}});
    world.matter.shape_rotation.set(0, {0.25});

    EXPECT_NEAR(values_of(world, 0, "position")[0], 10.0, 1e-15);
    EXPECT_EQ(values_of(world, 0, "position")[1], 22.0);
    EXPECT_EQ(values_of(world, 0, "centre_of_mass"), (Values{10.0, 20.0}));
    EXPECT_EQ(values_of(world, 0, "velocity")[0], 1.0 - 4.0 * 2.0);  // v + w x arm
    EXPECT_NEAR(values_of(world, 0, "velocity")[1], 0.0, 1e-15);
    EXPECT_EQ(values_of(world, 0, "angular_velocity"), (Values{4.0}));
    EXPECT_EQ(values_of(world, 0, "angle"), (Values{0.5 * std::numbers::pi + 0.25}));
    EXPECT_EQ(values_of(world, 0, "momentum"), (Values{3.0, 0.0}));
}

TEST(BodyQuantities, OrientationIsThatOfTheScenesFrame) {
    World<3> world;
    add_bare_body(world, 1.0, Freedom::general);
    world.bodies.rotation[0] = {half, {{0.0, 0.0, half}}};         // 90 degrees about z
    world.matter.shape_rotation.set(0, {half, {{0.0, 0.0, -half}}});  // and back
    const Values q = values_of(world, 0, "orientation");
    EXPECT_NEAR(q[0], 1.0, 1e-15);
    EXPECT_NEAR(q[3], 0.0, 1e-15);
}

// Principal moments 1, 2, 3; turned by 90 degrees about z, so that the body's x lies along the world's y.
TEST(BodyQuantities, AngularMomentumTakesTheInertiaAlong) {
    World<3> world;
    add_bare_body(world, 2.0, Freedom::general);
    world.matter.inertia.set(0, {{1.0, 2.0, 3.0}});
    world.bodies.rotation[0] = {half, {{0.0, 0.0, half}}};
    world.bodies.velocity[0] = {{{0.0, 0.0, 3.0}}, {{5.0, 7.0, 0.0}}};
    const Values L = values_of(world, 0, "angular_momentum");
    EXPECT_NEAR(L[0], 2.0 * 5.0, 1e-14);
    EXPECT_NEAR(L[1], 1.0 * 7.0, 1e-14);
    EXPECT_NEAR(L[2], 0.0, 1e-14);
    EXPECT_NEAR(values_of(world, 0, "kinetic_energy")[0], 0.5 * (2.0 * 9.0 + 2.0 * 25.0 + 1.0 * 49.0), 1e-13);
}

/// Body 0 fixed, 1 and 2 movable; 0 carries 1 at two points, 1 carries 2 by the third contact; one more is empty.
World<2> stack() {
    World<2> world;
    add_bare_body(world, 9.0, Freedom::immovable);
    add_bare_body(world, 2.0);
    add_bare_body(world, 1.0);
    for (int body = 0; body < 3; ++body) add_ball(world, body, 0.5);
    world.bodies.position[1] = {{0.0, 1.0}};
    world.bodies.position[2] = {{0.0, 2.0}};
    add_contact<2>(world, 0, 1, {{-0.25, 0.5}}, {{0.0, 1.0}});
    add_contact<2>(world, 0, 1, {{0.5, 0.5}}, {{0.25, 2.0}}, ContactStatus::sliding);
    add_contact<2>(world, 1, 2, {{0.0, 1.5}}, {{0.5, 1.5}});
    add_contact<2>(world, 0, 2, {{3.0, 1.0}}, {{0.0, 0.0}}, ContactStatus::open);
    return world;
}

TEST(BodyQuantities, ForceIsTheResultantOfTheImpulsesOverTheStep) {
    const World<2> world = stack();
    EXPECT_EQ(values_of(world, 1, "contact_force", 0.5),
              (Values{-0.5, 3.0}));  // (0.25 - 0.5, 1 + 2 - 1.5) / h
    EXPECT_EQ(values_of(world, 0, "contact_force", 0.5), (Values{-0.5, -6.0}));  // the ground gets minus
    EXPECT_EQ(values_of(world, 2, "contact_force", 0.5), (Values{1.0, 3.0}));
}

TEST(BodyQuantities, TorqueIsAboutTheCentreOfMass) {
    const World<2> world = stack();
    // Arms (-0.25, -0.5), (0.5, -0.5), (0, 0.5): l_x r_y - l_y r_x of each.
    const double expected = -0.25 * 1.0 + (0.5 * 2.0 + 0.5 * 0.25) + 0.5 * 0.5;
    EXPECT_EQ(values_of(world, 1, "contact_torque", 0.5), (Values{expected / 0.5}));
}

TEST(BodyQuantities, OnlyForceBearingContactsCount) {
    const World<2> world = stack();
    EXPECT_EQ(values_of(world, 0, "contacts"), (Values{2.0}));
    EXPECT_EQ(values_of(world, 1, "contacts"), (Values{3.0}));
    EXPECT_EQ(values_of(world, 2, "contacts"), (Values{1.0}));
}

TEST(WorldQuantities, CountContacts) {
    const World<2> world = stack();
    EXPECT_EQ(values_of(world, -1, "contacts"), (Values{4.0}));
    EXPECT_EQ(values_of(world, -1, "active_contacts"), (Values{3.0}));
    EXPECT_EQ(values_of(world, -1, "sliding_contacts"), (Values{1.0}));
    EXPECT_EQ(values_of(world, -1, "coordination"),
              (Values{(3.0 + 1.0) / 2.0}));  // body 1 has 3, body 2 has 1
}

TEST(WorldQuantities, SumOverWhatCanMove) {
    World<2> world = stack();
    world.bodies.velocity[0] = {{{100.0, 100.0}}, {{100.0}}};  // a driven wall is the outside
    world.bodies.velocity[1] = {{{1.0, 0.0}}, {{4.0}}};
    world.bodies.velocity[2] = {{{-3.0, 5.0}}, {{0.0}}};
    world.matter.inertia.set(1, {{0.5}});
    EXPECT_EQ(values_of(world, -1, "momentum"), (Values{2.0 - 3.0, 5.0}));
    // Spin of 1, then x p_y - y p_x of each about the origin.
    EXPECT_EQ(values_of(world, -1, "angular_momentum"), (Values{0.5 * 4.0 - 1.0 * 2.0 + 2.0 * 3.0}));
    EXPECT_EQ(values_of(world, -1, "centre_of_mass"), (Values{0.0, (1.0 / 3.0) * (2.0 * 1.0 + 1.0 * 2.0)}));
}

TEST(WorldQuantities, ReadTheStepsOwnReport) {
    World<3> world;
    world.energy = {.kinetic = 1.0,
                    .potential = 2.0,
                    .initial = 10.0,
                    .work = 4.0,
                    .losses = {.friction = 5.0, .impact = 1.5, .damage = 1.25, .cohesion = 0.25},
                    .scheme = 16.0};
    world.energy.stored = 32.0;
    world.last.solve.iterations = 7;
    world.last.solve.residual = 1e-7;
    world.last.max_penetration = 1e-3;
    Values values;
    measure(world,
            Probe{"",
                  -1,
                  {"kinetic_energy", "potential_energy", "work", "dissipated", "balance_error", "iterations",
                   "residual", "max_penetration", "stored_energy", "dissipation.friction",
                   "dissipation.impact", "dissipation.damage", "dissipation.cohesion"},
                  0.0},
            unused, values);
    EXPECT_EQ(values, (Values{1.0, 2.0, 4.0, 8.0, 1.0 + 2.0 + 32.0 - 10.0 - 4.0 + 8.0 + 16.0, 7.0, 1e-7, 1e-3,
                              32.0, 5.0, 1.5, 1.25, 0.25}));
}

// Two points of a joint, with the bodies named either way round.
TEST(JointQuantities, AreOfAllContactsOfTwoBodies) {
    World<2> world;
    for (int i = 0; i < 3; ++i) add_ball(world, add_bare_body(world, 1.0), 0.5);
    add_contact<2>(world, 0, 1, {{0.0, 0.0}}, {{0.25, 1.5}}, ContactStatus::sliding);
    add_contact<2>(world, 0, 1, {{1.0, 0.0}}, {{0.0, 0.5}}, ContactStatus::sticking);
    add_contact<2>(world, 1, 2, {{1.0, 0.0}}, {{9.0, 9.0}}, ContactStatus::sticking);
    world.bodies.position[1] = {{0.125, 0.25}};  // it has slipped and opened
    const auto of = [&](int a, int b) {
        Values values;
        measure(world,
                Probe{"", a, {"force", "normal", "shear", "point", "slip", "contacts", "status"}, 0.0, b},
                0.5, values);
        return values;
    };
    EXPECT_EQ(of(0, 1), (Values{0.5, 4.0, 4.0, 0.5, 0.25, 0.0, 0.125, 2.0, 1.0}));
    EXPECT_EQ(of(1, 0), (Values{-0.5, -4.0, 4.0, 0.5, 0.25, 0.0, 0.125, 2.0, 1.0}));
    EXPECT_EQ(of(0, 2)[7], 0.0);
    EXPECT_EQ(of(0, 2)[8], 0.0);
    EXPECT_EQ(joints_of(world, 0.5).size(), 2u);
}

// Bodies have other ids than their slots, and contacts are in the order of parts: joints go by ids, the lower one first, with all their contacts.
TEST(JointQuantities, ComeInTheOrderOfIdsWhateverTheSlots) {
    World<2> world;
    for (int i = 0; i < 4; ++i) add_ball(world, add_bare_body(world, 1.0), 0.5);
    world.bodies.id = {2, 0, 1, 3};
    add_contact<2>(world, 0, 1, {{0.0, 0.0}}, {{0.25, 1.5}}, ContactStatus::sliding);
    add_contact<2>(world, 0, 2, {{1.0, 0.0}}, {{2.0, 0.0}}, ContactStatus::sticking);
    add_contact<2>(world, 1, 2, {{1.0, 0.0}}, {{0.0, 4.0}}, ContactStatus::sticking);
    add_contact<2>(world, 1, 3, {{1.0, 0.0}}, {{1.0, 1.0}}, ContactStatus::sticking);
    add_contact<2>(world, 0, 1, {{1.0, 0.0}}, {{0.0, 0.5}}, ContactStatus::sticking);
    const std::vector<Joint<2>> joints = joints_of(world, 0.5);
    ASSERT_EQ(joints.size(), 4u);
    const auto is = [&](std::size_t k, int a, int b, int contacts, const Vec<2>& force) {
        EXPECT_EQ(joints[k].a, a) << k;
        EXPECT_EQ(joints[k].b, b) << k;
        EXPECT_EQ(joints[k].contacts, contacts) << k;
        EXPECT_EQ(joints[k].force, force) << k;
    };
    is(0, 1, 2, 1, {{0.0, 8.0}});    // ids 0 and 1
    is(1, 1, 0, 2, {{-0.5, -4.0}});  // 0 and 2: on body 2, whose part comes first
    is(2, 1, 3, 1, {{2.0, 2.0}});    // 0 and 3
    is(3, 2, 0, 1, {{-4.0, 0.0}});   // 1 and 2
}

TEST(WorldQuantities, AWorldWithoutMovableBodiesHasNoCoordinationAndNoCentre) {
    World<2> world;
    add_bare_body(world, 1.0, Freedom::immovable);
    EXPECT_EQ(values_of(world, -1, "coordination"), (Values{0.0}));
    EXPECT_TRUE(std::isnan(values_of(world, -1, "centre_of_mass")[0]));
}

}  // namespace
}  // namespace drystone::probe_test

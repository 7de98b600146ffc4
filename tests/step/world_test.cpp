// From description to state: docs/theory.md sections 1 and 7.

#include "step/world.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"

namespace drystone::world_test {
namespace {

/// One ball of each material, apart, of which the first two make up the group "pair".
WorldDescription<2> one_of_each(std::vector<Material> materials) {
    WorldDescription<2> d;
    d.materials = std::move(materials);
    for (int m = 0; m < static_cast<int>(d.materials.size()); ++m) {
        BodyDescription<2> body;
        body.material = m;
        body.group = m < 2 ? "pair" : "";
        body.geometry = {{Ball<2>{0.1}, {}, {}}};
        body.position = {{1.0 * m, 0.0}};
        d.bodies.push_back(body);
    }
    return d;
}

double friction_between(const World<2>& world, int a, int b) {
    const std::vector<int>& surface = world.matter.surface;
    return std::get<Coulomb>(world.book.of(surface[a], surface[b])).friction;
}

TEST(Laws, LaterInteractionsOverrideEarlierOnesBothWaysRound) {
    WorldDescription<2> d = one_of_each({{"stone", 1.0}, {"wood", 1.0}, {"ice", 1.0}});
    d.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = 0.5}},
                      {2, Interaction::any, Coulomb{.friction = 0.1}},
                      {1, 0, Coulomb{.friction = 0.7}},
                      {2, 2, Coulomb{.friction = 0.02}}};
    const World<2> world = make_world(d);
    const double expected[3][3] = {{0.5, 0.7, 0.1}, {0.7, 0.5, 0.1}, {0.1, 0.1, 0.02}};
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) EXPECT_EQ(friction_between(world, a, b), expected[a][b]) << a << b;
    }
}

TEST(Laws, MaterialsNobodySpokeOfAreSmooth) {
    WorldDescription<2> d = one_of_each({{"stone", 1.0}, {"wood", 1.0}});
    d.interactions = {{0, 0, Coulomb{.friction = 0.5}}};
    const World<2> world = make_world(d);
    EXPECT_EQ(friction_between(world, 0, 0), 0.5);
    EXPECT_EQ(friction_between(world, 0, 1), 0.0);
    EXPECT_EQ(friction_between(world, 1, 1), 0.0);
}

TEST(Laws, BodiesAndGroupsAreAddressedByNameAndOrderDecides) {
    WorldDescription<2> d = one_of_each({{"stone", 1.0}, {"wood", 1.0}, {"ice", 1.0}, {"ice2", 1.0}});
    const Party pair = Party::of_group("pair");
    d.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = 0.5}},
                      {pair, pair, Coulomb{.friction = 0.7}},
                      {pair, 2, Coulomb{.friction = 0.2}},
                      {Party::of_body(1), Party::of_body(3), Coulomb{.friction = 0.9}},
                      {Party::of_body(1), 2, Coulomb{.friction = 0.3}}};
    const World<2> world = make_world(d);
    const double expected[4][4] = {
        {0.7, 0.7, 0.2, 0.5}, {0.7, 0.7, 0.3, 0.9}, {0.2, 0.3, 0.5, 0.5}, {0.5, 0.9, 0.5, 0.5}};
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) EXPECT_EQ(friction_between(world, a, b), expected[a][b]) << a << b;
    }
}

TEST(Laws, BodiesThatNoInteractionTellsApartAreOneSurface) {
    WorldDescription<2> d = one_of_each({{"stone", 1.0}, {"wood", 1.0}, {"ice", 1.0}, {"ice2", 1.0}});
    d.bodies.edit(3).material = 2;
    EXPECT_EQ(make_world(d).book.surfaces, 3);
    d.interactions = {{Party::of_body(3), Party::of_body(3), Coulomb{}}};
    EXPECT_EQ(make_world(d).book.surfaces, 4);
}

TEST(Bodies, BallsGetTheirMassAndInertiaFromTheirDensityOrAreTold) {
    Stage<3> stage;
    stage.ball(0.0, 0.1, {});
    stage.ball(7.0, 0.1, {{1, 0, 0}});
    const World<3> world = stage.build();
    const double m = 1000.0 * 4.0 / 3.0 * 3.14159265358979324 * 1e-3;
    EXPECT_NEAR(world.matter.mass[0], m, 1e-13 * m);
    EXPECT_NEAR(world.matter.inertia[0][2], 0.4 * m * 0.01, 1e-13 * m);
    EXPECT_EQ(world.matter.mass[1], 7.0);
    EXPECT_NEAR(world.matter.inertia[1][0], 0.4 * 7.0 * 0.01, 1e-14);
    EXPECT_EQ(world.matter.freedom[1], Freedom::isotropic);
}

// A clump is placed by the frame of its shape; its centre of mass, principal axes and parts follow from
// there.
TEST(Bodies, PartsOfAClumpStandWhereTheDescriptionHasThem) {
    Random random(3);
    Stage<3> stage;
    for (int k = 0; k < 10; ++k) {
        stage.clump(2.0, tripod<3>(0.1), {{3.0 * k, 0, 0}});
        BodyDescription<3>& body = stage.description.bodies.edit_last();
        body.orientation =
            rotation_by(Vec<3>{{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)}});
    }
    const World<3> world = stage.build();
    ASSERT_EQ(world.parts.size(), 30);
    for (int p = 0; p < 30; ++p) {
        const int i = world.parts.body[p];
        const BodyDescription<3>& body = stage.description.bodies[i];
        const Vec<3> expected = body.position + rotate(body.orientation, body.geometry[p % 3].position);
        EXPECT_LT(norm(world.parts.centre[p] - expected), 1e-13) << p;
        // and the frame of the shape is found again from the state
        const Vec<3> origin =
            world.bodies.position[i] + rotate(world.bodies.rotation[i], world.matter.shape_origin[i]);
        EXPECT_LT(norm(origin - body.position), 1e-13);
        const Vec<3> axis =
            rotate(world.bodies.rotation[i] * world.matter.shape_rotation[i], Vec<3>::axis(0));
        EXPECT_LT(norm(axis - rotate(body.orientation, Vec<3>::axis(0))), 1e-13);
        EXPECT_EQ(world.matter.freedom[i], Freedom::general);
    }
}

// About its centre of mass, a clump in flight does not know where the origin of its shape was put.
TEST(Bodies, AClumpFliesThroughItsCentreOfMass) {
    Stage<3> stage;
    stage.clump(2.0, tripod<3>(0.1), {}, {{1, 2, 3}}, {{4, 5, 6}});
    World<3> world = stage.build();
    const Vec<3> start = world.bodies.position[0];
    EXPECT_GT(norm(start), 0.01);
    run(world, stage.settings, 100);
    EXPECT_LT(norm(world.bodies.position[0] - start - Vec<3>{{0.1, 0.2, 0.3}}), 1e-13);
}

TEST(Report, CountsContactsAndTheDeepestOverlap) {
    Stage<2> stage;
    stage.floor();
    stage.ball(1.0, 0.5, {{0, 0.49}});
    stage.ball(1.0, 0.5, {{2, 0.47}});
    stage.ball(1.0, 0.5, {{4, 0.51}});
    World<2> world = stage.build();
    const StepReport report = run(world, stage.settings);
    EXPECT_EQ(report.contacts, 2);
    EXPECT_NEAR(report.max_penetration, 0.03, 1e-15);
    EXPECT_TRUE(report.finite);
    EXPECT_EQ(world.steps, 1);
    EXPECT_EQ(world.time, stage.settings.step);
}

TEST(Report, SaysWhenVelocitiesAreNoNumbers) {
    Stage<2> stage;
    stage.ball(1.0, 0.5, {}, {{std::nan(""), 0}});
    World<2> world = stage.build();
    EXPECT_FALSE(run(world, stage.settings).finite);
}

// Impulses on a body that nothing is known of but its contacts: what the report calls open, sticking,
// sliding.
TEST(Report, TellsStickingFromSliding) {
    Stage<3> stage({.friction = 0.3});
    stage.falling().floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});                 // at rest
    stage.ball(1.0, 0.1, {{1, 0, 0.1}}, {{2, 0, 0}});    // slides
    stage.ball(1.0, 0.1, {{2, 0, 0.099}}, {{0, 0, 1}});  // leaves
    World<3> world = stage.build();
    run(world, stage.settings);
    const std::vector<ContactStatus> expected = {ContactStatus::sticking, ContactStatus::sliding,
                                                 ContactStatus::open};
    ASSERT_EQ(world.contacts.size(), 3);
    EXPECT_EQ(world.contacts.status, expected);
}

}  // namespace
}  // namespace drystone::world_test

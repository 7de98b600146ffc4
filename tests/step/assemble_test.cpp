// The problem that a step puts together: contact/assemble.h, seen from the step that calls it.

#include <cmath>

#include <gtest/gtest.h>

#include "contact/assemble.h"
#include "contact/plain_friction.h"
#include "physics/deformable_stage.h"
#include "step/outcomes.h"

namespace drystone::assemble_test {
namespace {

/// A heap with every kind of contact, one step old: the step's own call of assemble() is what is looked at.
Stage<3> every_kind(const Coulomb& law = {.friction = 0.4}) {
    Stage<3> stage(law);
    stage.falling();
    stage.floor();                                         // 0
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});                   // 1  on the floor, under 2
    stage.ball(2.0, 0.1, {{0, 0, 0.3}});                   // 2
    stage.clump(1.0, tripod<3>(0.1), {{1, 0, 0.1}});       // 3  on the floor
    stage.ball(1.0, 0.1, {{1, 0.2, 0.1}});                 // 4  beside 3
    const int held = stage.ball(1.0, 0.1, {{2, 0, 0.1}});  // 5  held
    stage.ball(1.0, 0.1, {{2, 0, 0.3}});                   // 6  on 5
    stage.clump(1.0, {{Ball<3>{0.1}, {{0.3, 0, 0}}, {}}},
                {{3, 0, 0.1}});              // 7  one ball, off its frame's origin
    stage.fixed(Ball<3>{0.1}, {{4, 0, 0}});  // 8
    stage.ball(1.0, 0.1, {{4, 0, 0.2}});     // 9  on 8
    stage.description.holds = {{.body = held, .directions = {{1, 0, 0}}}};
    return stage;
}

TEST(Assemble, OnlyBallsAboutTheirCentreOfMassAreRound) {
    const Stage<3> stage = every_kind();
    World<3> world = stage.build();
    run(world, stage.settings);
    int seen = 0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const int a = world.parts.body[world.contacts.point[c].a],
                  b = world.parts.body[world.contacts.point[c].b];
        const auto involves = [&](int body) { return a == body || b == body; };
        const ContactArms<3>& arms = world.problem.W.contact[c];
        EXPECT_EQ(arms.round, !involves(3) && !involves(5)) << a << " and " << b;
        EXPECT_EQ(arms.body_a, world.mobile[a]);
        EXPECT_EQ(arms.body_b, world.mobile[b]);
        ++seen;
        // What the flag promises: W_ii diagonal, tangents alike.
        const Mat<3> W = world.problem.W.diagonal(c);
        if (!arms.round) continue;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) EXPECT_NEAR(W[i][j], i == j ? W[i][i] : 0.0, 1e-12);
        }
        EXPECT_NEAR(W[1][1], W[2][2], 1e-12);
    }
    EXPECT_GE(seen, 9);
}

// Plain friction goes a shorter way than other laws: to the same numbers.
TEST(Assemble, PlainFrictionIsTheLawAsItCompiles) {
    const std::vector<Coulomb> laws = {{.friction = 0.4},
                                       {.friction = 0.4, .restitution_normal = 0.5},
                                       {.friction = 0.4, .restitution_tangential = 0.25},
                                       {.restitution_normal = 0.5, .restitution_tangential = 1.0, .restitution_threshold = 0.1}};
    int open = 0, deep = 0, bouncing = 0;
    for (const Coulomb& law : laws) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::keep, Overlap::push, Overlap::project}) {
                Stage<3> stage = every_kind(law);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                stage.ball(1.0, 0.1, {{5, 0, 0.1001}}, {{0.1, 0, -1.0}}, {{0, 3, 0}});  // about to land
                stage.ball(1.0, 0.1, {{6, 0, 0.09}});                                   // in the floor
                World<3> world = stage.build();
                run(world, stage.settings);
                ASSERT_NE(plain_friction(world.book.laws.back()), nullptr);
                const AssembleInput<3> in = assemble_input(world, stage.settings);
                for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
                    const Approach<3> approach = approach_of(in, world.problem.W.contact[c], c);
                    EXPECT_EQ(world.problem.law[c], compile(world.book.laws.back(), approach));
                    open += approach.gap > 0.0;
                    deep += approach.gap < -1e-3;
                    bouncing += world.problem.law[c].velocity_shift[0] < 0.0;
                }
            }
        }
    }
    EXPECT_GT(open, 4);
    EXPECT_GT(deep, 4);
    EXPECT_GT(bouncing, 4);
    EXPECT_EQ(plain_friction(Coulomb{.friction = 0.4, .static_friction = 0.5}), nullptr);
    EXPECT_EQ(plain_friction(Coulomb{.rolling_friction = 0.1}), nullptr);
    EXPECT_EQ(plain_friction(Coulomb{.torsion_friction = 0.1}), nullptr);
    EXPECT_EQ(plain_friction(Coulomb{.rolling_viscosity = 0.1}), nullptr);
    EXPECT_EQ(plain_friction(Coulomb{.cohesion = {.force = 1.0}}), nullptr);
    EXPECT_EQ(plain_friction(MohrCoulomb{}), nullptr);
}

/// Balls and clumps that fall into a trough of planes and a held ball: plain friction, and with `other` a body far away whose law is not.
template <int D>
World<D> trough(const Coulomb& law, bool other, bool soft) {
    ElasticStage<D> stage(law, 1e7, 0.2);
    stage.falling().moves(stage.floor(), Driven::velocity, Vec<D>::axis(0), Signal{.kind = Signal::Kind::constant, .value = 0.2});
    stage.fixed(Plane<D>{Vec<D>::axis(0)}, -0.35 * Vec<D>::axis(0));
    stage.fixed(Plane<D>{-Vec<D>::axis(0)}, 0.35 * Vec<D>::axis(0));
    if (D == 3) {
        stage.fixed(Plane<D>{Vec<D>::axis(1)}, -0.12 * Vec<D>::axis(1));
        stage.fixed(Plane<D>{-Vec<D>::axis(1)}, 0.12 * Vec<D>::axis(1));
    }
    stage.fixed(Ball<D>{0.1}, 0.05 * Vec<D>::axis(0));
    for (int k = 0; k < 24; ++k) {
        const Vec<D> place = (0.21 * (k % 3) - 0.2) * Vec<D>::axis(0) + (0.25 + 0.21 * (k / 3)) * Vec<D>::axis(D - 1);
        const Vec<D> velocity = -1.0 * Vec<D>::axis(D - 1) + 0.1 * (k % 5) * Vec<D>::axis(0);
        if (k % 4 == 3)
            stage.clump(1.0, tripod<D>(0.05), place, velocity);
        else
            stage.ball(1.0 + k, 0.1, place + 0.01 * (k % 2) * Vec<D>::axis(0), velocity);
    }
    if (soft) {  // of uniform strain, and meshed
        Vec<D> size;
        for (int k = 0; k < D; ++k) size[k] = 0.12;
        std::array<int, D> halves;
        halves.fill(2);
        stage.box_of(size, {}, 0.07 * Vec<D>::axis(D - 1) + 0.22 * Vec<D>::axis(0));
        stage.box_of(size, halves, 0.07 * Vec<D>::axis(D - 1) - 0.22 * Vec<D>::axis(0));
    }
    if (other) {
        stage.description.materials.push_back({"rubber", 1000.0});
        stage.description.interactions.push_back({1, Interaction::any, Coulomb{.friction = 0.1, .rolling_friction = 0.01}});
        const int body = stage.fixed(Ball<D>{0.1}, 50.0 * Vec<D>::axis(D - 1));
        stage.description.bodies.edit(body).material = 1;
    }
    return stage.build();
}

/// Where all laws are plain nobody asks contacts what they are (has_plain_laws): the same bits as where they are asked.
template <int D>
void all_plain_is_as_one_by_one(bool soft) {
    for (const Coulomb& law : {Coulomb{.friction = 0.4}, Coulomb{.friction = 0.3, .restitution_normal = 0.4, .restitution_tangential = 0.2}}) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::keep, Overlap::push, Overlap::project}) {
                for (const int threads : {1, 3}) {
                    StepSettings settings{.step = 2e-3, .integrator = integrator, .overlap = overlap, .solver = {.tolerance = 1e-4}};
                    World<D> plain = trough<D>(law, false, soft), asked = trough<D>(law, true, soft);
                    run(plain, settings, 100, threads);
                    run(asked, settings, 100, threads);
                    EXPECT_TRUE(has_plain_laws(assemble_input(plain, settings)) && plain.problem.law.all_dry());
                    EXPECT_FALSE(has_plain_laws(assemble_input(asked, settings)) || asked.problem.law.all_dry());
                    ASSERT_GT(plain.contacts.size(), 4);
                    EXPECT_EQ(plain.problem.W.contact, asked.problem.W.contact);
                    EXPECT_EQ(plain.problem.W.body, asked.problem.W.body);
                    EXPECT_EQ(plain.problem.W.compliant, asked.problem.W.compliant);  // grips differ in curls, which rolling asks for
                    EXPECT_EQ(plain.problem.W.compliant.empty(), !soft);
                    EXPECT_EQ(plain.problem.b, asked.problem.b);
                    EXPECT_EQ(plain.problem.law, asked.problem.law);
                    EXPECT_EQ(plain.contacts.impulse, asked.contacts.impulse);
                    EXPECT_EQ(plain.contacts.moment, asked.contacts.moment);
                    EXPECT_EQ(plain.contacts.status, asked.contacts.status);
                    for (std::size_t i = 0; i < plain.bodies.position.size(); ++i)
                        ASSERT_EQ(plain.bodies.position[i], asked.bodies.position[i]) << i;
                    EXPECT_EQ(plain.energy.losses.total(), asked.energy.losses.total());
                    EXPECT_EQ(plain.energy.losses.friction, asked.energy.losses.friction);
                    EXPECT_EQ(plain.energy.losses.impact, asked.energy.losses.impact);
                    EXPECT_EQ(plain.energy.scheme, asked.energy.scheme);
                    EXPECT_EQ(plain.energy.work, asked.energy.work);
                    EXPECT_NE(plain.energy.work, 0.0);
                    EXPECT_EQ(plain.energy.losses.cohesion, asked.energy.losses.cohesion);
                    if (!soft) {
                        EXPECT_EQ(plain.energy.losses.cohesion, 0.0);
                    }
                    EXPECT_NE(plain.energy.losses.impact, 0.0);
                    EXPECT_LT(std::abs(plain.energy.balance_error()), 1e-10 * std::abs(plain.energy.initial));
                }
            }
        }
    }
}

TEST(Assemble, WhereAllIsPlainFrictionThereAreTheSameBits) {
    all_plain_is_as_one_by_one<2>(false);
    all_plain_is_as_one_by_one<3>(false);
}

TEST(Assemble, SoDoRigidBodiesBesideBodiesThatDeform) {
    all_plain_is_as_one_by_one<2>(true);
    all_plain_is_as_one_by_one<3>(true);
}

TEST(Assemble, InThePlaneAClumpIsIsotropicButNotRound) {
    Stage<2> stage;
    stage.falling().floor();
    stage.clump(1.0, tripod<2>(0.1), {{0, 0.1}});
    World<2> world = stage.build();
    run(world, stage.settings);
    ASSERT_GE(world.contacts.size(), 1);
    EXPECT_EQ(world.matter.freedom[1], Freedom::isotropic);
    EXPECT_FALSE(world.problem.W.contact[0].round);
}

// b is the relative velocity after gravity and before impulses, from n and the tangents of the frame.
TEST(Assemble, TheFreeVelocityIsThatOfBRelativeToA) {
    Stage<3> stage({.friction = 0.4, .restitution_normal = 0.5, .restitution_tangential = 0.25});
    stage.falling(10.0).settings.step = 1e-2;
    stage.ball(1.0, 0.5, {{0, 0, 0}}, {{0.5, 0, 0}}, {{0, 0, 2}});
    stage.ball(3.0, 0.5, {{1, 0, 0}}, {{-0.5, 0.1, 0}}, {{0, 0, -4}});
    const int still = stage.fixed(Ball<3>{0.5}, {{0, 0, -0.999}});
    World<3> world = stage.build();
    run(world, stage.settings);
    ASSERT_EQ(world.contacts.size(), 2);
    EXPECT_EQ(world.contacts.point[1].b, still);

    // Between the two gravity cancels: (-1, 0.1, 0) of the centres, and both surfaces move down: arms
    // +-0.4975, as detection sees them half a step later. By then the line of centres has turned by 0.0005,
    // hence 2e-3.
    const Mat<3>& frame = world.problem.W.contact[0].frame;
    const Vec<3> b = transpose_times(frame, world.problem.b[0]);
    EXPECT_NEAR(b[0], -1.0, 2e-3);
    EXPECT_NEAR(b[1], 0.1 + 4 * 0.4975 - 2 * 0.4975, 2e-3);
    EXPECT_NEAR(b[2], 0.0, 1e-12);
    const Vec<3> shift = transpose_times(frame, world.problem.law[0].velocity_shift);
    EXPECT_NEAR(shift[0], 0.5 * b[0], 2e-3);
    EXPECT_NEAR(shift[1], 0.25 * b[1], 2e-3);

    // Of the fixed ball relative to the falling one: up at g h, n points down.
    EXPECT_NEAR(world.problem.b[1][0], -0.1, 2e-3);
    EXPECT_EQ(world.problem.law[1].mu, 0.4);
}

TEST(Assemble, BodiesThatImpulsesCannotMoveHaveNoRow) {
    const Stage<3> stage = every_kind();
    World<3> world = stage.build();
    run(world, stage.settings, 1);
    const std::vector<int> expected = {-1, 0, 1, 2, 3, 4, 5, 6, -1, 7};
    EXPECT_EQ(world.mobile, expected);
}

// The first guess is last step's impulse in the frame of today: the world vector is what is carried.
TEST(Assemble, TheFirstGuessIsTheCarriedImpulseInTheNewFrame) {
    const Stage<3> stage = every_kind();
    World<3> world = stage.build();
    run(world, stage.settings, 2);
    const std::vector<Vec<3>> carried = world.contacts.impulse;
    ThreadPool pool(1);
    std::vector<Vec<3>> r;
    RigidProblem<3> problem;
    const AssembleInput<3> in{.matter = world.matter,
                              .bodies = world.bodies,
                              .parts = world.parts,
                              .contacts = world.contacts,
                              .before = world.before,
                              .book = world.book,
                              .mobile = world.mobile,
                              .step = 1e-3};
    std::vector<Vec<3>> m;
    assemble(in, pool, problem, r, m);
    ASSERT_EQ(r.size(), carried.size());
    for (std::size_t c = 0; c < r.size(); ++c) {
        EXPECT_LT(norm(transpose_times(problem.W.contact[c].frame, r[c]) - carried[c]), 1e-15);
    }
}

}  // namespace
}  // namespace drystone::assemble_test

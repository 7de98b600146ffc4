// Prescribed motion, held directions and loads: docs/theory.md section 7.

#include "step/drives.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/stage.h"

namespace drystone::drives_test {
namespace {

constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;
constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};
using Kind = Signal::Kind;

Signal constant(double value) { return {.kind = Kind::constant, .value = value}; }
Signal sine(double amplitude, double frequency, double phase = 0.0) {
    return {.kind = Kind::sine, .amplitude = amplitude, .frequency = frequency, .phase = phase};
}
Signal ramp(double from, double to, double over) {
    return {.kind = Kind::ramp, .from = from, .to = to, .over = over};
}

/// Runs a stage and hands the world to `look` after each step.
template <int D, class Look>
void watch(Stage<D> stage, int steps, const Look& look) {
    for (const Integrator integrator : integrators) {
        stage.settings.integrator = integrator;
        World<D> world = stage.build();
        ThreadPool pool(1);
        for (int k = 0; k < steps; ++k) {
            advance(world, stage.settings, pool);
            look(world);
        }
    }
}

TEST(Drive, ASineDisplacementIsFollowedToRoundingAtEveryStep) {
    Stage<3> stage;
    const int plate = stage.fixed(Plane<3>{{{0, 0, 1}}}, {{1, 2, 3}});
    stage.moves(plate, Driven::displacement, {{0.6, 0, 0.8}}, sine(0.02, 3.0, 0.7));
    Vec<3> last{{1, 2, 3}};
    last += 0.02 * std::sin(0.7) * Vec<3>{{0.6, 0, 0.8}};
    EXPECT_LT(norm(stage.build().bodies.position[plate] - last), 1e-15);  // a phase shows from the start
    stage.settings.step = 7e-3;
    watch(stage, 2000, [&](const World<3>& world) {
        const double x = 0.02 * std::sin(2 * pi * 3.0 * world.time + 0.7);
        const Vec<3> expected = Vec<3>{{1, 2, 3}} + x * Vec<3>{{0.6, 0, 0.8}};
        ASSERT_LT(norm(world.bodies.position[plate] - expected), 2e-15) << world.time;
        // Its velocity is the mean over the step: what contacts saw is what happened.
        const double before = 0.02 * std::sin(2 * pi * 3.0 * (world.time - 7e-3) + 0.7);
        ASSERT_NEAR(world.bodies.velocity[plate].v[2], 0.8 * (x - before) / 7e-3, 1e-12);
    });
}

TEST(Drive, SeveralMotionsOfOneBodyAddUp) {
    Stage<2> stage;
    const int plate = stage.fixed(Plane<2>{{{0, 1}}});
    stage.moves(plate, Driven::displacement, {{1, 0}}, sine(0.1, 2.0));
    stage.moves(plate, Driven::velocity, {{1, 0}}, constant(0.3));
    stage.moves(plate, Driven::acceleration, {{0, 1}}, constant(-2.0));
    stage.moves(plate, Driven::displacement, {{0.8, 0.6}}, ramp(0.0, 0.5, 0.4));
    watch(stage, 1000, [&](const World<2>& world) {
        const double t = world.time, slant = 0.5 * std::min(t / 0.4, 1.0);
        const Vec<2> expected{{0.1 * std::sin(4 * pi * t) + 0.3 * t + 0.8 * slant, -t * t + 0.6 * slant}};
        ASSERT_LT(norm(world.bodies.position[plate] - expected), 1e-14) << t;
    });
}

TEST(Drive, AVelocityRampIsAParabola) {
    Stage<3> stage;
    const int plate = stage.fixed(Plane<3>{{{0, 0, 1}}});
    stage.moves(plate, Driven::velocity, {{0, 1, 0}}, ramp(0.0, 2.0, 0.5));
    watch(stage, 1000, [&](const World<3>& world) {
        const double t = world.time;
        const double expected = t < 0.5 ? 2 * t * t : 0.5 + 2.0 * (t - 0.5);
        ASSERT_NEAR(world.bodies.position[plate][1], expected, 1e-14);
    });
}

// A record of accelerations that ends at rest: + a, - a, and nothing.
TEST(Drive, AnAccelerationRecordMovesThePlateAndStopsIt) {
    Stage<2> stage;
    const int plate = stage.fixed(Plane<2>{{{0, 1}}});
    Signal record{.kind = Kind::table,
                  .points = {{0.0, 4.0}, {0.25, 4.0}, {0.25, -4.0}, {0.5, -4.0}, {0.5, 0.0}}};
    record.start = 0.125;
    stage.moves(plate, Driven::acceleration, {{1, 0}}, record);
    watch(stage, 1000, [&](const World<2>& world) {
        const double t = world.time - 0.125;
        double expected = 0.25;
        if (t < 0.5) expected = 0.25 - 2 * (0.5 - t) * (0.5 - t);
        if (t < 0.25) expected = 2 * t * t;
        if (t < 0.0) expected = 0.0;
        ASSERT_NEAR(world.bodies.position[plate][0], expected, 1e-14) << t;
    });
}

TEST(Drive, ADisplacementThatStopsIsHeld) {
    Stage<2> stage;
    const int plate = stage.fixed(Plane<2>{{{0, 1}}});
    Signal signal = sine(0.1, 1.0);
    signal.stop = 0.25;
    stage.moves(plate, Driven::displacement, {{1, 0}}, signal);
    watch(stage, 500, [&](const World<2>& world) {
        if (world.time <= 0.25) return;
        ASSERT_NEAR(world.bodies.position[plate][0], 0.1, 1e-15);
    });
}

TEST(Drive, ARotationAboutAPointCarriesTheBodyOnACircle) {
    Stage<3> stage;
    const int ball = stage.fixed(Ball<3>{0.1}, {{3, 1, 5}});
    stage.turns(ball, Driven::velocity, {{0, 0, 1}}, constant(2.0));
    stage.description.motions.back().has_point = true;
    stage.description.motions.back().point = {{1, 1, 0}};
    stage.settings.step = 0.01;
    watch(stage, 500, [&](const World<3>& world) {
        const double angle = 2.0 * world.time;
        const Vec<3> expected{{1 + 2 * std::cos(angle), 1 + 2 * std::sin(angle), 5}};
        ASSERT_LT(norm(world.bodies.position[ball] - expected), 1e-13);
        ASSERT_LT(norm(rotate(world.bodies.rotation[ball], Vec<3>::axis(0)) -
                       Vec<3>{{std::cos(angle), std::sin(angle), 0}}),
                  1e-13);
        ASSERT_LT(norm(world.bodies.velocity[ball].w - Vec<3>{{0, 0, 2}}), 1e-11);
        // Velocity is the chord over the step: 2 R sin(w h / 2) / h.
        ASSERT_NEAR(norm(world.bodies.velocity[ball].v), 2 * 2.0 * std::sin(0.01) / 0.01, 1e-11);
    });
}

TEST(Drive, ARotationInThePlaneCountsWholeTurns) {
    Stage<2> stage;
    const int drum = stage.fixed(Drum<2>{1.0}, {{1, 1}});
    stage.turns(drum, Driven::displacement, {{1.0}}, ramp(0.0, 40.0, 0.5));
    watch(stage, 600, [&](const World<2>& world) {
        ASSERT_NEAR(world.bodies.rotation[drum].angle, 40.0 * std::min(1.0, world.time / 0.5), 1e-13);
        ASSERT_EQ(world.bodies.position[drum], (Vec<2>{{1, 1}}));
    });
}

// A free body driven along one slanted direction falls freely across it.
TEST(Drive, ABodyDrivenAlongOneDirectionIsFreeInTheOthers) {
    const Vec<3> d{{0.6, 0, 0.8}}, across{{-0.8, 0, 0.6}};
    Stage<3> stage;
    stage.falling(g);
    const int ball = stage.ball(2.0, 0.1, {}, {{0, 1, 0}}, {{0, 0, 3}});
    stage.moves(ball, Driven::displacement, d, sine(0.2, 1.5));
    stage.settings.integrator = Integrator::moreau;
    World<3> world = stage.build();
    for (int k = 0; k < 800; ++k) {
        run(world, stage.settings);
        const double t = world.time;
        const Vec<3>& x = world.bodies.position[ball];
        ASSERT_NEAR(dot(x, d), 0.2 * std::sin(3 * pi * t), 1e-13) << t;  // the sum of 800 steps
        ASSERT_NEAR(dot(x, across), -0.5 * 0.6 * g * t * t, 1e-12);
        ASSERT_NEAR(x[1], t, 1e-13);
        ASSERT_NEAR(world.bodies.velocity[ball].w[2], 3.0, 1e-14);
    }
}

// (7.5) for both: a displacement that is not zero at time 0 puts the body there at once.
TEST(Drive, APhaseShowsFromTheStartWhetherTheBodyIsWhollyDrivenOrPartly) {
    Stage<2> stage;
    const int whole = stage.fixed(Plane<2>{{{0, 1}}});
    const int partly = stage.ball(1.0, 0.1, {{0, 1}});
    for (const int body : {whole, partly})
        stage.moves(body, Driven::displacement, {{1, 0}}, sine(0.2, 1.0, pi / 2));
    for (const Integrator integrator : integrators) {
        stage.settings.integrator = integrator;
        World<2> world = stage.build();
        run(world, stage.settings, 50);
        const double expected = 0.2 * std::cos(2 * pi * world.time);
        EXPECT_NEAR(world.bodies.position[whole][0], expected, 1e-14);
        EXPECT_NEAR(world.bodies.position[partly][0], expected, 1e-14);
    }
}

// Struck from a slant, a ball held in x moves only up: by the impulse's z part over its mass.
TEST(Hold, ABallHeldInXNeverMovesInX) {
    Stage<3> stage({.friction = 0.5, .restitution_normal = 0.3});
    stage.falling(g).floor();
    const int held = stage.ball(1.0, 0.1, {{0, 0, 0.1}}, {{5, 0, 0}});  // the velocity along x is dropped
    stage.ball(3.0, 0.1, {{-0.15, 0.02, 0.25}}, {{2, 0, -1}});
    stage.description.holds = {{.body = held, .directions = {{1, 0, 0}}}};
    bool struck = false;
    watch(stage, 500, [&](const World<3>& world) {
        ASSERT_EQ(world.bodies.position[held][0], 0.0);
        ASSERT_EQ(world.bodies.velocity[held].v[0], 0.0);
        struck |= std::abs(world.bodies.velocity[held].v[1]) > 0.01;
    });
    EXPECT_TRUE(struck);
}

TEST(Hold, ABallWithHeldRotationsSlidesWhereItWouldRoll) {
    Stage<3> stage({.friction = 0.3});
    stage.falling(g).floor();
    const int ball = stage.ball(1.0, 0.1, {{0, 0, 0.1}}, {{1, 0, 0}});
    stage.description.holds = {{.body = ball, .rotations = {{1, 1, 1}}}};
    World<3> world = stage.build();
    run(world, stage.settings, 200);
    EXPECT_NEAR(world.bodies.velocity[ball].v[0], 1.0 - 0.3 * g * 0.2, 1e-12);
    EXPECT_EQ(world.bodies.velocity[ball].w, (Vec<3>{}));
}

// "fixed: never moves": a velocity in its description is no conveyor belt.
TEST(Hold, AFixedBodyHasNoVelocityWhateverItsDescriptionSays) {
    Stage<3> stage({.friction = 0.5});
    stage.falling(g);
    const int floor = stage.floor();
    stage.description.bodies.edit(floor).velocity = {{1, 0, 0.5}};
    const int ball = stage.ball(1.0, 0.1, {{0, 0, 0.1}});
    World<3> world = stage.build();
    run(world, stage.settings, 10);
    EXPECT_EQ(world.bodies.velocity[floor], (Twist<3>{}));
    EXPECT_NEAR(norm(world.bodies.velocity[ball].v), 0.0, 1e-12);
}

TEST(Hold, AllHeldIsImmovableAndDoesNotFall) {
    Stage<2> stage;
    stage.falling(g);
    const int ball = stage.ball(1.0, 0.1, {{0, 1}}, {{1, 1}});
    stage.description.holds = {{.body = ball, .directions = {{1, 1}}, .rotations = {{1}}}};
    watch(stage, 10, [&](const World<2>& world) {
        EXPECT_EQ(world.matter.freedom[ball], Freedom::immovable);
        EXPECT_EQ(world.bodies.position[ball], (Vec<2>{{0, 1}}));
        EXPECT_EQ(world.bodies.velocity[ball], (Twist<2>{}));
    });
}

// A plate of mass m, free to move in z only, pressed by F on a ball on the floor: F + m g on the ball, and
// the ball's weight more on the floor.
TEST(Load, APistonPressesWithItsForceAndItsWeight) {
    const double m = 3.0, F = 50.0, M = 0.5;
    Stage<3> stage({.friction = 0.4});
    stage.falling(g).floor();
    stage.ball(M, 0.1, {{0.3, 0.2, 0.1}});
    BodyDescription<3> plate;
    plate.mass = m;
    plate.geometry = {{Plane<3>{{{0, 0, -1}}}, {}, {}}};
    plate.position = {{0, 0, 0.2}};
    const int piston = stage.add(plate);
    stage.description.holds = {{.body = piston, .directions = {{1, 1, 0}}}};
    stage.description.loads = {{.body = piston, .force = {{7, 0, -0.4 * F}}},
                               {.body = piston, .force = {{0, 0, -0.6 * F}}}};
    watch(stage, 20, [&](const World<3>& world) {
        ASSERT_EQ(world.contacts.size(), 2);
        EXPECT_NEAR(world.contacts.impulse[0][2] / 1e-3, F + (m + M) * g, 1e-8);  // floor -> ball
        EXPECT_NEAR(world.contacts.impulse[1][2] / 1e-3, F + m * g, 1e-8);        // ball -> piston
        EXPECT_EQ(world.bodies.position[piston][0], 0.0);
    });
}

// x'' = F(t) / m and I w' = torque: moreau sums the midpoints of a sine exactly by h w / 2 / sin(h w / 2).
TEST(Load, ForceAndTorqueFollowTheirHistory) {
    Stage<3> stage;
    const int ball = stage.ball(2.0, 0.5, {});
    stage.description.loads = {
        {.body = ball, .force = {{3, 0, 0}}, .torque = {{0, 0, 0.4}}, .history = sine(1.0, 0.5)}};
    stage.settings.step = 1e-3;
    World<3> world = stage.build();
    run(world, stage.settings, 1000);
    const double mean = 2 / pi, inertia = 0.4 * 2.0 * 0.25;  // mean of sin over its first half period of 1 s
    EXPECT_NEAR(world.bodies.velocity[ball].v[0], 1.5 * mean, 1e-6);  // midpoint rule: (pi h)^2 / 24
    EXPECT_NEAR(world.bodies.velocity[ball].w[2], 0.4 / inertia * mean, 2e-6);
}

TEST(Load, OnAFixedBodyItDoesNothing) {
    Stage<2> stage;
    const int ball = stage.fixed(Ball<2>{0.1});
    stage.description.loads = {{.body = ball, .force = {{3, 0}}, .torque = {{1}}}};
    watch(stage, 5, [&](const World<2>& world) {
        EXPECT_EQ(world.bodies.velocity[ball], (Twist<2>{}));
        EXPECT_EQ(world.energy.work, 0.0);
    });
}

// (7.3): projectors on what is left, whatever the order and however often a direction is named.
TEST(FreeSpace, SlantedMotionsAndHoldsLeaveWhatIsOrthogonalToAll) {
    Stage<3> stage;
    const int ball = stage.ball(1.0, 0.1, {});
    const Vec<3> d{{0.6, 0, 0.8}};
    stage.moves(ball, Driven::velocity, d, constant(1.0));
    stage.moves(ball, Driven::displacement, d, sine(0.1, 1.0));
    FreeSpace<3> space = free_space(stage.description, ball);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(space.directions[i][j], (i == j) - d[i] * d[j], 1e-15);
    }
    EXPECT_EQ(space.rotations, Mat<3>::scaled_identity(1.0));

    stage.description.holds = {{.body = ball, .directions = {{1, 0, 0}}, .rotations = {{0, 1, 0}}}};
    space = free_space(stage.description, ball);  // x and the slant: only y is left
    EXPECT_EQ(space.directions, (Mat<3>::diagonal({{0, 1, 0}})));
    EXPECT_EQ(space.rotations, (Mat<3>::diagonal({{1, 0, 1}})));

    stage.description.bodies.edit(ball).fixed = true;
    space = free_space(stage.description, ball);
    EXPECT_EQ(space.directions, (Mat<3>{}));
    EXPECT_EQ(space.rotations, (Mat<3>{}));
}

TEST(World, RefusesWhatHasNoMassOrTurnsAboutADistantPointWhileFree) {
    Stage<3> massless;
    BodyDescription<3> plate;
    plate.name = "lid";
    plate.geometry = {{Plane<3>{{{0, 0, 1}}}, {}, {}}};
    massless.add(plate);
    EXPECT_THROW(massless.build(), InputError);

    Stage<3> turning;
    turning.ball(1.0, 0.1, {});
    turning.turns(0, Driven::velocity, {{0, 0, 1}}, constant(1.0));
    EXPECT_NO_THROW(turning.build());
    turning.description.motions[0].has_point = true;
    EXPECT_THROW(turning.build(), InputError);
}

}  // namespace
}  // namespace drystone::drives_test

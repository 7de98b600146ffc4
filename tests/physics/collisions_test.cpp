// One contact, one or two bodies: validation cases A01-A08, A10, A12, A13.

#include <cmath>

#include <gtest/gtest.h>

#include "physics/stage.h"

namespace drystone::collisions_test {
namespace {

constexpr double exact = 1e-12;  // a closed-form local solve, relative

/// Two balls of mass 1 and radius 0.5 on the x axis, gap apart, approaching at 1 m/s each.
template <int D>
Stage<D> head_on(double gap, double speed = 1.0) {
    Stage<D> stage;
    stage.settings.integrator = Integrator::euler;
    stage.settings.step = 0.02;
    stage.ball(1.0, 0.5, {}, speed * Vec<D>::axis(0));
    stage.ball(1.0, 0.5, (1.0 + gap) * Vec<D>::axis(0), -speed * Vec<D>::axis(0));
    return stage;
}

template <int D>
double gap_between(const World<D>& world) {
    return world.bodies.position[1][0] - world.bodies.position[0][0] - 1.0;
}

template <int D>
double force(const World<D>& world, double h) {
    return world.contacts.size() == 0 ? 0.0 : world.contacts.impulse[0][0] / h;
}

// A01, Brendel sec. 1.3-1.4.
template <int D>
void two_step_collision() {
    const Stage<D> stage = head_on<D>(0.03);
    World<D> world = stage.build();
    const double h = stage.settings.step;

    run(world, stage.settings);
    EXPECT_NEAR(force(world, h), 12.5, 12.5 * exact);
    EXPECT_NEAR(world.bodies.velocity[0].v[0], 0.75, exact);
    EXPECT_NEAR(world.bodies.velocity[1].v[0], -0.75, exact);
    EXPECT_NEAR(gap_between(world), 0.0, exact);
    const double first = force(world, h);

    run(world, stage.settings);
    EXPECT_NEAR(force(world, h), 37.5, 37.5 * exact);
    EXPECT_NEAR(world.bodies.velocity[0].v[0], 0.0, exact);
    EXPECT_NEAR((first + force(world, h)) * h, 1.0, exact);  // = M |V0|
}

TEST(Collision, ClosesTheGapInOneStepAndStopsInTheNextIn2D) { two_step_collision<2>(); }
TEST(Collision, ClosesTheGapInOneStepAndStopsInTheNextIn3D) { two_step_collision<3>(); }

// A02: a gap that the step does not close bears no force; the exact tie neither.
TEST(Collision, AnIncipientContactBearsNoForceBeforeItCloses) {
    const Stage<3> stage = head_on<3>(0.05);
    World<3> world = stage.build();
    const double h = stage.settings.step;
    run(world, stage.settings);
    EXPECT_EQ(force(world, h), 0.0);
    EXPECT_NEAR(gap_between(world), 0.01, exact);
    run(world, stage.settings);
    EXPECT_NEAR(force(world, h), 37.5, 1e-10);
    EXPECT_NEAR(world.bodies.velocity[1].v[0] - world.bodies.velocity[0].v[0], -0.5, exact);
    run(world, stage.settings);
    EXPECT_NEAR(force(world, h), 12.5, 1e-10);
    EXPECT_NEAR(world.bodies.velocity[1].v[0], 0.0, exact);
}

TEST(Collision, AGapThatClosesExactlyAtTheEndOfTheStepBearsNoForceInIt) {
    const Stage<3> stage = head_on<3>(0.04);
    World<3> world = stage.build();
    run(world, stage.settings);
    EXPECT_NEAR(force(world, stage.settings.step), 0.0, 50.0 * exact);
    run(world, stage.settings);
    EXPECT_NEAR(force(world, stage.settings.step), 50.0, 1e-10);
}

// A03: what an overlap gets.
TEST(Overlap, PushedApartItFliesForEverKeptItStays) {
    Stage<2> stage = head_on<2>(-1e-3, 0.0);
    stage.settings.step = 0.01;
    World<2> kept = stage.build();
    const double start = gap_between(kept);
    run(kept, stage.settings, 10000);
    EXPECT_NEAR(gap_between(kept), start, 1e-15);
    EXPECT_EQ(kept.energy.kinetic, 0.0);

    stage.settings.overlap = Overlap::push;
    World<2> pushed = stage.build();
    run(pushed, stage.settings);
    EXPECT_NEAR(force(pushed, 0.01), 5.0, 1e-9);
    EXPECT_NEAR(pushed.energy.kinetic, 2.5e-3, 1e-14);
    EXPECT_NEAR(gap_between(pushed), 0.0, 1e-15);
    run(pushed, stage.settings, 100);
    EXPECT_NEAR(gap_between(pushed), 100 * 0.01 * 0.1, 1e-12);
}

TEST(Overlap, OnlyItsGrowthIsStopped) {
    Stage<2> stage = head_on<2>(-1e-3, 0.5);
    stage.settings.step = 0.01;
    World<2> world = stage.build();
    const double start = gap_between(world);
    run(world, stage.settings, 5);
    EXPECT_NEAR(gap_between(world), start, 1e-15);
    EXPECT_NEAR(world.bodies.velocity[0].v[0], 0.0, exact);
}

// A04: activation when gap + h u/2 <= 0, then rest with an overlap of less than h |u|.
TEST(Moreau, StopsABallInOneStepWithItsKnownOverlap) {
    Stage<3> stage;
    stage.settings.step = 0.01;
    stage.settings.overlap = Overlap::keep;
    stage.floor();
    stage.ball(1.0, 0.5, {{0, 0, 0.5123}}, {{0, 0, -1}});
    World<3> world = stage.build();
    run(world, stage.settings);
    EXPECT_EQ(world.bodies.velocity[1].v[2], -1.0);
    run(world, stage.settings);
    EXPECT_NEAR(world.bodies.velocity[1].v[2], 0.0, exact);
    EXPECT_NEAR(world.bodies.position[1][2] - 0.5, -0.0027, exact);
}

/// A ball that meets the floor at speed 1, a share `phase` of a step's way above it: its overlap in the end, over h |u|.
template <int D>
double overlap_left(double phase) {
    Stage<D> stage;
    stage.settings.step = 0.01;
    stage.settings.overlap = Overlap::keep;
    stage.floor();
    const int ball = stage.ball(1.0, 0.5, (0.5 + 0.01 * phase) * Vec<D>::axis(D - 1), -Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    run(world, stage.settings, 5);
    return (0.5 - world.bodies.position[ball][D - 1]) / 0.01;
}

// Contacts are found in the middle of a step: a ball just above the floor there goes on for a whole step. By the phase, any overlap between 0 and
// h |u| is left: phase 0.5 touches there and none is left, 0.5 + x leaves 1 - x.
TEST(Moreau, AnImpactLeavesAnOverlapOfUpToAStepsWay) {
    constexpr int phases = 100;
    double sum = 0.0;
    for (int k = 0; k < phases; ++k) {
        const double x = (k + 0.5) / phases;
        EXPECT_NEAR(overlap_left<2>(0.5 + x), 1.0 - x, 1e-9);
        EXPECT_NEAR(overlap_left<3>(0.5 + x), 1.0 - x, 1e-9);
        sum += overlap_left<3>(0.5 + x);
    }
    EXPECT_NEAR(sum / phases, 0.5, 1e-9);
}

// A06: restitution 0.8 from 1 m.
TEST(Bounce, ReboundHeightsAndTimesOfABall) {
    const double e = 0.8, g = 9.81, h = 1e-4;
    Stage<3> stage({.friction = 0.3, .restitution_normal = e});
    stage.falling(g).settings.step = h;
    stage.floor();
    stage.ball(1.0, 0.05, {{0, 0, 1.05}});
    World<3> world = stage.build();
    ThreadPool pool(1);

    const double impact_speed = std::sqrt(2 * g), bound = 3 * h * impact_speed;
    double apex = 0.0, first_impact = 0.0;
    std::vector<double> heights;
    double last_v = 0.0;
    while (world.time < 3.0) {
        advance(world, stage.settings, pool);
        const double v = world.bodies.velocity[1].v[2];
        if (v > 0.0 && last_v < 0.0) {
            if (heights.empty()) first_impact = world.time;
            EXPECT_NEAR(v, -e * last_v, exact);  // exact at the active step, before gravity acts again
        }
        apex = v > 0.0 ? std::max(apex, world.bodies.position[1][2] - 0.05) : apex;
        if (v <= 0.0 && last_v > 0.0) heights.push_back(apex), apex = 0.0;
        last_v = v;
    }
    EXPECT_NEAR(first_impact, 0.451524, 2 * h);
    ASSERT_GE(heights.size(), 4u);
    for (int n = 1; n <= 4; ++n) EXPECT_NEAR(heights[n - 1], std::pow(e, 2 * n), bound) << n;
}

TEST(Bounce, AfterInfinitelyManyBouncesTheFloorCarriesTheWeight) {
    Stage<3> stage({.restitution_normal = 0.8});
    stage.falling().settings.step = 1e-3;
    stage.floor();
    stage.ball(2.0, 0.05, {{0, 0, 0.0501}});
    World<3> world = stage.build();
    run(world, stage.settings, 2000);
    EXPECT_NEAR(world.bodies.velocity[1].v[2], 0.0, exact);
    EXPECT_NEAR(world.contacts.impulse[0][2] / 1e-3, 2.0 * 9.81, 1e-9);
}

// The two-step law has no restitution of its own; with one, euler bounces in the step in which the gap closes.
TEST(Bounce, EulerReboundsAtTheSameSpeed) {
    Stage<3> stage({.restitution_normal = 0.8});
    stage.settings.integrator = Integrator::euler;
    stage.floor();
    stage.ball(1.0, 0.5, {{0, 0, 0.5123}}, {{0, 0, -1}});
    World<3> world = stage.build();
    run(world, stage.settings, 20);
    EXPECT_NEAR(world.bodies.velocity[1].v[2], 0.8, exact);
}

/// Balls touching in a row along x, with given masses and velocities; returns the velocities after one step.
std::vector<double> after_impact(double restitution, const std::vector<double>& mass,
                                 const std::vector<double>& velocity) {
    Stage<3> stage({.restitution_normal = restitution});
    for (std::size_t i = 0; i < mass.size(); ++i) {
        stage.ball(mass[i], 0.5, {{static_cast<double>(i), 0, 0}}, {{velocity[i], 0, 0}});
    }
    // Moreau detects at q + h u / 2: a tiny step keeps separating neighbours in touch.
    stage.settings.step = 1e-12;
    World<3> world = stage.build();
    EXPECT_TRUE(run(world, stage.settings).solve.converged);
    std::vector<double> after;
    for (const Twist<3>& t : world.bodies.velocity) after.push_back(t.v[0]);
    return after;
}

void expect_velocities(const std::vector<double>& got, const std::vector<double>& wanted,
                       double tolerance = 1e-9) {
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance) << "ball " << i;
}

// A07.
TEST(Impact, TwoUnequalBallsExchangeMomentumByTheirRestitution) {
    expect_velocities(after_impact(0.6, {1, 3}, {2, -1}), {-1.6, 0.2}, exact);
    expect_velocities(after_impact(0.0, {1, 3}, {2, -1}), {-0.25, -0.25}, exact);
    expect_velocities(after_impact(1.0, {1, 3}, {2, -1}), {-2.5, 0.5}, exact);
}

// A08: Moreau's law at both contacts at once is not Newton's cradle.
TEST(Impact, ThreeTouchingBallsFollowMoreausLaw) {
    expect_velocities(after_impact(1.0, {1, 1, 1}, {1, 0, 0}), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
    expect_velocities(after_impact(0.5, {1, 1, 1}, {1, 0, 0}), {0, 0.5, 0.5});
    expect_velocities(after_impact(0.0, {1, 1, 1}, {1, 0, 0}), {1.0 / 3, 1.0 / 3, 1.0 / 3});
    expect_velocities(after_impact(0.8, {1, 1, 1}, {1, 0, -1}), {-0.8, 0, 0.8});
}

// A10: with gaps resolved in time, k balls in give k balls out.
TEST(Impact, NewtonsCradleWithResolvedGaps) {
    for (const int k : {1, 2}) {
        Stage<3> stage({.restitution_normal = 1.0});
        const int n = 5;
        const double d = 1.0, gap = 1e-3 * d, v = 1.0;
        stage.settings.step = gap / (4 * v);
        for (int i = 0; i < n; ++i) {
            stage.ball(1.0, d / 2, {{i * (d + gap), 0, 0}}, {{i < k ? v : 0.0, 0, 0}});
        }
        World<3> world = stage.build();
        run(world, stage.settings, 400);
        for (int i = 0; i < n; ++i)
            EXPECT_NEAR(world.bodies.velocity[i].v[0], i >= n - k ? v : 0.0, 1e-9) << k << i;
    }
}

/// A ball hits the floor at normal speed 1 and tangential speed v_x; its motion afterwards.
template <int D>
Twist<D> after_oblique_impact(double restitution, double tangential, double mu, double v_x) {
    Stage<D> stage({.friction = mu, .restitution_normal = restitution, .restitution_tangential = tangential});
    stage.floor();
    const double R = 0.1;
    stage.ball(2.0, R, R * Vec<D>::axis(D - 1), v_x * Vec<D>::axis(0) - Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    run(world, stage.settings);
    Twist<D> after = world.bodies.velocity[1];
    after.w = R * after.w;
    return after;
}

/// Slip velocity after, from Walton's two regimes; c is 7/2 for a sphere, 3 for a disk.
double walton(double c, double restitution, double tangential, double mu, double slip) {
    const double critical = c * mu * (1 + restitution) / (1 + tangential);
    return slip <= critical ? -tangential * slip : slip - c * mu * (1 + restitution);
}

// A12 with its worked numbers, and the slip velocity of A13.
TEST(ObliqueImpact, ASphereSticksOrSlidesAsWaltonHasIt) {
    const Twist<3> stick = after_oblique_impact<3>(0.8, 0.0, 0.3, 1.0);
    EXPECT_NEAR(stick.v[0], 1.0 - 2.0 / 7.0, exact);
    EXPECT_NEAR(stick.w[1], 5.0 / 7.0, exact);
    EXPECT_NEAR(stick.v[2], 0.8, exact);
    const Twist<3> slide = after_oblique_impact<3>(0.8, 0.0, 0.3, 3.0);
    EXPECT_NEAR(slide.v[0], 2.46, 3 * exact);
    EXPECT_NEAR(slide.w[1], 1.35, 3 * exact);
}

TEST(ObliqueImpact, SlipVelocitiesFollowBothRegimesInSpaceAndPlane) {
    for (const double slip : {0.1, 0.4, 0.9, 1.5, 3.0}) {
        for (const double tangential : {0.0, 0.44, 0.9}) {
            SCOPED_TRACE(slip);
            const Twist<3> s = after_oblique_impact<3>(0.7, tangential, 0.2, slip);
            EXPECT_NEAR(s.v[0] - s.w[1], walton(3.5, 0.7, tangential, 0.2, slip), 1e-11);
            const Twist<2> d = after_oblique_impact<2>(0.7, tangential, 0.2, slip);
            EXPECT_NEAR(d.v[0] + d.w[0], walton(3.0, 0.7, tangential, 0.2, slip), 1e-11);
        }
    }
}

TEST(ObliqueImpact, GlassBeadsOfFoersterAndOthers) {
    const Twist<3> stick = after_oblique_impact<3>(0.97, 0.44, 0.092, 0.2);
    EXPECT_NEAR(stick.v[0] - stick.w[1], -0.088, 1e-12);
    const Twist<3> slide = after_oblique_impact<3>(0.97, 0.44, 0.092, 1.0);
    EXPECT_NEAR(slide.v[0] - slide.w[1], 0.365660, 1e-12);
}

}  // namespace
}  // namespace drystone::collisions_test

// Walls under pressure: docs/theory.md (7.17)-(7.19).

#include "step/pressure.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/stage.h"
#include "step/state.h"

namespace drystone::pressure_test {
namespace {

constexpr double pi = std::numbers::pi;

Signal constant(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

/// Planes round a box from `low` to `high`, all fixed but the last, which has a mass and looks down.
template <int D>
struct BoxStage : Stage<D> {
    int lid = -1;

    explicit BoxStage(const Vec<D>& low, const Vec<D>& high, double mass = 2.0,
                      Law law = Coulomb{.friction = 0.3})
        : Stage<D>(law) {
        for (int k = 0; k < D; ++k) {
            this->fixed(Plane<D>{Vec<D>::axis(k)}, low);
            if (k + 1 < D) this->fixed(Plane<D>{-Vec<D>::axis(k)}, high);
        }
        BodyDescription<D> body;
        body.name = "lid";
        body.mass = mass;
        body.geometry = {{Plane<D>{-Vec<D>::axis(D - 1)}, {}, {}}};
        body.position = high;
        lid = this->add(body);
    }

    Pressing<D>& press(double p) {
        auto& pressings = this->description.pressings;
        pressings.push_back({});
        pressings.back().name = "lid";
        pressings.back().body = lid;
        pressings.back().pressure = constant(p);
        return pressings.back();
    }
};

template <int D>
Vec<D> filled(double value) {
    Vec<D> x;
    x.c.fill(value);
    return x;
}

/// A wall that nothing holds back moves as p A / m says.
template <int D>
void flies(Integrator integrator) {
    Vec<D> high = filled<D>(1.0);
    high[0] = 3.0;
    BoxStage<D> stage({}, high);
    stage.settings.integrator = integrator;
    stage.press(50.0);
    World<D> world = stage.build();
    ThreadPool pool(1);
    const double h = stage.settings.step, area = 3.0, a = 50.0 * area / 2.0;
    for (int k = 0; k < 20; ++k) advance(world, stage.settings, pool);
    const double t = 20.0 * h,
                 way = integrator == Integrator::moreau ? 0.5 * a * t * t : 0.5 * a * t * (t + h);
    EXPECT_NEAR(world.bodies.velocity[stage.lid].v[D - 1], -a * t, 1e-12);
    EXPECT_NEAR(world.bodies.position[stage.lid][D - 1], 1.0 - way, 1e-12);
    EXPECT_NEAR(world.energy.work, 0.5 * 2.0 * a * t * a * t, 1e-12);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
}

TEST(Pressure, AFreeWallMovesAsItsForceSays) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        flies<2>(integrator);
        flies<3>(integrator);
    }
}

template <int D>
WallArea<D> area_at_start(const WorldDescription<D>& description) {
    World<D> world = make_world(description);
    return pressed_area<D>(world, world, 0, world.cut);
}

TEST(Pressure, TheAreaIsWhatTheNeighboursLeave) {
    BoxStage<2> flat({{-1.0, 0.0}}, {{1.5, 2.0}});
    flat.press(1.0);
    EXPECT_DOUBLE_EQ(area_at_start(flat.description).area, 2.5);
    BoxStage<3> solid({{-1.0, 0.0, 0.0}}, {{1.5, 3.0, 2.0}});
    solid.press(1.0);
    const WallArea<3> found = area_at_start(solid.description);
    EXPECT_DOUBLE_EQ(found.area, 7.5);
    EXPECT_NEAR(norm(found.middle - Vec<3>{{0.25, 1.5, 2.0}}), 0.0, 1e-14);
}

/// The left wall leans by 45 degrees: the lid has less the higher it is. Named neighbours alone count.
TEST(Pressure, WallsThatLeanAndWallsThatAreNamed) {
    Stage<2> stage;
    const double s = std::sqrt(0.5);
    const int floor = stage.floor();
    const int left = stage.fixed(Plane<2>{{{s, s}}}, {{0.0, 0.0}}),
              right = stage.fixed(Plane<2>{{{-1.0, 0.0}}}, {{2.0, 0.0}});
    stage.fixed(Plane<2>{{{-1.0, 0.0}}}, {{1.0, 0.0}});  // not named
    BodyDescription<2> body;
    body.mass = 1.0;
    body.geometry = {{Plane<2>{{{0.0, -1.0}}}, {}, {}}};
    body.position = {{0.0, 0.5}};
    Pressing<2> pressing;
    pressing.body = stage.add(body);
    pressing.pressure = constant(1.0);
    pressing.between = {floor, left, right};
    stage.description.pressings = {pressing};
    EXPECT_NEAR(area_at_start(stage.description).area, 2.5, 1e-14);
    stage.description.pressings[0].between.clear();
    EXPECT_NEAR(area_at_start(stage.description).area, 1.5, 1e-14);
}

/// The piston in a drum is a disc; leaning it is an ellipse; a wall cuts a segment off; along the axis it is a rectangle.
TEST(Pressure, ADrumBoundsAPiston) {
    Stage<3> stage;
    stage.fixed(Drum<3>{0.5, 4.0});
    Pressing<3> pressing;
    BodyDescription<3> body;
    body.mass = 1.0;
    body.geometry = {{Plane<3>{{{0.0, 0.0, -1.0}}}, {}, {}}};
    body.position = {{0.3, 0.1, 1.0}};
    pressing.body = stage.add(body);
    pressing.pressure = constant(1.0);
    stage.description.pressings = {pressing};
    EXPECT_NEAR(area_at_start(stage.description).area, 0.25 * pi, 1e-14);
    Stage<3> cut = stage;
    cut.fixed(Plane<3>{{{1.0, 0.0, 0.0}}});
    EXPECT_NEAR(area_at_start(cut.description).area, 0.125 * pi, 1e-14);
    auto& plane = std::get<Plane<3>>(stage.description.bodies.edit(1).geometry[0].shape);
    plane.normal = {{0.6, 0.0, -0.8}};
    EXPECT_NEAR(area_at_start(stage.description).area, 0.25 * pi / 0.8, 1e-14);
    plane.normal = {{1.0, 0.0, 0.0}};
    EXPECT_NEAR(area_at_start(stage.description).area, 4.0 * 2.0 * std::sqrt(0.25 - 0.09), 1e-13);

    Stage<2> flat;
    flat.fixed(Drum<2>{0.5});
    BodyDescription<2> chord;
    chord.mass = 1.0;
    chord.geometry = {{Plane<2>{{{0.0, -1.0}}}, {}, {}}};
    chord.position = {{7.0, 0.3}};
    Pressing<2> on;
    on.body = flat.add(chord);
    on.pressure = constant(1.0);
    flat.description.pressings = {on};
    EXPECT_NEAR(area_at_start(flat.description).area, 0.8, 1e-14);
}

/// A block as a piston, between blocks: its lower face, as far as the walls let it be seen.
template <int D>
void block_piston(double width, double expected) {
    Stage<D> stage;
    const auto block = [&](const Vec<D>& size, const Vec<D>& position, bool fixed) {
        BodyDescription<D> body;
        body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
        body.position = position;
        body.fixed = fixed;
        return stage.add(body);
    };
    Vec<D> wall = filled<D>(1.0);
    wall[D - 1] = 4.0;
    for (const double side : {-1.0, 1.0})
        block(wall, (0.9 * side) * Vec<D>::axis(0), true);  // faces at +-0.4
    Vec<D> piston = filled<D>(0.5);
    piston[0] = width;
    Pressing<D> pressing;
    pressing.body = block(piston, 1.0 * Vec<D>::axis(D - 1), false);
    pressing.pressure = constant(3.0);
    stage.description.pressings = {pressing};
    stage.ball(1.0, 0.1, {});
    World<D> world = stage.build();
    EXPECT_NEAR(pressed_area<D>(world, world, 0, world.cut).area, expected, 1e-12);
    EXPECT_EQ(pressed_normal<D>(world, world, 0), -Vec<D>::axis(D - 1));
    ThreadPool pool(1);
    advance(world, stage.settings, pool);
    EXPECT_NEAR(world.bodies.velocity[pressing.body].v[D - 1] * world.matter.mass[pressing.body],
                -3.0 * expected * 1e-3, 1e-15);
}

TEST(Pressure, ABlockIsAPistonByItsFaceTowardsTheGrains) {
    block_piston<2>(0.6, 0.6);
    block_piston<2>(1.0, 0.8);  // wider than the gap between the walls
    block_piston<3>(0.6, 0.3);
    block_piston<3>(1.0, 0.4);
}

/// Grains under a lid: at rest what contacts press it with is the pressure, on the floor that and the weights; the balance closes.
template <int D>
void carries(Integrator integrator, int threads) {
    BoxStage<D> stage({}, filled<D>(1.0));
    stage.settings.integrator = integrator;
    stage.settings.solver.tolerance = 1e-9;
    stage.falling();
    for (int i = 0; i < (D == 2 ? 9 : 27); ++i) {
        Vec<D> x{{0.17 + 0.33 * (i % 3), 0.17 + 0.33 * (i / 3 % 3)}};
        if (D == 3) x[D - 1] = 0.17 + 0.33 * (i / 9);
        for (int k = 0; k < D; ++k) x[k] += 0.004 * ((7 * i + 3 * k) % 5 - 2);
        stage.ball(1.0 + 0.1 * (i % 3), 0.15, x);
    }
    stage.description.materials[0].mass_damping = 20.0;
    stage.press(4000.0);
    World<D> world = stage.build();
    ThreadPool pool(threads);
    for (int k = 0; k < 1000; ++k) ASSERT_TRUE(advance(world, stage.settings, pool).solve.converged) << k;
    const double h = stage.settings.step, area = pressed_area<D>(world, world, 0, world.cut).area;
    EXPECT_NEAR(area, 1.0, 1e-12);
    const double stress = wall_stress(world, stage.lid, pressed_normal<D>(world, world, 0), area, h);
    EXPECT_NEAR(stress, 4000.0 + 2.0 * 9.81, 4000.0 * 1e-6);  // the lid's own weight as well
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-9 * world.energy.work);
}

TEST(Pressure, AtRestTheWallFeelsItsPressure) {
    for (const int threads : {1, 2}) {
        carries<2>(Integrator::moreau, threads);
        carries<3>(Integrator::moreau, threads);
    }
    carries<2>(Integrator::euler, 1);
    carries<3>(Integrator::euler, 1);
}

/// A wall whose mass was chosen has no weight.
TEST(Pressure, AMassThatWasChosenHasNoWeight) {
    BoxStage<2> stage({}, {{1.0, 1.0}});
    stage.falling();
    stage.press(0.0).weightless = true;
    World<2> world = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 10; ++k) advance(world, stage.settings, pool);
    EXPECT_EQ(world.bodies.position[stage.lid], (Vec<2>{{1.0, 1.0}}));
}

/// It moves along its normal alone, whatever pulls at it; and where it is told that it may.
TEST(Pressure, TheRestOfTheWallIsHeld) {
    for (const bool free : {false, true}) {
        BoxStage<2> stage({}, {{1.0, 1.0}});
        stage.press(10.0).free_directions = free ? Vec<2>::axis(0) : Vec<2>{};
        Load<2> pull;
        pull.body = stage.lid;
        pull.force = {{5.0, 0.0}};
        stage.description.loads = {pull};
        World<2> world = stage.build();
        ThreadPool pool(1);
        for (int k = 0; k < 10; ++k) advance(world, stage.settings, pool);
        EXPECT_EQ(world.bodies.velocity[stage.lid].v[0] != 0.0, free);
        EXPECT_NE(world.bodies.velocity[stage.lid].v[1], 0.0);
    }
}

/// Two walls: the second has half the pressure of the first, or what is left of a mean; or follows what the first feels.
TEST(Pressure, OneWallFollowsAnother) {
    BoxStage<2> stage({}, {{1.0, 1.0}});
    stage.press(80.0);
    Pressing<2> second = stage.description.pressings[0];
    stage.description.bodies.edit(1).fixed = false;  // the right wall
    stage.description.bodies.edit(1).mass = 1.0;
    second.name = "side";
    second.body = 1;
    second.share_of = "lid";
    second.ratio = 0.5;
    second.pressure = constant(0.0);
    stage.description.pressings.push_back(second);
    World<2> world = stage.build();
    EXPECT_EQ(pressure_at<2>(world, world, 1, 0.0), 40.0);
    stage.description.pressings[1].ratio = -1.0;
    stage.description.pressings[1].pressure = constant(200.0);
    world = stage.build();
    EXPECT_EQ(pressure_at<2>(world, world, 1, 0.0), 120.0);
    std::swap(stage.description.pressings[0], stage.description.pressings[1]);
    EXPECT_THROW(stage.build(), InputError);  // it must stand below the one that it follows
}

/// The side takes a quarter of the stress that the lid feels, and 1 Pa, within a time.
void let_side_follow_lid(BoxStage<2>& stage, double over) {
    Pressing<2> side = stage.description.pressings[0];
    stage.description.bodies.edit(1).fixed = false;
    stage.description.bodies.edit(1).mass = 0.1;
    side.body = 1;
    side.measured_at = stage.lid;
    side.ratio = 0.25;
    side.over = over;
    side.pressure = constant(1.0);
    stage.description.pressings.push_back(side);
}

/// A ball between lid and floor, another between the side walls; the side follows the stress that the lid feels.
TEST(Pressure, AStressThatIsMeasuredIsFollowed) {
    for (const double over : {0.0, 0.05}) {
        BoxStage<2> stage({}, {{1.0, 1.0}}, 0.1);
        stage.press(80.0);
        stage.ball(1.0, 0.5, {{0.5, 0.5}});
        let_side_follow_lid(stage, over);
        World<2> world = stage.build();
        ThreadPool pool(1);
        for (int k = 0; k < 400; ++k) advance(world, stage.settings, pool);
        EXPECT_NEAR(pressure_at<2>(world, world, 1, 0.0), 21.0, over == 0.0 ? 1e-9 : 0.05);
        EXPECT_NEAR(wall_stress(world, 1, {{-1.0, 0.0}}, 1.0, 1e-3), 21.0, 0.05);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);

        World<2> other = stage.build();  // from the middle, the same bits
        for (int k = 0; k < 100; ++k) advance(other, stage.settings, pool);
        World<2> again = stage.build();
        put_state<2>(other, again, pool);
        for (int k = 0; k < 300; ++k) advance(again, stage.settings, pool);
        EXPECT_EQ(again.bodies, world.bodies);
        EXPECT_EQ(again.sensed, world.sensed);
    }
}

/// The same while both walls move, and so the area of each: from any step.
TEST(Pressure, AStressThatIsMeasuredGoesOnWithTheSameBitsWhileWallsMove) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        BoxStage<2> stage({}, {{1.0, 1.0}}, 0.1);
        stage.settings.integrator = integrator;
        stage.press(80.0);
        stage.ball(1.0, 0.45, {{0.5, 0.45}});
        let_side_follow_lid(stage, 0.02);
        World<2> world = stage.build();
        ThreadPool pool(1);
        for (int k = 1; k < 60; ++k) {
            advance(world, stage.settings, pool);
            if (k % 3 != 0) continue;
            World<2> on = stage.build(), again = stage.build();
            put_state<2>(world, again, pool);
            on = world;
            for (int more = 0; more < 3; ++more) advance(on, stage.settings, pool), advance(again, stage.settings, pool);
            ASSERT_EQ(again.sensed, on.sensed) << k;
            ASSERT_EQ(again.bodies, on.bodies) << k;
        }
        EXPECT_GT(world.sensed[1], 10.0);
        EXPECT_LT(world.bodies.position[1][0], 0.99);
    }
}

template <int D>
void expect_refused(const WorldDescription<D>& description, const std::string& what) {
    try {
        make_world(description);
        ADD_FAILURE() << "not refused: " << what;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
}

TEST(Pressure, WhatMakesNoSenseIsRefused) {
    BoxStage<3> stage({}, filled<3>(1.0));
    stage.press(1.0);
    Stage<3> open = stage;
    open.description.bodies.erase(0);
    open.description.pressings[0].body -= 1;
    expect_refused(open.description, "has no end");
    open.description.pressings[0].area = 2.0;
    EXPECT_EQ(area_at_start(open.description).area, 2.0);
    Stage<3> moved = stage;
    moved.moves(stage.lid, Driven::velocity, {{0.0, 0.0, 1.0}}, constant(1.0));
    expect_refused(moved.description, "at once");
    Stage<3> round = stage;
    round.description.pressings[0].body = round.ball(1.0, 0.1, filled<3>(0.5));
    expect_refused(round.description, "no flat side");
    round.description.pressings[0].direction = {{1.0, 0.0, 0.0}};
    round.description.pressings[0].area = 0.1;  // anything can be pushed, if it is said how
    EXPECT_NO_THROW(round.build());
    Stage<3> drums = stage;
    drums.fixed(Drum<3>{2.0});
    drums.fixed(Drum<3>{3.0});
    expect_refused(drums.description, "more than one drum");
    Stage<3> light = stage;
    light.description.bodies.edit(stage.lid).mass = 0.0;
    expect_refused(light.description, "no mass");
}

}  // namespace
}  // namespace drystone::pressure_test

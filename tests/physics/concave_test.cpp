// Bodies that are not convex, as convex parts: they weigh, rest, interlock and slide like one piece, and their seams are no surface.

#include <cmath>

#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "physics/deformable_stage.h"
#include "scene/polycubes.h"
#include "scene/solid_parts.h"

namespace drystone::concave_test {
namespace {

template <int D>
Geometry<D> geometry_of(const SolidParts<D>& solid) {
    Geometry<D> geometry;
    for (const Convex<D>& part : solid.part)
        geometry.push_back({Solid<D>{std::make_shared<const Convex<D>>(part)}, {}, {}});
    EXPECT_GT(geometry.size(), 1u) << solid.error;
    return geometry;
}

/// A profile of cells in x and upwards, one deep: a polygon in the plane, drawn out in space.
Geometry<2> profile(const std::vector<Vec<2>>& loop, Vec<2>) { return geometry_of(solid_from_polygon(loop)); }
Geometry<3> profile(const std::vector<Vec<2>>& loop, Vec<3>) {
    SurfaceMesh mesh;
    const int n = static_cast<int>(loop.size());
    for (const double y : {0.5, -0.5})
        for (const Vec<2>& x : loop) mesh.vertex.push_back({{x[0], y, x[1]}});
    std::vector<int> front, back;
    for (int i = 0; i < n; ++i) {
        mesh.polygon.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
        front.push_back(n + i);
        back.push_back(n - 1 - i);
    }
    mesh.polygon.push_back(front);
    mesh.polygon.push_back(back);
    return geometry_of(solid_from_mesh(mesh));
}

const std::vector<Vec<2>> ell = {{{0, 0}}, {{3, 0}}, {{3, 1}}, {{1, 1}}, {{1, 3}}, {{0, 3}}};
const std::vector<Vec<2>> groove = {{{0, 0}}, {{6, 0}}, {{6, 2}}, {{4, 2}},
                                    {{4, 1}}, {{2, 1}}, {{2, 2}}, {{0, 2}}};
const std::vector<Vec<2>> tongue = {{{2, 1}}, {{4, 1}}, {{4, 2}}, {{6, 2}},
                                    {{6, 3}}, {{0, 3}}, {{0, 2}}, {{2, 2}}};

template <int D>
int add_body(BlockStage<D>& stage, const Geometry<D>& geometry, const Vec<D>& position, bool fixed) {
    BodyDescription<D> body;
    body.geometry = geometry;
    body.position = position;
    body.fixed = fixed;
    return stage.add(body);
}

/// Slabs of unequal height side by side, flush on top at height 0, from x = -3 to 3.
template <int D>
Geometry<D> slabs() {
    Geometry<D> geometry;
    double x = -3.0, height = 1.0;
    for (const double width : {1.5, 1.0, 0.5, 3.0}) {
        Vec<D> size = BlockStage<D>::size(width, height), middle;
        if (D == 3) size[1] = 4.0;
        middle[0] = x + 0.5 * width;
        middle[D - 1] = -0.5 * height;
        geometry.push_back({Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, middle, {}});
        x += width;
        height += 0.7;
    }
    return geometry;
}

/// Where something of that shape is after sliding over the floor at 2 m/s, and how high; `pulled`: the floor moves instead.
template <int D>
Vec<D> slid(const Geometry<D>& floor, const Shape<D>& slider, double half, Integrator integrator,
            bool pulled = false) {
    BlockStage<D> stage(Coulomb{.friction = 0.1});
    stage.falling().settings.integrator = integrator;
    BodyDescription<D> body;
    body.geometry = {{slider, {}, {}}};
    body.mass = 5.0;
    body.position = -2.5 * Vec<D>::axis(0) + half * Vec<D>::axis(D - 1);
    body.velocity = (pulled ? 0.0 : 2.0) * Vec<D>::axis(0);
    const int who = stage.add(body);
    const int ground = add_body(stage, floor, {}, !pulled);
    if (pulled)
        stage.moves(ground, Driven::velocity, Vec<D>::axis(0),
                    {.kind = Signal::Kind::constant, .value = -1.0});
    for (int i = 1; pulled && i < D; ++i)
        stage.moves(ground, Driven::velocity, Vec<D>::axis(i),
                    {.kind = Signal::Kind::constant, .value = 0.0});
    for (int i = 0; pulled && i < spin_dim<D>; ++i)
        stage.turns(ground, Driven::velocity, Spin<D>::axis(i),
                    {.kind = Signal::Kind::constant, .value = 0.0});
    World<D> world = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 1500; ++k) advance(world, stage.settings, pool);
    return world.bodies.position[who];
}

template <int D>
void seams_stop_nobody() {
    Vec<D> size = BlockStage<D>::size(6.0, 1.0);
    if (D == 3) size[1] = 4.0;
    const Geometry<D> whole = {
        {Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, -0.5 * Vec<D>::axis(D - 1), {}}};
    const Vec<D> side = BlockStage<D>::size(0.2, 0.2);
    const auto block = std::make_shared<const Convex<D>>(box<D>(side));
    const std::vector<Shape<D>> sliders = {
        Solid<D>{block}, Ball<D>{0.1},
        CurvedSolid<D>{std::make_shared<const Curved<D>>(
            make_rounded(std::make_shared<const Convex<D>>(box<D>(0.5 * side)), 0.05))}};
    for (const Shape<D>& slider : sliders) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            const Vec<D> expected = slid<D>(whole, slider, 0.1, integrator),
                         found = slid<D>(slabs<D>(), slider, 0.1, integrator);
            EXPECT_LT(norm(found - expected), 1e-6)
                << D << " " << slider.index() << " " << found[0] << " instead of " << expected[0];
        }
        const Vec<D> expected = slid<D>(whole, slider, 0.1, Integrator::moreau, true),
                     found = slid<D>(slabs<D>(), slider, 0.1, Integrator::moreau, true);
        EXPECT_LT(norm(found - expected), 1e-6)
            << D << " pulled " << slider.index() << " " << found[0] << " instead of " << expected[0];
    }
}

/// The same of a block that deforms, uniformly or of finite elements, thrown onto the floor.
Vec<2> slid_deforming(const Geometry<2>& floor, const std::array<int, 2>& divisions, double young) {
    ElasticStage<2> stage(Coulomb{.friction = 0.1}, young, 0.2);
    stage.falling().settings.solver.tolerance = 1e-8;
    const int who = stage.box_of({{0.2, 0.2}}, divisions, {{-2.5, 0.12}}, {{2.0, -1.0}});
    BodyDescription<2> ground;
    ground.geometry = floor;
    ground.fixed = true;
    stage.add(ground);
    World<2> world = stage.build();
    run(world, stage.settings, 800);
    return world.bodies.position[who];
}

TEST(Concave, NorADeformableOne) {
    const auto slab = [](double width, double height, double x) {
        return PlacedShape<2>{
            Solid<2>{std::make_shared<const Convex<2>>(box<2>({{width, height}}))}, {{x, -0.5 * height}}, {}};
    };
    const Geometry<2> whole = {slab(6.0, 1.0, 0.0)};
    Geometry<2> divided;
    for (int k = 0; k < 12; ++k) divided.push_back(slab(0.5, 1.0 + 0.1 * (k % 3), -2.75 + 0.5 * k));
    for (const auto& [divisions, young] :
         {std::pair{std::array{0, 0}, 1e6}, std::pair{std::array{2, 2}, 1e5}}) {
        const Vec<2> expected = slid_deforming(whole, divisions, young),
                     found = slid_deforming(divided, divisions, young);
        EXPECT_NEAR(found[0], expected[0], 5e-5) << young;  // with the seams' sides 3e-4
    }
}

/// Shares of the area of a block that lies over two seams add up to it, whichever points stand for it.
template <int D>
void areas_add_up() {
    for (const PointRule rule : {PointRule::vertices, PointRule::gauss}) {
        BlockStage<D> stage(Coulomb{.friction = 0.5});
        stage.falling();
        stage.description.points = rule;
        stage.block(2.0, BlockStage<D>::size(1.8, 0.4), 0.2 * Vec<D>::axis(D - 1) - 1.0 * Vec<D>::axis(0));
        add_body(stage, slabs<D>(), {}, true);
        World<D> world = stage.build();
        run(world, stage.settings, 3);
        double area = 0.0;
        for (const auto& point : world.contacts.point) area += point.area;
        EXPECT_NEAR(area, D == 2 ? 1.8 : 1.8 * 1.8, 1e-9) << D;
    }
}

TEST(Concave, JointsOverSeamsHaveTheirWholeArea) {
    areas_add_up<2>();
    areas_add_up<3>();
}

/// A body of convex parts that strains uniformly: the ground carries it.
TEST(Concave, AnLThatStrainsWeighsWhatItWeighs) {
    ElasticStage<2> stage(Coulomb{.friction = 0.5}, 1e8, 0.2);
    stage.falling();
    stage.quasistatic(0.01, 1e-10);
    stage.floor();
    BodyDescription<2> body;
    body.geometry = profile(ell, Vec<2>{});
    body.deformable = Deformable<2>{};
    const int who = stage.add(body);
    World<2> world = stage.build();
    run(world, stage.settings, 20);
    EXPECT_NEAR(impulse_on(world, who)[1] / stage.settings.step, 5000.0 * 9.81, 1e-3 * 5000.0 * 9.81);
}

TEST(Concave, SeamsOfAFlushFloorStopNobody) {
    seams_stop_nobody<2>();
    seams_stop_nobody<3>();
}

/// A ball between two slabs in the list of parts, beside them in space, changes nothing.
TEST(Concave, WhateverElseTheBodyHas) {
    Geometry<2> floor = slabs<2>();
    floor.insert(floor.begin() + 1, {Ball<2>{0.1}, {{0.0, -9.0}}, {}});
    floor.insert(floor.begin() + 3, {Ball<2>{0.1}, {{0.0, -9.5}}, {}});
    const Shape<2> block = Solid<2>{std::make_shared<const Convex<2>>(box<2>({{0.2, 0.2}}))};
    const Vec<2> expected = slid<2>(slabs<2>(), block, 0.1, Integrator::moreau), found = slid<2>(floor, block, 0.1, Integrator::moreau);
    EXPECT_LT(norm(found - expected), 1e-9) << found[0] << " instead of " << expected[0];
}

/// The floor may be the one that moves: a slab of flush parts over a small fixed block.
TEST(Concave, NorAreTheyFeltFromBelow) {
    BlockStage<2> stage(Coulomb{.friction = 0.0});
    stage.falling();
    Geometry<2> upside_down = slabs<2>();
    for (auto& part : upside_down) part.position[1] = -part.position[1];
    const int slab = add_body<2>(stage, upside_down, {}, false);
    stage.description.bodies.edit_last().velocity = {{0.5, 0.0}};
    for (const double x : {-1.9, 0.2, 2.4}) stage.fixed_block({{0.1, 0.1}}, {{x, -0.05}});
    World<2> world = stage.build();
    const Vec<2> start = world.bodies.position[slab];
    ThreadPool pool(1);
    for (int k = 0; k < 1000; ++k) advance(world, stage.settings, pool);
    EXPECT_NEAR(world.bodies.position[slab][0] - start[0], 0.5, 1e-9);
    EXPECT_NEAR(world.bodies.position[slab][1], start[1], 1e-9);
}

/// A wedge of 20 degrees stands on its tip, at a seam: what is left of it in either part leads out through the other.
TEST(Concave, ATipDoesNotSinkIntoASeam) {
    for (const double x : {-1.5, -1.5 + 1e-7, -1.5 - 1e-5, -1.4999}) {
        BlockStage<2> stage(Coulomb{.friction = 0.5});
        stage.falling();
        const Vec<2> corners[] = {{{0, 0}}, {{0.2, 1}}, {{-0.2, 1}}};
        const int wedge = stage.shape(1.0, *make_convex(corners).convex, {{x, 0.0}});
        stage.description.bodies.edit_last().velocity = {{0.0, -1.0}};
        add_body<2>(stage, slabs<2>(), {}, true);
        World<2> world = stage.build();
        ThreadPool pool(1);
        double lowest = 0.0;
        for (int k = 0; k < 100; ++k) {
            advance(world, stage.settings, pool);
            const Vec<2> tip = world.bodies.position[wedge] +
                               rotate(world.bodies.rotation[wedge], Vec<2>{{0.0, -2.0 / 3.0}});
            lowest = std::min(lowest, tip[1]);
        }
        EXPECT_GT(lowest, -2e-3) << x;  // a step at 1 m/s, seen too late
    }
}

/// In the inner corner of an L both sides hold: a block on a slope leans on the wall with what the floor's friction leaves.
template <int D>
void corner_holds() {
    const double tilt = 0.6, mu = 0.3, g = 9.81;
    BlockStage<D> stage(Coulomb{.friction = mu});
    stage.description.gravity =
        -g * (std::cos(tilt) * Vec<D>::axis(D - 1) + std::sin(tilt) * Vec<D>::axis(0));
    add_body<D>(stage, profile(ell, Vec<D>{}), {}, true);
    Vec<D> middle;
    middle[0] = 1.25;
    middle[D - 1] = 1.25;
    const int block = stage.block(2.0, BlockStage<D>::size(0.5, 0.5), middle);
    World<D> world = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 200; ++k) advance(world, stage.settings, pool);
    EXPECT_LT(norm(world.bodies.velocity[block].v), 1e-9);
    EXPECT_LT(norm(world.bodies.position[block] - middle), 1e-6);
    const Vec<D> force = contact_force(world, block, stage.settings.step);
    EXPECT_NEAR(force[0], 2.0 * g * std::sin(tilt), 1e-6);
    EXPECT_NEAR(force[D - 1], 2.0 * g * std::cos(tilt), 1e-6);
}

TEST(Concave, TheInnerCornerOfAnLHolds) {
    corner_holds<2>();
    corner_holds<3>();
}

/// A tongue in a groove, tilted far beyond the angle of friction: it slides without the key and stays with it.
template <int D>
void key_holds(int threads) {
    const double tilt = 0.6, g = 9.81;
    BlockStage<D> stage(Coulomb{.friction = 0.3});
    stage.description.gravity =
        -g * (std::cos(tilt) * Vec<D>::axis(D - 1) + std::sin(tilt) * Vec<D>::axis(0));
    add_body<D>(stage, profile(groove, Vec<D>{}), {}, true);
    const int key = add_body<D>(stage, profile(tongue, Vec<D>{}), {}, false);
    World<D> world = stage.build();
    EXPECT_NEAR(world.matter.mass[key], 1000.0 * 8.0, 1e-9);
    const Vec<D> start = world.bodies.position[key];
    ThreadPool pool(threads);
    for (int k = 0; k < 200; ++k) advance(world, stage.settings, pool);
    EXPECT_LT(norm(world.bodies.position[key] - start), 1e-6) << D;
    EXPECT_LT(norm(world.bodies.velocity[key].v), 1e-8) << D;
    const Vec<D> force = contact_force(world, key, stage.settings.step);
    EXPECT_NEAR(force[0] / (8000.0 * g * std::sin(tilt)), 1.0, 1e-6);
    EXPECT_NEAR(force[D - 1] / (8000.0 * g * std::cos(tilt)), 1.0, 1e-6);
}

TEST(Concave, AKeyHoldsWhatFrictionDoesNot) {
    key_holds<2>(1);
    key_holds<3>(2);
}

/// A stool of a slab and three legs on three balls: reactions by moments, whatever the number of parts.
TEST(Concave, ThreeLegsCarryWhatStaticsSays) {
    const double side = 0.2, r = 0.05, g = 9.81;
    const auto cells = bar({0, 0, 1}, {4, 3, 2}) + bar({0, 0, 0}, {1, 1, 1}) + bar({3, 0, 0}, {4, 1, 1}) +
                       bar({1, 2, 0}, {2, 3, 1});
    BlockStage<3> stage(Coulomb{.friction = 0.4});
    stage.falling();
    const int stool = add_body<3>(stage, geometry_of(solid_from_mesh(polycube(cells, side))), {}, false);
    const Vec<3> foot[] = {{{0.1, 0.1, -r}}, {{0.7, 0.1, -r}}, {{0.3, 0.5, -r}}};
    int ball[3];
    for (int k = 0; k < 3; ++k) ball[k] = stage.fixed(Ball<3>{r}, foot[k]);
    World<3> world = stage.build();
    const double mass = 1000.0 * 15.0 * side * side * side;
    EXPECT_NEAR(world.matter.mass[stool], mass, 1e-12 * mass);
    // Centre of 12 cells of the slab about (0.4, 0.3) and three legs.
    const double x = (12.0 * 0.4 + 0.1 + 0.7 + 0.3) / 15.0, y = (12.0 * 0.3 + 0.1 + 0.1 + 0.5) / 15.0;
    ThreadPool pool(1);
    for (int k = 0; k < 50; ++k) advance(world, stage.settings, pool);
    const double W = mass * g, back = W * (y - 0.1) / 0.4, right = (W * (x - 0.1) - back * 0.2) / 0.6;
    const double expected[] = {W - back - right, right, back};
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(-contact_force(world, ball[k], stage.settings.step)[2], expected[k], 1e-7 * W) << k;
}

/// Frames with a window, on each other and on a plane: twelve parts, hundreds of redundant points; the ground carries the column, and one thread
/// and two, and a world taken up again, have the same bits.
TEST(Concave, AStackOfFramesIsCarriedAndRepeatsToTheBit) {
    const auto ring = bar({0, 0, 0}, {3, 3, 1});
    auto cells = ring;
    cells.erase({1, 1, 0});
    const Geometry<3> frame = geometry_of(solid_from_mesh(polycube(cells, 0.3)));
    EXPECT_EQ(frame.size(), 4u);
    BlockStage<3> stage(Coulomb{.friction = 0.5});
    stage.falling().settings.solver.tolerance = 1e-10;
    stage.floor();
    for (int k = 0; k < 3; ++k) add_body<3>(stage, frame, {{0.0, 0.02 * k, 0.3 * k}}, false);
    World<3> one = stage.build(), two = stage.build(), again = stage.build();
    ThreadPool single(1), pair(2);
    for (int k = 0; k < 60; ++k) {
        EXPECT_TRUE(advance(one, stage.settings, single).solve.converged);
        advance(two, stage.settings, pair);
        if (k == 30) static_cast<State<3>&>(again) = static_cast<const State<3>&>(one);
        if (k > 30) advance(again, stage.settings, pair);
    }
    const double W = 3 * 1000.0 * 8.0 * 0.027 * 9.81;
    EXPECT_NEAR(-contact_force(one, 0, stage.settings.step)[2] / W, 1.0, 1e-7);
    EXPECT_EQ(one.bodies.position, two.bodies.position);
    EXPECT_EQ(one.contacts.impulse, two.contacts.impulse);
    EXPECT_EQ(one.bodies.position, again.bodies.position);
    EXPECT_EQ(one.bodies.velocity, again.bodies.velocity);
}

}  // namespace
}  // namespace drystone::concave_test

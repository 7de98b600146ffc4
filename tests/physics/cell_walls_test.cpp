// Cells that deform between walls, under gravity along what stays, with links: docs/theory.md section 16.

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "physics/cell_stage.h"
#include "physics/deformable_stage.h"
#include "step/pressure.h"

namespace drystone::cell_walls_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

/// Periodic but along the last axis, where a floor is.
template <int D>
CellStage<D> on_a_floor(const Law& law, int n = 5) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(law, size);
    stage.cell().periodic[D - 1] = false;
    stage.falling();
    stage.floor();
    stage.crowd(D == 2 ? n : 3, 0.9, 0.2);
    for (BodyDescription<D>& body : stage.description.bodies.edit_all()) body.position[D - 1] += 0.3;
    stage.description.bodies.edit(0).position = {};
    return stage;
}

/// A lid that presses.
template <int D>
int add_lid(CellStage<D>& stage, double force) {
    BodyDescription<D> lid;
    lid.mass = 5.0;
    lid.geometry = {{Plane<D>{-1.0 * Vec<D>::axis(D - 1)}, {}, {}}};
    lid.position = 1.6 * Vec<D>::axis(D - 1) + 0.3 * Vec<D>::axis(0);
    const int body = stage.add(lid);
    Hold<D> hold{.body = body};
    stage.description.holds.push_back(hold);
    for (int j = 0; j < D; ++j) stage.description.holds.back().directions[j] = j + 1 < D ? 1.0 : 0.0;
    for (double& one : stage.description.holds.back().rotations.c) one = 1.0;
    stage.description.loads.push_back({.body = body,
                                       .force = -force * Vec<D>::axis(D - 1),
                                       .history = {.kind = Signal::Kind::constant, .value = 1.0}});
    return body;
}

template <int D>
void closes(const Law& law, bool pressed) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        CellStage<D> stage = on_a_floor<D>(law);
        pressed ? stage.control("xx", Control<D>::stress, 300.0) : stage.control("xx", Control<D>::rate, -0.5);
        if (D == 3) stage.control("xy", Control<D>::rate, 1.0);
        stage.settings.integrator = integrator;
        stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 2000};
        World<D> world = stage.build();
        run(world, stage.settings, 300);
        EXPECT_GT(world.contacts.size(), 3);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world));
        for (std::size_t i = 1; i < world.bodies.position.size(); ++i) EXPECT_GT(world.bodies.position[i][D - 1], 0.05);
    }
}

TEST(CellWalls, BooksCloseOnAFloorThatStretches) {
    for (const Law& law : {Law(Coulomb{}), Law(Coulomb{.friction = 0.5})}) {
        for (const bool pressed : {false, true}) {
            closes<2>(law, pressed);
            closes<3>(law, pressed);
        }
    }
}

/// A lid under a pressure has the area of the cell, however it stretches and shears along the lid; its force is the pressure times that.
template <int D>
void a_pressed_lid_is_as_large_as_the_cell(Integrator integrator) {
    CellStage<D> stage = on_a_floor<D>(Coulomb{.friction = 0.3});
    stage.control("xx", Control<D>::rate, -0.5);
    if (D == 3) stage.control("xy", Control<D>::rate, 1.0).control("yy", Control<D>::rate, 0.3);
    stage.settings.integrator = integrator;
    BodyDescription<D> lid;
    lid.mass = 5.0;
    lid.geometry = {{Plane<D>{-1.0 * Vec<D>::axis(D - 1)}, {}, {}}};
    lid.position = 1.6 * Vec<D>::axis(D - 1) + 0.3 * Vec<D>::axis(0);
    Pressing<D>& pressing = stage.description.pressings.emplace_back();
    pressing.body = stage.add(lid);
    pressing.pressure = {.kind = Signal::Kind::constant, .value = 200.0};
    aim_pressings(stage.description);
    World<D> world = stage.build();
    std::vector<HalfPlane> cut;
    for (int k = 0; k < 100; ++k) {
        run(world, stage.settings);
        double size = 1.0;
        for (int j = 0; j + 1 < D; ++j) size *= world.parts.space.edges()[j][j];
        const WallArea<D> found = pressed_area<D>(world, world, 0, cut);
        ASSERT_TRUE(found.bounded);
        ASSERT_NEAR(found.area, size, 1e-12) << k;
    }
    EXPECT_LT(world.cell.edges[0][0], 0.96);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world));
}
TEST(CellWalls, APressedLidIsAsLargeAsTheCell) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        a_pressed_lid_is_as_large_as_the_cell<2>(integrator);
        a_pressed_lid_is_as_large_as_the_cell<3>(integrator);
    }
}

/// A ball that sticks to the floor of a cell that shrinks goes where the cell goes: friction has nothing to do.
template <int D>
void rides_on_the_floor() {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(Coulomb{.friction = 10.0}, size);
    stage.cell().periodic[D - 1] = false;
    stage.falling();
    stage.floor();
    stage.ball(1.0, 0.1, 0.7 * Vec<D>::axis(0) + 0.1 * Vec<D>::axis(D - 1));
    stage.control("xx", Control<D>::rate, -0.5);
    World<D> world = stage.build();
    run(world, stage.settings, 400);
    EXPECT_NEAR(world.bodies.position[1][0], 0.7 * std::exp(-0.2), 1e-9);
    EXPECT_NEAR(world.energy.kinetic, 0.0, 1e-18);
    for (const double w : world.bodies.velocity[1].w.c) EXPECT_NEAR(w, 0.0, 1e-9);
}

TEST(CellWalls, WhatSticksToAFloorRidesWithIt) {
    rides_on_the_floor<2>();
    rides_on_the_floor<3>();
}

/// The same by other images of its bodies.
TEST(CellWalls, ImagesAreOtherNamesForTheSameOnAFloor) {
    CellStage<2> stage = on_a_floor<2>(Coulomb{.friction = 0.4});
    stage.control("xx", Control<2>::stress, 300.0);
    World<2> world = stage.build(), other = stage.build();
    for (std::size_t i = 1; i < other.bodies.position.size(); ++i)
        other.bodies.position[i][0] += static_cast<double>(i % 3) - 1.0;
    run(world, stage.settings, 150);
    run(other, stage.settings, 150);
    EXPECT_NEAR(world.cell.edges[0][0], other.cell.edges[0][0], 1e-9);
    for (std::size_t i = 1; i < other.bodies.position.size(); ++i)
        EXPECT_NEAR(norm(world.parts.space.difference(world.bodies.position[i], other.bodies.position[i])), 0.0, 1e-7);
}

/// An oedometer on its side: walls above and below, a lid under a force, the cell under stress along x.
TEST(CellWalls, ALidAndTheCellPressAtOnce) {
    CellStage<2> stage = on_a_floor<2>(Coulomb{.friction = 0.3});
    const int lid = add_lid(stage, 400.0);
    stage.control("xx", Control<2>::stress, 300.0);
    stage.cell().damping = 20.0;
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-7, .max_iterations = 3000};
    World<2> world = stage.build();
    run(world, stage.settings, 700);
    stage.settings.solver = {.tolerance = 1e-11, .max_iterations = 30000};
    run(world, stage.settings, 2);
    const Mat<2> stress = contact_stress(world, stage.settings.step) +
                          (1.0 / world.parts.space.volume()) * world.cell_step.kinetic;
    EXPECT_NEAR(stress[0][0], 300.0, 1e-7 * 300.0);
    EXPECT_NEAR(impulse_on(world, lid)[1] / stage.settings.step, 400.0 + 5.0 * 9.81, 1.0);
    EXPECT_LT(world.bodies.position[static_cast<std::size_t>(lid)][1], 1.55);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world));
}

/// Two balls that a rod holds together, in a cell that is sheared and pressed; the rod may lead through the border.
template <int D>
void linked(LinkType type, bool across) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(Coulomb{.friction = 0.3}, size);
    const double low = across ? 0.85 : 0.35;
    const auto place = [&](double x) { return x * Vec<D>::axis(0) + 0.5 * Vec<D>::axis(1); };
    stage.ball(1.0, 0.08, place(low));
    stage.ball(2.0, 0.08, place(low + 0.3), 0.2 * Vec<D>::axis(1));
    stage.ball(1.0, 0.08, 0.2 * Vec<D>::axis(0) + 0.2 * Vec<D>::axis(1), 0.5 * Vec<D>::axis(1));
    LinkDescription<D> link{.name = "rod", .type = type, .body_a = 0, .body_b = 1, .point = place(low)};
    link.end = place(low + 0.3);
    if (type == LinkType::spring) link.is.stiffness = 500.0;
    stage.description.links.push_back(link);
    stage.control("xx", Control<D>::rate, -0.3).control("xy", Control<D>::rate, 1.0);
    stage.control("yy", Control<D>::stress, 0.5);
    World<D> world = stage.build();
    run(world, stage.settings, 300);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * turned_over(world));
    if (type == LinkType::rod) {
        EXPECT_NEAR(norm(world.bodies.position[1] - world.bodies.position[0]), 0.3, 2e-4);
    }
}

TEST(CellWalls, LinksHoldInACellThatDeforms) {
    for (const LinkType type : {LinkType::rod, LinkType::spring}) {
        for (const bool across : {false, true}) {
            linked<2>(type, across);
            linked<3>(type, across);
        }
    }
}

TEST(CellWalls, RefusesWhatWouldNotBeAlikeForAllImages) {
    const auto refused = [](auto change) {
        CellStage<2> stage = on_a_floor<2>(Coulomb{});
        stage.control("xx", Control<2>::rate, -0.1);
        EXPECT_NO_THROW(stage.build());
        change(stage);
        EXPECT_THROW(stage.build(), InputError);
    };
    refused([](auto& s) { s.description.gravity[0] = 1.0; });
    refused([](auto& s) { s.description.bodies.edit(1).fixed = true; });
    refused([](auto& s) { s.description.loads.push_back({.body = 1, .force = {{0.0, 1.0}}}); });
    refused([](auto& s) {
        s.description.links.push_back({.name = "pin", .type = LinkType::ball, .body_a = -1, .body_b = 1});
    });
    refused([](auto& s) {
        LinkDescription<2> rod{.name = "rod", .type = LinkType::rod, .body_a = 1, .body_b = 2, .point = {{0.1, 0.5}}};
        rod.end = {{0.8, 0.5}};
        s.description.links.push_back(rod);
    });
    refused([](auto& s) { s.moves(1, Driven::velocity, {{0.0, 1.0}}, {.kind = Signal::Kind::constant, .value = 1.0}); });
}

/// A deformable block is struck through the border as it is in the middle.
template <int D>
Vec<D> after_a_strike(double place, const std::array<int, D>& divisions) {
    ElasticStage<D> stage(Coulomb{.friction = 0.3}, 1e6, 0.2);
    stage.description.cell.emplace();
    for (int j = 0; j < D; ++j) stage.description.cell->size[j] = 1.0;
    stage.description.cell->periodic.fill(true);
    Vec<D> size;
    for (double& one : size.c) one = 0.2;
    const auto at = [&](double x) {
        Vec<D> out = 0.5 * Vec<D>::axis(1) + (x - std::floor(x)) * Vec<D>::axis(0);
        if (D == 3) out[2] = 0.5;
        return out;
    };
    stage.box_of(size, divisions, at(place - 0.125), 2.0 * Vec<D>::axis(0));
    stage.box_of(size, divisions, at(place + 0.125), -1.0 * Vec<D>::axis(0));
    stage.settings.step = 1e-3;
    World<D> world = stage.build();
    run(world, stage.settings, 60);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-9 * turned_over(world));
    return world.bodies.velocity[0].v;
}

TEST(CellWalls, DeformableBlocksMeetThroughTheBorder) {
    for (const int divisions : {0, 2}) {
        const std::array<int, 2> flat{divisions, divisions};
        const Vec<2> here = after_a_strike<2>(0.5, flat), there = after_a_strike<2>(1.0, flat);
        EXPECT_NEAR(norm(here - there), 0.0, 1e-9);
        EXPECT_LT(here[0], 1.0);
        const std::array<int, 3> spatial{divisions, divisions, divisions};
        EXPECT_NEAR(norm(after_a_strike<3>(0.5, spatial) - after_a_strike<3>(1.0, spatial)), 0.0, 1e-9);
    }
}

}  // namespace
}  // namespace drystone::cell_walls_test

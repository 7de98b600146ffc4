// Soft grains in cells that repeat: docs/theory.md sections 13 and 16.

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "physics/cell_stage.h"
#include "step/state.h"

namespace drystone::cell_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

Spring springs() {
    Spring law;
    law.normal_stiffness = 1e5;
    law.tangential_stiffness = 8e4;
    law.friction = 0.4;
    law.restitution_normal = 0.5;
    return law;
}

template <int D>
CellStage<D> soft(int n, double speed) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(Law(springs()), size);
    stage.crowd(n, 0.95, speed);
    stage.settings.solver.method = SolverMethod::md;
    return stage;
}

template <int D>
void impact_at(double place) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    Vec<D> after[2];
    for (const double at : {0.5, place}) {
        CellStage<D> stage(Law(springs()), size);
        stage.settings.solver.method = SolverMethod::md;
        const auto x = [&](double along) { return (along - std::floor(along)) * Vec<D>::axis(0) + 0.5 * Vec<D>::axis(1); };
        stage.ball(1.0, 0.1, x(at - 0.15), Vec<D>::axis(0));
        stage.ball(3.0, 0.1, x(at + 0.15), -1.0 * Vec<D>::axis(0));
        World<D> world = stage.build();
        run(world, stage.settings, 200);
        after[at == place] = world.bodies.velocity[0].v;
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
    }
    EXPECT_NEAR(norm(after[0] - after[1]), 0.0, 1e-9);
    EXPECT_LT(after[0][0], 0.0);
}

TEST(SoftCell, AnImpactThroughTheBorderIsLikeAnyOther) {
    impact_at<2>(1.0);
    impact_at<3>(1.0);
}

/// By other images of its bodies, and on threads, and after a restart.
template <int D>
void the_same(bool pressed) {
    CellStage<D> stage = soft<D>(D == 2 ? 5 : 3, 0.3);
    stage.control("xy", Control<D>::rate, 1.0);
    stage.cell().mass = 1e4;  // slow, so that what drifts change of its own energy is little
    if (pressed)
        stage.control("yy", Control<D>::stress, 500.0);
    else
        stage.control("yy", Control<D>::rate, -0.5);
    World<D> world = stage.build(), other = stage.build(), threads = stage.build(), again = stage.build();
    for (std::size_t i = 0; i < other.bodies.position.size(); ++i) other.bodies.position[i][0] += static_cast<double>(i % 3) - 1.0;
    run(world, stage.settings, 60);
    run(other, stage.settings, 60);
    run(threads, stage.settings, 60, 2);
    EXPECT_EQ(world.bodies.position, threads.bodies.position);
    for (std::size_t i = 0; i < other.bodies.position.size(); ++i)
        EXPECT_NEAR(norm(world.parts.space.difference(world.bodies.position[i], other.bodies.position[i])), 0.0, 1e-7);
    EXPECT_NEAR(world.cell.edges[1][1], other.cell.edges[1][1], 1e-8);
    ThreadPool pool(1);
    put_state<D>(world, again, pool);
    run(world, stage.settings, 30);
    run(again, stage.settings, 30);
    EXPECT_EQ(world.bodies.velocity, again.bodies.velocity);
    EXPECT_EQ(world.cell, again.cell);
    EXPECT_LT(std::abs(world.energy.scheme), 0.02 * turned_over(world));
}

TEST(SoftCell, ImagesThreadsAndRestartsDoNotShow) {
    for (const bool pressed : {false, true}) {
        the_same<2>(pressed);
        the_same<3>(pressed);
    }
}

/// What the integrator is to blame for falls with its step.
TEST(SoftCell, BooksCloseWithTheStep) {
    double rest[2];
    int k = 0;
    for (const double steps : {20.0, 80.0}) {
        CellStage<2> stage = soft<2>(5, 0.3);
        stage.control("xx", Control<2>::rate, -0.4).control("xy", Control<2>::rate, 1.0);
        stage.settings.soft.steps_per_collision = steps;
        World<2> world = stage.build();
        run(world, stage.settings, 100);
        rest[k++] = std::abs(world.energy.scheme) / turned_over(world);
    }
    EXPECT_LT(rest[0], 2e-2);
    EXPECT_LT(rest[1], 0.4 * rest[0]);
}

/// Under pressure they come to rest where their springs bear it.
TEST(SoftCell, AtRestItBearsWhatWasAskedFor) {
    CellStage<2> stage = soft<2>(5, 0.1);
    stage.pressed(500.0);
    stage.cell().damping = 40.0;
    World<2> world = stage.build();
    run(world, stage.settings, 3000);
    const Mat<2> stress = contact_stress(world, stage.settings.step);
    EXPECT_NEAR(stress[0][0], 500.0, 1.0);
    EXPECT_NEAR(stress[1][1], 500.0, 1.0);
}

TEST(SoftCell, RefusesBallsAsWideAsTheCell) {
    CellStage<2> stage(Law(springs()), {{1.0, 1.0}});
    stage.settings.solver.method = SolverMethod::md;
    stage.ball(1.0, 0.3, {{0.5, 0.5}});
    World<2> world = stage.build();
    EXPECT_THROW(run(world, stage.settings), InputError);
}

}  // namespace
}  // namespace drystone::cell_test

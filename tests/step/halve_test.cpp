// Steps that fail are taken as two of half their length.

#include "step/halve.h"

#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "physics/deformable_stage.h"

namespace drystone::halve_test {
namespace {

/// A tower that falls on a floor, and a solver that is not given what it takes.
template <int D>
BlockStage<D> tower(Integrator integrator) {
    BlockStage<D> stage(Coulomb{.friction = 0.5});
    stage.falling().floor();
    for (int k = 0; k < 6; ++k) stage.ball(1.0 + k, 0.1, (0.1 + 0.2 * k) * Vec<D>::axis(D - 1));
    stage.settings.integrator = integrator;
    stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-12, .max_iterations = 2};
    return stage;
}

template <int D>
void halved_three_times_is_eight_steps() {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        BlockStage<D> stage = tower<D>(integrator);
        World<D> halved = stage.build(), small = stage.build();
        ThreadPool pool(1);
        StepSettings eighth = stage.settings;
        eighth.step = stage.settings.step / 8.0;
        stage.settings.halve = 3;
        for (int k = 0; k < 3; ++k) {
            const StepReport report = advance(halved, stage.settings, pool);
            EXPECT_EQ(report.halvings, 7);
            EXPECT_FALSE(report.solve.converged);
            EXPECT_EQ(report.solve.iterations, 2 * (1 + 2 + 4 + 8));
            for (int s = 0; s < 8; ++s) {
                const StepReport one = advance(small, eighth, pool);
                EXPECT_FALSE(one.solve.converged);
            }
            EXPECT_EQ(halved.steps, k + 1);
            EXPECT_EQ(halved.time, small.time);
            EXPECT_EQ(halved.bodies.position, small.bodies.position);
            EXPECT_EQ(halved.bodies.velocity, small.bodies.velocity);
            EXPECT_EQ(halved.energy.dissipated(), small.energy.dissipated());
            EXPECT_EQ(halved.energy.balance_error(), small.energy.balance_error());
            ASSERT_EQ(halved.contacts.size(), small.contacts.size());
            for (std::size_t c = 0; c < halved.contacts.impulse.size(); ++c)
                EXPECT_EQ(halved.contacts.impulse[c], 8.0 * small.contacts.impulse[c]);  // the same force
        }
    }
}
TEST(Halve, ThreeTimesIsEightStepsInThePlane) { halved_three_times_is_eight_steps<2>(); }
TEST(Halve, ThreeTimesIsEightStepsInSpace) { halved_three_times_is_eight_steps<3>(); }

/// A meshed block and one of uniform strain, on a floor, with a ball on top.
TEST(Halve, BodiesThatDeformAreUndoneToo) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        ElasticStage<2> stage(Coulomb{.friction = 0.5}, 1e6);
        stage.falling().floor();
        stage.box_of({{0.4, 0.2}}, {{3, 2}}, {{0.0, 0.1}});
        stage.box_of({{0.4, 0.2}}, {}, {{1.0, 0.1}});
        stage.ball(1.0, 0.1, {{0.0, 0.3}});
        stage.settings.integrator = integrator;
        stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 0.0, .max_iterations = 2};
        if (integrator == Integrator::euler) stage.settings.theta = 1.0;
        StepSettings eighth = stage.settings;
        eighth.step /= 8.0;
        stage.settings.halve = 3;
        World<2> halved = stage.build(), small = stage.build();
        ThreadPool pool(1);
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(advance(halved, stage.settings, pool).halvings, 7);
            for (int s = 0; s < 8; ++s) advance(small, eighth, pool);
            EXPECT_EQ(halved.bodies.position, small.bodies.position) << k;
            for (std::size_t d = 0; d < halved.elastic.size(); ++d) {
                EXPECT_EQ(halved.elastic[d].x, small.elastic[d].x) << k;
                EXPECT_EQ(halved.elastic[d].v, small.elastic[d].v) << k;
            }
            EXPECT_EQ(halved.energy.strain, small.energy.strain) << k;
        }
    }
}

TEST(Halve, WhatConvergesIsLeftAlone) {
    BlockStage<2> stage = tower<2>(Integrator::moreau);
    stage.settings.solver.max_iterations = 100000;
    World<2> plain = stage.build(), allowed = stage.build();
    ThreadPool pool(1);
    StepSettings settings = stage.settings;
    settings.halve = 3;
    for (int k = 0; k < 20; ++k) {
        advance(plain, stage.settings, pool);
        EXPECT_EQ(advance(allowed, settings, pool).halvings, 0);
    }
    EXPECT_EQ(plain.bodies.position, allowed.bodies.position);
    EXPECT_EQ(plain.contacts.impulse, allowed.contacts.impulse);
}

TEST(Halve, StaticStepsFixedSweepsAndSoftGrainsAreNot) {
    StepSettings settings;
    settings.halve = 3;
    EXPECT_TRUE(settings.may_halve());
    StepSettings still = settings, told = settings, soft = settings;
    still.quasistatic = true;
    told.solver.fixed_iterations = 5;
    soft.solver.method = SolverMethod::md;
    EXPECT_FALSE(still.may_halve());
    EXPECT_FALSE(told.may_halve());
    EXPECT_FALSE(soft.may_halve());
}

}  // namespace
}  // namespace drystone::halve_test

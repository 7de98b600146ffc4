#include <gtest/gtest.h>

#include "bodies/move.h"
#include "core/random.h"
#include "counted_new.h"
#include "physics/deformable_stage.h"
#include "physics/diary_law.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/stages.h"

namespace drystone::allocation_test {
namespace {

/// Grains that have come to rest in a box, so that the numbers of pairs and contacts have been seen before.
template <int D>
void steps_without_allocation(Integrator integrator, SweepOrder order, const Law& law = Coulomb{.friction = 0.5}) {
    Stage<D> stage(law);
    stage.falling().settings.integrator = integrator;
    stage.settings.solver = {.order = order, .tolerance = 1e-3, .max_iterations = 50};
    stage.floor();
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        Vec<D> p{};
        p[0] = 0.21 * (i % 20);
        p[D - 1] = 0.1 + 0.22 * (i / 20);
        stage.ball(1.0, 0.1 * random.uniform(0.9, 1.0), p);
    }
    World<D> world = stage.build();
    ThreadPool pool(2);
    for (int k = 0; k < 800; ++k) advance(world, stage.settings, pool);
    int quiet = 0;
    for (int k = 0; k < 100; ++k) {
        const long before = allocations;
        advance(world, stage.settings, pool);
        quiet += allocations == before;
    }
    EXPECT_GE(quiet, 98);  // a pile that creeps may still find a contact more than ever before
}

TEST(Step, AllocatesNothingOnceItsSizesHaveBeenSeen) {
    steps_without_allocation<2>(Integrator::moreau, SweepOrder::coloured);
    steps_without_allocation<3>(Integrator::euler, SweepOrder::random);
}

TEST(Step, AllocatesNothingForWhatLawsRemember) {
    const JointArea joint{.ratio = 0.5};
    for (const Law& law : {Law(MohrCoulomb{.tensile_strength = 1e4, .cohesion = 1e4, .friction = 0.5, .joint = joint}),
                           Law(Elastic{.normal_stiffness = 1e8, .shear_stiffness = 1e8, .friction = 0.5, .joint = joint}),
                           Law(OwnLaw(Diary{.friction = 0.5, .wear = 1.0, .thick = 2}))}) {
        steps_without_allocation<2>(Integrator::moreau, SweepOrder::coloured, law);
        steps_without_allocation<3>(Integrator::euler, SweepOrder::coloured, law);
    }
}

/// A meshed beam that is held at one end, damped, loaded and bent; a meshed and a uniform block.
template <int D>
ElasticStage<D> stage_of_deformable_bodies(Elasticity elasticity, double height) {
    ElasticStage<D> stage(Coulomb{.friction = 0.5}, 1e7, 0.2);
    stage.falling();
    stage.settings.solver = {.tolerance = 1e-6};
    Material& material = stage.description.materials[0];
    material.mass_damping = 0.1;
    material.stiffness_damping = 1e-4;
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = i == 0 ? 1.0 : 0.5;
    std::array<int, D> divisions{};
    divisions.fill(2);
    Deformable<D> how;
    how.elasticity = elasticity;
    stage.floor();
    const int beam = stage.box_of(size, divisions, (height + 0.25) * Vec<D>::axis(D - 1), {}, how);
    stage.box_of(size, divisions, (height + 0.25) * Vec<D>::axis(D - 1) + 2.0 * Vec<D>::axis(0), {}, how);
    stage.box_of(size, {}, (height + 0.25) * Vec<D>::axis(D - 1) + 4.0 * Vec<D>::axis(0), {}, how);
    Bounds<D> end;
    for (int i = 0; i < D; ++i) {
        end.low[i] = i == 0 ? -0.51 : -9.0;
        end.high[i] = i == 0 ? -0.49 : 9.0;
    }
    Vec<D> all;
    for (int i = 0; i < D; ++i) all[i] = 1.0;
    stage.description.holds = {{.body = beam, .directions = all, .where = end}};
    Load<D> load;
    load.body = beam;
    load.force = 10.0 * Vec<D>::axis(0);
    stage.description.loads = {load};
    return stage;
}

template <int D>
void deform_without_allocation(Integrator integrator, Elasticity elasticity) {
    ElasticStage<D> stage = stage_of_deformable_bodies<D>(elasticity, 5.0);
    stage.settings.integrator = integrator;
    World<D> world = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 3; ++k) advance(world, stage.settings, pool);
    const long before = allocations;
    for (int k = 0; k < 20; ++k) advance(world, stage.settings, pool);
    EXPECT_EQ(allocations, before);
    EXPECT_EQ(world.last.contacts, 0);
    EXPECT_GT(world.energy.losses.damping, 0.0);
    EXPECT_GT(norm(world.deforming[0].reaction), 0.0);
}

TEST(Step, OfDeformableBodiesAllocatesNothingAfterTheFirst) {
    for (const Elasticity elasticity : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        deform_without_allocation<2>(Integrator::moreau, elasticity);
        deform_without_allocation<3>(Integrator::moreau, elasticity);
        deform_without_allocation<3>(Integrator::euler, elasticity);
    }
}

/// In contact a factor of assembled blocks takes memory of its own, step by step: everything but it.
template <int D>
void touch_without_allocation(Elasticity elasticity) {
    const ElasticStage<D> stage = stage_of_deformable_bodies<D>(elasticity, 0.0);
    const StepSettings& settings = stage.settings;
    World<D> world = stage.build();
    ThreadPool pool(1);
    const double h = settings.step;
    for (int k = 0; k < 50; ++k) advance(world, settings, pool);
    long taken = 0;
    for (int k = 0; k < 10; ++k) {
        StepReport report;
        long before = allocations;
        move_bodies(world, 0.5 * h, world.time + 0.5 * h, pool);
        move_deforming(world, 0.5 * h, 0.5 * h, pool);
        place_parts(world.bodies, pool, world.parts);
        place_deforming(world, pool);
        look_ahead(world, settings, pool);
        find_contacts(world, settings, false, pool);
        free_velocities(world, h, world.time + 0.5 * h, pool);
        ASSERT_TRUE(free_deforming(world, h, settings.theta, world.time + 0.5 * h, pool));
        assemble_problem(world, settings, pool);
        taken += allocations - before;
        report.solve = solve(world, settings, pool);
        before = allocations;
        apply_impulses(world, pool);
        apply_to_deforming(world, false, pool);
        settle_contacts(world, settings, report.solve, pool);
        move_bodies(world, 0.5 * h, world.time + h, pool);
        move_deforming(world, 0.5 * h, 0.5 * h, pool);
        place_deforming(world, pool);
        accept(world, h, report, pool);
        taken += allocations - before;
        ASSERT_GT(report.contacts, D == 2 ? 7 : 20);
    }
    EXPECT_EQ(taken, 0);
}

TEST(Step, ContactsOfDeformableBodiesAllocateNothingOutsideTheSolver) {
    for (const Elasticity elasticity : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        touch_without_allocation<2>(elasticity);
        touch_without_allocation<3>(elasticity);
    }
}

}  // namespace
}  // namespace drystone::allocation_test

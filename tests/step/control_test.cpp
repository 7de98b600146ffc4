// Loads whose multiplier is found so that a point moves as told: docs/theory.md (7.16).

#include "step/control.h"

#include <cmath>

#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "physics/deformable_stage.h"
#include "step/state.h"

namespace drystone::control_test {
namespace {

constexpr double g = 9.81;
using Kind = Signal::Kind;

template <int D>
struct Pushed : BlockStage<D> {
    int body = -1;

    /// A block on a floor, pushed along x in proportion to its mass, its centre moved as `way` says, in static steps of h.
    Pushed(Law law, double h, Signal way, double width = 1.0, double height = 4.0) : BlockStage<D>(std::move(law)) {
        this->falling(g);
        this->fixed_block(this->size(6.0, 1.0), -0.5 * this->up());
        body = this->block(2000.0, this->size(width, height), 0.5 * height * this->up());
        this->settings = {.step = h, .integrator = Integrator::euler, .overlap = Overlap::push, .quasistatic = true,
                          .solver = {.tolerance = 1e-10, .max_iterations = 100000}};
        this->description.loads = {{.body = body, .acceleration = this->along(), .control = 0}};
        this->description.controls = {{.name = "push", .body = body, .direction = this->along(), .displacement = std::move(way)}};
    }
};

// A block of width b and height H that turns by theta about its edge is held by a force m g tan(alpha - theta), tan alpha = b / H:
// past the peak at the very beginning, through zero at alpha, and below.
template <int D>
void follows_the_rocking_curve() {
    Pushed<D> stage(Coulomb{.friction = 0.9}, 100.0, {.kind = Kind::ramp, .from = 0.0, .to = 0.6, .over = 4000.0});
    World<D> world = stage.build();
    for (int k = 1; k <= 40; ++k) {
        ASSERT_TRUE(run(world, stage.settings).solve.converged) << k;
        const double x = controlled_displacement<D>(world, world, world.description.controls[0]);
        EXPECT_NEAR(x, 0.015 * k, 1e-6);
    }
    // Centre at (b/2, H/2) from the edge: its angle phi above the horizontal falls from atan(H/b) as the block turns.
    const Vec<D> arm = world.bodies.position[stage.body] - 0.5 * stage.along();
    EXPECT_NEAR(world.factor[0].value, g * -arm[0] / arm[D - 1], 2e-2 * g);
    EXPECT_LT(world.factor[0].value, 0.0);
}

TEST(Control, ABlockIsFollowedOverItsEdge) {
    follows_the_rocking_curve<2>();
    follows_the_rocking_curve<3>();
}

// The work done so far is the change of potential energy: an integral of the force over the displacement, whatever lies between.
TEST(Control, TheForceIsTheSlopeOfThePotentialEnergy) {
    Pushed<2> stage(Coulomb{.friction = 0.9}, 100.0, {.kind = Kind::ramp, .from = 0.0, .to = 0.4, .over = 20000.0});
    World<2> world = stage.build();
    double work = 0.0, x = 0.0;
    for (int k = 1; k <= 200; ++k) {
        run(world, stage.settings);
        const double now = controlled_displacement<2>(world, world, world.description.controls[0]);
        work += 2000.0 * world.factor[0].value * (now - x);
        x = now;
    }
    EXPECT_NEAR(work, 2000.0 * g * (world.bodies.position[stage.body][1] - 2.0), 1e-2 * work);
}

// To and fro: friction is m g mu, against the motion.
template <int D>
void slides_to_and_fro() {
    Pushed<D> stage(Coulomb{.friction = 0.3}, 10.0,
                    {.kind = Kind::table, .points = {{0, 0.0}, {200, 0.1}, {400, -0.1}, {450, -0.1}}}, 1.0, 1.0);
    World<D> world = stage.build();
    const auto until = [&](double t, double expected) {
        while (world.time < t - 1.0) ASSERT_TRUE(run(world, stage.settings).solve.converged);
        EXPECT_NEAR(world.factor[0].value, expected, 1e-3 * g) << t;
    };
    until(200.0, 0.3 * g);
    until(400.0, -0.3 * g);
    const double x = world.bodies.position[stage.body][0];
    EXPECT_NEAR(x, -0.1, 1e-5);
    while (world.time < 449.0) ASSERT_TRUE(run(world, stage.settings).solve.converged);
    EXPECT_NEAR(world.bodies.position[stage.body][0], x, 1e-5);
    EXPECT_LE(std::abs(world.factor[0].value), 0.3 * g * (1 + 1e-3));
}

TEST(Control, ABlockIsSlidToAndFro) {
    slides_to_and_fro<2>();
    slides_to_and_fro<3>();
}

// Past the peak of a joint that softens: pulled straight up it holds f_t A, and gives way along G_I.
TEST(Control, AJointIsTornPastItsPeak) {
    CohesiveZone mortar{.normal_stiffness = 1e10, .shear_stiffness = 1e10, .tensile_strength = 2e5, .shear_strength = 1e6,
                        .energy_opening = 20.0, .energy_shear = 1000.0, .friction = 0.5};
    Pushed<2> stage(Law(mortar), 1.0, {.kind = Kind::ramp, .from = 0.0, .to = 3e-4, .over = 300.0}, 1.0, 1.0);
    stage.description.gravity = {};
    stage.description.loads[0].acceleration = stage.up();
    stage.description.controls[0].direction = stage.up();
    stage.description.holds = {{.body = stage.body, .directions = {{1, 0}}, .rotations = {{1}}}};  // else one side tears first
    World<2> world = stage.build();
    double peak = 0.0, work = 0.0;
    for (int k = 1; k <= 300; ++k) {
        const StepReport report = run(world, stage.settings);
        ASSERT_TRUE(report.solve.converged) << k << " " << report.solve.residual;
        EXPECT_NEAR((controlled_displacement<2>(world, world, world.description.controls[0])), 1e-6 * k, 2e-8);
        const double force = 2000.0 * world.factor[0].value;
        peak = std::max(peak, force);
        work += force * 1e-6;
    }
    EXPECT_NEAR(peak, 2e5, 5e3);
    EXPECT_NEAR(work, 20.0, 0.4);
    EXPECT_NEAR(world.factor[0].value, 0.0, 1.0);
}

TEST(Control, GoesOnFromAStateWithTheSameBits) {
    Pushed<3> stage(Elastic{.normal_stiffness = 1e9, .shear_stiffness = 4e8, .friction = 0.6}, 10.0,
                    {.kind = Kind::ramp, .from = 0.0, .to = 1e-3, .over = 200.0}, 1.0, 1.0);
    World<3> whole = stage.build(), first = stage.build(), second = stage.build();
    run(whole, stage.settings, 20);
    run(first, stage.settings, 7);
    ThreadPool pool(2);
    put_state<3>(first, second, pool);
    run(second, stage.settings, 13, 2);
    EXPECT_EQ(whole.factor, second.factor);
    EXPECT_EQ(whole.bodies.position, second.bodies.position);
    EXPECT_EQ(whole.bodies.rotation, second.bodies.rotation);
}

// Whoever solves the steps: a block that slides is held by m g mu.
template <int D>
void slides_by_every_solver() {
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton}) {
        Pushed<D> stage(Coulomb{.friction = 0.3}, 10.0, {.kind = Kind::ramp, .from = 0.0, .to = 0.05, .over = 100.0}, 1.0, 1.0);
        stage.settings.solver.method = method;
        World<D> world = stage.build();
        for (int k = 0; k < 10; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged) << static_cast<int>(method);
        EXPECT_NEAR(world.factor[0].value, 0.3 * g, 1e-3 * g) << static_cast<int>(method);
        EXPECT_NEAR(world.bodies.position[stage.body][0], 0.05, 5e-6) << static_cast<int>(method);
    }
}

TEST(Control, EverySolverFindsTheSame) {
    slides_by_every_solver<2>();
    slides_by_every_solver<3>();
}

// The block itself deforms, or lies on one that does: its centre is where it is told to be, and friction is what holds it.
template <int D>
void slides_where_bodies_deform(bool above, std::array<int, D> cuts) {
    ElasticStage<D> stage(Coulomb{.friction = 0.3}, 1e9);
    stage.quasistatic(10.0, 1e-10);
    stage.falling(g);
    Vec<D> size, slab;
    for (int i = 0; i < D; ++i) size[i] = 0.5, slab[i] = i + 1 < D ? 2.0 : 0.5;
    const Vec<D> up = Vec<D>::axis(D - 1);
    const int floor = above ? stage.rigid_box(slab, -0.25 * up, true) : stage.box_of(slab, cuts, -0.25 * up);
    const int block = above ? stage.box_of(size, cuts, 0.25 * up) : stage.rigid_box(size, 0.25 * up);
    if (!above) stage.fixed(Plane<D>{up}, -0.5 * up);
    stage.description.interactions.push_back({Party::of_body(floor), Interaction::any, Coulomb{.friction = 0.9}});
    stage.description.interactions.push_back({Party::of_body(floor), Party::of_body(block), Coulomb{.friction = 0.3}});
    stage.description.loads = {{.body = block, .acceleration = Vec<D>::axis(0), .control = 0}};
    stage.description.controls = {{.name = "push", .body = block, .direction = Vec<D>::axis(0),
                                   .displacement = {.kind = Kind::ramp, .from = 0.0, .to = 0.02, .over = 50.0}}};
    World<D> world = stage.build();
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged) << above << k;
    EXPECT_NEAR(controlled_displacement<D>(world, world, world.description.controls[0]), 0.02, 1e-4) << above;
    EXPECT_NEAR(world.factor[0].value, 0.3 * g, 5e-3 * g) << above;
}

TEST(Control, BesideAndOnBodiesThatDeform) {
    for (const bool above : {true, false}) {
        slides_where_bodies_deform<2>(above, {4, 2});
        slides_where_bodies_deform<2>(above, {0, 0});
        slides_where_bodies_deform<3>(above, {2, 2, 2});
    }
}

// What cannot be: a held body does not move, and the step says so.
TEST(Control, AStepThatCannotGetThereIsNotConverged) {
    Pushed<2> stage(Coulomb{.friction = 0.5}, 1.0, {.kind = Kind::ramp, .from = 0.0, .to = 1.0, .over = 10.0});
    stage.description.holds = {{.body = stage.body, .directions = {{1, 1}}, .rotations = {{1}}}};
    World<2> world = stage.build();
    EXPECT_FALSE(run(world, stage.settings).solve.converged);
}

}  // namespace
}  // namespace drystone::control_test

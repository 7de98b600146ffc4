// Moments, water and threads on and beside deformable bodies: what stiff ones do is what rigid ones do.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"
#include "step/state.h"

namespace drystone::deformable_moments_test {
namespace {

template <int D>
Vec<D> along(double x, double up) {
    Vec<D> v{};
    v[0] = x;
    v[D - 1] = up;
    return v;
}

/// A plate with its top at height 0, held by all nodes of its underside where it deforms.
template <int D>
void add_plate(ElasticStage<D>& stage, bool deforms) {
    Vec<D> size = along<D>(4.0, 0.2);
    if (D == 3) size[1] = 1.0;
    if (!deforms) {
        stage.rigid_box(size, along<D>(0.0, -0.1), true);
        return;
    }
    std::array<int, D> divisions{};
    divisions.fill(1);
    divisions[0] = 8;
    const int plate = stage.box_of(size, divisions, along<D>(0.0, -0.1));
    Hold<D> hold;
    hold.body = plate;
    for (int k = 0; k < D; ++k) hold.directions[k] = 1.0;
    hold.where = Bounds<D>{};
    for (int k = 0; k < D; ++k) hold.where->low[k] = -9.0, hold.where->high[k] = k == D - 1 ? -0.199 : 9.0;
    stage.description.holds.push_back(hold);
}

/// The way of a ball that rolls to a stop, and its energy balance.
template <int D>
double rolls(bool deforms, double young, SolverMethod method, Energy* energy) {
    constexpr double R = 0.1, v = 0.5, l = 0.01;
    ElasticStage<D> stage(Coulomb{.friction = 0.8, .rolling_friction = l}, young, 0.2);
    stage.falling();
    stage.settings.step = 2e-3;
    stage.settings.solver = {.method = method, .tolerance = 1e-10, .max_iterations = 100000};
    add_plate(stage, deforms);
    Spin<D> spin{};
    if constexpr (D == 2)
        spin[0] = -v / R;
    else
        spin[1] = v / R;
    const int ball = stage.ball(1.0, R, along<D>(-1.0, R), along<D>(v, 0.0), spin);
    World<D> world = stage.build();
    for (int k = 0; k < 450; ++k) EXPECT_TRUE(run(world, stage.settings).solve.converged) << k;
    EXPECT_LT(norm(world.bodies.velocity[ball].v), 1e-3);
    if (energy) *energy = world.energy;
    return world.bodies.position[ball][0] + 1.0;
}

template <int D>
void rolling_stops_as_on_a_rigid_plate() {
    // M l g = (I + M R^2) alpha / R ...: a ball that rolls loses v at the rate a = l g / R / (1 + k), k = I / M R^2.
    const double k = D == 2 ? 0.5 : 0.4, a = 0.01 * 9.81 / 0.1 / (1.0 + k);
    const double rigid = rolls<D>(false, 0.0, SolverMethod::automatic, nullptr);
    EXPECT_NEAR(rigid, 0.5 * 0.5 / (2.0 * a), 0.01 * rigid);
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::admm}) {
        Energy energy;
        const double way = rolls<D>(true, 1e11, method, &energy);
        EXPECT_NEAR(way, rigid, 1e-3 * rigid);
        EXPECT_LT(std::abs(energy.balance_error()), 1e-9);
        EXPECT_GT(energy.losses.friction, 0.0);
    }
}

TEST(DeformableMoments, ARollingBallStopsOnAStiffPlateAsOnARigidOne) {
    rolling_stops_as_on_a_rigid_plate<2>();
    rolling_stops_as_on_a_rigid_plate<3>();
}

/// A ball bonded to the side of a block: the bond carries its weight and the moment m g R.
template <int D>
void a_bond_carries_the_moment() {
    constexpr double R = 0.1, m = 2.0;
    ElasticStage<D> stage(Bonded{}, 1e10, 0.2);
    stage.falling();
    stage.settings.step = 1e-3;
    stage.settings.theta = 1.0;
    stage.settings.solver.tolerance = 1e-10;
    add_plate(stage, true);
    const int ball = stage.ball(m, R, along<D>(2.0 + R, -0.07));
    World<D> world = stage.build();
    for (int k = 0; k < 400; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged) << k;
    EXPECT_NEAR(world.bodies.position[ball][D - 1], -0.07, 1e-5);
    ASSERT_EQ(world.contacts.size(), 1);
    EXPECT_NEAR(std::abs(world.contacts.impulse[0][D - 1]) / stage.settings.step, m * 9.81, 1e-3 * m * 9.81);
    EXPECT_NEAR(norm(world.contacts.moment[0]) / stage.settings.step, m * 9.81 * R, 1e-3 * m * 9.81 * R);
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-9);
}

TEST(DeformableMoments, ABondOnADeformableBlockCarriesTheMoment) {
    a_bond_carries_the_moment<2>();
    a_bond_carries_the_moment<3>();
}

/// A ball that spins, glued to a free block: the moment of the bond turns the block, and angular momentum stays what it was.
template <int D>
void a_moment_keeps_angular_momentum(bool meshed) {
    ElasticStage<D> stage(Bonded{}, 1e8, 0.2);
    stage.settings.step = 1e-3;
    stage.settings.solver.tolerance = 1e-12;
    Vec<D> size = along<D>(0.4, 0.4);
    if (D == 3) size[1] = 0.4;
    std::array<int, D> divisions{};
    if (meshed) divisions.fill(2);
    const int block = stage.box_of(size, divisions, along<D>(0.0, 0.0));
    Spin<D> spin{};
    spin[spin_dim<D> - 1] = 1.0;
    const int ball = stage.ball(20.0, 0.1, along<D>(0.3, 0.05), {}, spin);
    World<D> world = stage.build();
    const double before = spin[spin_dim<D> - 1] / world.bodies.inverse_inertia[ball][0][0];
    ASSERT_TRUE(run(world, stage.settings).solve.converged);
    ASSERT_GT(norm(world.contacts.moment[0]), 1e-3 * before);
    const Spin<D> of_ball = moment(world.bodies.position[ball], 20.0 * world.bodies.velocity[ball].v) +
                            inverse(world.bodies.inverse_inertia[ball]) * world.bodies.velocity[ball].w;
    const Spin<D> after = of_ball + angular_momentum(world.elastic[world.deforming_of[block]]);
    EXPECT_NEAR(norm(after), before, 1e-9 * before) << meshed;
}

TEST(DeformableMoments, AMomentOnAFreeBlockKeepsAngularMomentum) {
    for (const bool meshed : {false, true}) {
        a_moment_keeps_angular_momentum<2>(meshed);
        a_moment_keeps_angular_momentum<3>(meshed);
    }
}

/// A block half as dense as water, let go below its floating depth: places after a while. kind: 0 rigid, 1 uniform, 2 meshed.
template <int D>
World<D> floats(int kind) {
    ElasticStage<D> stage(Coulomb{}, 1e9, 0.2, 500.0);
    stage.falling();
    stage.settings.step = 2e-3;
    stage.description.water.emplace();
    stage.description.water->density = 1000.0;
    stage.description.water->level = {.kind = Signal::Kind::constant, .value = 0.0};
    stage.description.water->drag = 2.0;
    Vec<D> size = along<D>(1.0, 0.4);
    if (D == 3) size[1] = 0.8;
    std::array<int, D> divisions{};
    if (kind == 2) divisions.fill(2);
    const Vec<D> place = along<D>(0.0, -0.1);
    kind == 0 ? stage.rigid_box(size, place) : stage.box_of(size, divisions, place);
    World<D> world = stage.build();
    for (int k = 0; k < 1500; ++k) EXPECT_TRUE(run(world, stage.settings).solve.converged);
    return world;
}

TEST(DeformableWater, AStiffBlockFloatsAsARigidOne) {
    const World<2> flat = floats<2>(0);
    const World<3> solid = floats<3>(0);
    for (const int kind : {1, 2}) {
        const World<2> two = floats<2>(kind);
        EXPECT_NEAR(two.bodies.position[0][1], flat.bodies.position[0][1], 2e-4) << kind;
        EXPECT_NEAR(two.bodies.position[0][1], 0.0, 0.03) << kind;
        EXPECT_LT(std::abs(two.energy.balance_error()), 1e-7) << kind;
        const World<3> three = floats<3>(kind);
        EXPECT_NEAR(three.bodies.position[0][2], solid.bodies.position[0][2], 2e-4) << kind;
        EXPECT_LT(std::abs(three.energy.balance_error()), 1e-7) << kind;
    }
}

// Rolling friction beside deformable bodies: the same bits for any number of threads, and from a checkpoint's state.
TEST(DeformableMoments, SameBitsForAnyThreadsAndAfterARestart) {
    ElasticStage<3> stage(Coulomb{.friction = 0.5, .rolling_friction = 0.01, .torsion_friction = 0.005}, 1e7, 0.2);
    stage.falling();
    stage.settings.step = 2e-3;
    stage.settings.solver.tolerance = 1e-8;
    add_plate(stage, true);
    stage.box_of({{0.4, 0.4, 0.2}}, {1, 1, 1}, {{0.5, 0.0, 0.11}});
    stage.box_of({{0.4, 0.4, 0.2}}, {0, 0, 0}, {{-0.5, 0.0, 0.11}});
    for (int k = 0; k < 6; ++k) stage.ball(1.0, 0.1, {{-1.2 + 0.4 * k, 0.1 * (k % 3), 0.4}}, {{0.5, 0.2, 0.0}});
    World<3> one = stage.build(), two = stage.build(), three = stage.build(), stopped = stage.build();
    run(one, stage.settings, 120, 1);
    run(two, stage.settings, 120, 2);
    run(three, stage.settings, 120, 3);
    run(stopped, stage.settings, 60, 1);
    World<3> again = stage.build();
    ThreadPool pool(1);
    put_state(stopped, again, pool);
    run(again, stage.settings, 60, 2);
    ASSERT_FALSE(one.moment.empty());
    for (const World<3>* other : {&two, &three, &again}) {
        EXPECT_EQ(one.bodies.position, other->bodies.position);
        EXPECT_EQ(one.bodies.velocity, other->bodies.velocity);
        for (std::size_t k = 0; k < one.elastic.size(); ++k)
            EXPECT_EQ(one.elastic[k].x, other->elastic[k].x);
    }
    EXPECT_LT(std::abs(one.energy.balance_error()), 1e-9);
}

}  // namespace
}  // namespace drystone::deformable_moments_test

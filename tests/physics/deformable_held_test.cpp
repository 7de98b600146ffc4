// Contacts on nodes that are held or driven. These have no rows in the contact problem; what contacts give them their supports take:
//
//     P+ - P- = h (m g + reaction) + sum of the contacts' impulses,      and the energy balance closes
//
// for any law, method, theta, motion of the nodes, wherever they are: below the contacts, at them, all there are.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"
#include "step/deformable.h"

namespace drystone::deformable_held_test {
namespace {

enum class Held { below, above, everywhere };

struct Case {
    Held held = Held::below;
    bool driven = false;
    bool rolls = false;
    double theta = 0.5;
    SolverMethod method = SolverMethod::automatic;
    int threads = 1;
};

std::string told(const Case& one) {
    return "held " + std::to_string(static_cast<int>(one.held)) + ", driven " + std::to_string(one.driven) + ", rolls " +
           std::to_string(one.rolls) + ", theta " + std::to_string(one.theta) + ", method " +
           std::to_string(static_cast<int>(one.method));
}

/// A slab of elements, its top at height 0, with balls on it and a block beside these.
template <int D>
ElasticStage<D> slab(const Case& one) {
    ElasticStage<D> stage(Coulomb{.friction = 0.4, .rolling_friction = one.rolls ? 5e-3 : 0.0}, 1e9, 0.2);
    stage.falling();
    stage.settings.step = 1e-3;
    stage.settings.theta = one.theta;
    stage.settings.solver = {.method = one.method, .tolerance = 1e-10, .max_iterations = 100000};
    Vec<D> size = Vec<D>::axis(0) + 0.2 * Vec<D>::axis(D - 1);
    if (D == 3) size[1] = 0.5;
    std::array<int, D> divisions{};
    divisions.fill(1);
    divisions[0] = 5;
    const int plate = stage.box_of(size, divisions, -0.1 * Vec<D>::axis(D - 1));
    Bounds<D> where;
    for (int k = 0; k < D; ++k) where.low[k] = -9.0, where.high[k] = 9.0;
    if (one.held == Held::below) where.high[D - 1] = -0.199;
    if (one.held == Held::above) where.low[D - 1] = -0.001;
    if (one.driven) {
        stage.moves(plate, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 0.3});
        stage.description.motions[0].where = where;
    } else {
        Hold<D> hold{.body = plate, .directions = {}, .where = where};
        for (int k = 0; k < D; ++k) hold.directions[k] = 1.0;
        stage.description.holds.push_back(hold);
    }
    stage.ball(2.0, 0.1, 0.1 * Vec<D>::axis(D - 1) - 0.25 * Vec<D>::axis(0), 0.2 * Vec<D>::axis(0));
    stage.ball(1.0, 0.05, 0.05 * Vec<D>::axis(D - 1) + 0.1 * Vec<D>::axis(0));
    Vec<D> block{};
    for (int k = 0; k < D; ++k) block[k] = 0.2;
    stage.rigid_box(block, 0.1 * Vec<D>::axis(D - 1) + 0.35 * Vec<D>::axis(0));
    return stage;
}

template <int D>
World<D> steps_balance(const Case& one, int steps) {
    const ElasticStage<D> stage = slab<D>(one);
    World<D> world = stage.build();
    ThreadPool pool(static_cast<std::size_t>(one.threads));
    const double h = stage.settings.step;
    for (int k = 0; k < steps; ++k) {
        const Vec<D> before = momentum(*deformable_of(world, 0));
        EXPECT_TRUE(advance(world, stage.settings, pool).solve.converged) << told(one);
        const ElasticBody<D>& plate = *deformable_of(world, 0);
        const Vec<D> given = h * (plate.model->mass * world.description.gravity + support_reaction(world, 0)) + impulse_on(world, 0);
        EXPECT_LT(norm(momentum(plate) - before - given), 1e-9 * h * plate.model->mass * 9.81) << told(one) << ", step " << k;
    }
    EXPECT_GT(world.last.contacts, 2) << told(one);
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-9) << told(one);
    return world;
}

template <int D>
void for_all_cases() {
    for (const Held held : {Held::below, Held::above, Held::everywhere}) {
        for (const bool driven : {false, true}) {
            for (const bool rolls : {false, true}) {
                for (const double theta : {0.5, 1.0}) steps_balance<D>({held, driven, rolls, theta}, 12);
            }
        }
        for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::admm, SolverMethod::anderson})
            steps_balance<D>({held, true, true, 0.5, method}, 6);
    }
}

TEST(DeformableHeld, SupportsTakeWhatContactsGiveHeldNodes) {
    for_all_cases<2>();
    for_all_cases<3>();
}

/// Where all nodes are held, nothing deforms: the bodies on it move as on a rigid body that is driven so.
template <int D>
void moves_as_on_a_rigid_one(bool driven) {
    const Case one{Held::everywhere, driven, true};
    const World<D> on_nodes = steps_balance<D>(one, 40);
    ElasticStage<D> stage = slab<D>(one);
    stage.description.bodies.edit(0).deformable.reset();
    stage.description.holds.clear();
    stage.description.bodies.edit(0).fixed = !driven;
    for (Motion<D>& motion : stage.description.motions) motion.where.reset();
    if (driven) {
        Hold<D> hold{.body = 0};
        for (int k = 0; k < D; ++k) hold.directions[k] = k == 0 ? 0.0 : 1.0;
        for (int k = 0; k < spin_dim<D>; ++k) hold.rotations[k] = 1.0;
        stage.description.holds.push_back(hold);
    }
    World<D> rigid = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 40; ++k) ASSERT_TRUE(advance(rigid, stage.settings, pool).solve.converged);
    for (int i = 1; i <= 2; ++i) {
        EXPECT_LT(norm(on_nodes.bodies.position[i] - rigid.bodies.position[i]), 1e-7) << i << driven;
        EXPECT_LT(norm(on_nodes.bodies.velocity[i].v - rigid.bodies.velocity[i].v), 1e-6) << i << driven;
    }
}

TEST(DeformableHeld, WhereEveryNodeIsHeldTheBodyIsARigidOne) {
    for (const bool driven : {false, true}) {
        moves_as_on_a_rigid_one<2>(driven);
        moves_as_on_a_rigid_one<3>(driven);
    }
}

/// Rows of the contact problem are for what answers.
TEST(DeformableHeld, HeldNodesHaveNoRows) {
    const World<3> world = steps_balance<3>({Held::below}, 1);
    ASSERT_EQ(world.problem.W.compliant.size(), 1U);
    const CompliantBody<3>& body = world.problem.W.compliant[0];
    EXPECT_GT(body.count, 0);
    EXPECT_LE(body.count, 6 * 2);  // nodes of the upper side
    for (std::size_t row = 0; row < body.rows(); ++row) EXPECT_GT(body.compliance[row * body.rows() + row], 0.0);
}

/// Same bits for any number of threads.
template <int D>
void same_bits() {
    const World<D> one = steps_balance<D>({Held::below, true, true}, 20);
    const World<D> three = steps_balance<D>({Held::below, true, true, 0.5, SolverMethod::automatic, 3}, 20);
    EXPECT_TRUE(one.bodies.position == three.bodies.position);
    EXPECT_TRUE(deformable_of(one, 0)->x == deformable_of(three, 0)->x);
    EXPECT_TRUE(one.contacts.impulse == three.contacts.impulse);
}

TEST(DeformableHeld, ThreadsDoNotMatter) {
    same_bits<2>();
    same_bits<3>();
}

}  // namespace
}  // namespace drystone::deformable_held_test

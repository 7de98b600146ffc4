// Bodies come and go between steps: with the same bits after a restart and without scratch, with a balance that closes, in slots that are
// reused, whatever names bodies elsewhere.

#include "step/population.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "geometry/curved.h"
#include "physics/block_stage.h"
#include "physics/named_stage.h"
#include "step/state.h"

namespace drystone::population_test {
namespace {

enum class Kind { ball, clump, block, curved };

template <int D>
Geometry<D> shape_of(Kind kind) {
    Vec<D> side;
    for (double& one : side.c) one = 0.06;
    if (kind == Kind::clump) return tripod<D>(0.02);
    if (kind == Kind::block) return {{Solid<D>{std::make_shared<const Convex<D>>(box(side))}, {}, {}}};
    if (kind == Kind::curved)
        return {{CurvedSolid<D>{std::make_shared<const Curved<D>>(
                     make_rounded(std::make_shared<const Convex<D>>(box(side)), 0.01))},
                 {},
                 {}}};
    return {{Ball<D>{0.04}, {}, {}}};
}

template <int D>
BodyDescription<D> grain(Kind kind, double x, double height) {
    BodyDescription<D> body;
    body.geometry = shape_of<D>(kind);
    body.position = x * Vec<D>::axis(0) + height * Vec<D>::axis(D - 1);
    body.velocity = 0.3 * Vec<D>::axis(0) - 1.0 * Vec<D>::axis(D - 1);
    for (double& w : body.angular_velocity.c) w = 2.0;
    return body;
}

/// Grains of some kinds come in above the floor, and those that came three rounds ago leave.
template <int D>
class Traffic {
  public:
    explicit Traffic(std::vector<Kind> kinds) : kinds_(std::move(kinds)) {}

    void pass(World<D>& world, int round) const {
        std::vector<BodyDescription<D>> coming;
        std::vector<int> leaving;
        const auto each = static_cast<int>(kinds_.size());
        for (int k = 0; k < each; ++k)
            coming.push_back(grain<D>(kinds_[static_cast<std::size_t>(k)],
                                      -1.0 - 0.2 * (each * (round % 4) + k), 0.055 + 0.01 * (round % 3)));
        if (round >= 3) {
            for (int k = 0; k < each; ++k) leaving.push_back(world.census.next_id - 3 * each + k);
        }
        remove_bodies<D>(world, leaving);
        insert_bodies<D>(world, coming);
    }

  private:
    std::vector<Kind> kinds_;
};

template <int D>
void expect_same(const World<D>& a, const World<D>& b, int round) {
    ASSERT_EQ(a.bodies.id, b.bodies.id) << round;
    ASSERT_TRUE(a.bodies == b.bodies) << round;
    ASSERT_EQ(a.slot, b.slot) << round;
    ASSERT_EQ(a.contacts.impulse, b.contacts.impulse) << round;
    ASSERT_TRUE(a.contacts.memory == b.contacts.memory) << round;
    ASSERT_TRUE(a.listed == b.listed) << round;
    ASSERT_EQ(a.energy.balance_error(), b.energy.balance_error()) << round;
    ASSERT_EQ(a.energy.entered, b.energy.entered) << round;
    ASSERT_EQ(a.energy.left, b.energy.left) << round;
    ASSERT_EQ(a.census.in, b.census.in) << round;
    ASSERT_EQ(a.census.out, b.census.out) << round;
}

/// Against worlds without scratch, and against new ones that take the state, on two threads.
template <int D>
void goes_on_the_same(const Stage<D>& stage, const Traffic<D>& traffic) {
    World<D> whole = stage.build(), forgetful = stage.build(), copied = stage.build();
    double turned_over = 0.0;
    for (int round = 0; round < 15; ++round) {
        for (World<D>* one : {&whole, &forgetful, &copied}) traffic.pass(*one, round);
        expect_same(whole, forgetful, round);
        run(whole, stage.settings, 12);
        static_cast<Scratch<D>&>(forgetful) = {};
        run(forgetful, stage.settings, 12, 2);
        ThreadPool pool(1);
        World<D> next = stage.build();
        put_state(copied, next, pool);
        copied = std::move(next);
        run(copied, stage.settings, 12);
        expect_same(whole, forgetful, round);
        expect_same(whole, copied, round);
        turned_over = std::max({turned_over, whole.energy.kinetic, whole.energy.entered, whole.energy.left,
                                whole.energy.dissipated()});
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_LT(std::abs(whole.energy.balance_error()), 1e-11 * turned_over);
    EXPECT_GT(whole.contacts.size(), 0);
}

TEST(Population, GoesOnWithTheSameBits) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        goes_on_the_same<2>(every_name<2>(integrator), Traffic<2>({Kind::ball, Kind::clump, Kind::block}));
        goes_on_the_same<3>(every_name<3>(integrator), Traffic<3>({Kind::block, Kind::ball, Kind::clump}));
    }
}

TEST(Population, OfCurvedShapesGoesOnWithTheSameBits) {
    const auto scene = [](auto stage) {
        stage.falling();
        stage.floor();
        return stage;
    };
    goes_on_the_same<2>(scene(Stage<2>(Coulomb{.friction = 0.4})), Traffic<2>({Kind::curved, Kind::ball}));
    goes_on_the_same<3>(scene(Stage<3>(Coulomb{.friction = 0.4})), Traffic<3>({Kind::curved, Kind::block}));
}

TEST(Population, OfSoftGrainsGoesOnWithTheSameBits) {
    goes_on_the_same<2>(soft_heap<2>(), Traffic<2>({Kind::ball, Kind::clump}));
    goes_on_the_same<3>(soft_heap<3>(), Traffic<3>({Kind::clump, Kind::ball}));
}

TEST(Population, OfJointsThatRememberGoesOnWithTheSameBits) {
    for (const Law& law : {Law(Elastic{
             .normal_stiffness = 1e6, .shear_stiffness = 1e6, .friction = 0.3, .joint = {.area = 0.01}})}) {
        Stage<2> stage(law);
        stage.falling().floor();
        goes_on_the_same<2>(stage, Traffic<2>({Kind::ball, Kind::block}));
        Stage<3> space(law);
        space.falling().floor();
        goes_on_the_same<3>(space, Traffic<3>({Kind::ball, Kind::clump}));
    }
}

/// Ten times as many have passed as are there: the world is as large as it was.
TEST(Population, ReusesSlots) {
    Stage<2> stage;
    stage.falling().floor();
    World<2> world = stage.build();
    const Traffic<2> traffic({Kind::ball, Kind::clump, Kind::block});
    for (int round = 0; round < 5; ++round) traffic.pass(world, round);
    const int slots = world.bodies.size(), parts = world.parts.size();
    const std::size_t solids = world.parts.solids.shape.size();
    for (int round = 5; round < 60; ++round) {
        traffic.pass(world, round);
        run(world, stage.settings, 2);
    }
    EXPECT_EQ(world.bodies.size(), slots);
    EXPECT_EQ(world.parts.size(), parts);
    EXPECT_EQ(world.parts.solids.shape.size(), solids);
    EXPECT_EQ(world.census.next_id, 1 + 180);
    EXPECT_EQ(world.census.in.passed.bodies, 180);
    EXPECT_EQ(world.census.out.passed.bodies, 180 - 9);
}

/// What a body leaves behind is not its successor's: one in the slot of a body that was pushed, held, driven, wet, named by a law falls
/// as in a world where nothing is named.
TEST(Population, LeavesNothingBehind) {
    ElasticStage<2> stage = every_name<2>(Integrator::moreau);
    stage.description.water.reset();
    World<2> world = stage.build();
    run(world, stage.settings, 5);
    const std::vector<int> named = {1, 2, 5, 6, 7, 10};
    remove_bodies<2>(world, named);
    EXPECT_TRUE(world.description.loads.empty() && world.description.holds.empty() &&
                world.description.motions.empty());
    std::vector<BodyDescription<2>> balls(4, grain<2>(Kind::ball, -3.0, 0.3));
    for (int k = 0; k < 4; ++k) balls[static_cast<std::size_t>(k)].position[0] -= 0.2 * k;
    const std::vector<int> ids = insert_bodies<2>(world, balls);
    EXPECT_EQ(world.slot[static_cast<std::size_t>(ids[0])], 1);
    EXPECT_EQ(world.slot[static_cast<std::size_t>(ids[3])], 6);

    ElasticStage<2> bare(Coulomb{.friction = 0.3}, 1e7, 0.2);
    bare.falling().floor();
    for (const BodyDescription<2>& ball : balls) bare.add(ball);
    World<2> alone = bare.build();
    alone.time = world.time;
    run(world, stage.settings, 400);
    run(alone, bare.settings, 400);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        const auto slot = static_cast<std::size_t>(world.slot[static_cast<std::size_t>(ids[k])]);
        EXPECT_LT(norm(world.bodies.position[slot] - alone.bodies.position[k + 1]), 1e-9);
        EXPECT_LT(norm(world.bodies.velocity[slot].v - alone.bodies.velocity[k + 1].v), 1e-8);
    }
}

TEST(Population, IsRefusedWhatItCannotDo) {
    ElasticStage<3> stage = every_name<3>(Integrator::moreau);
    World<3> world = stage.build();
    const auto refuses = [&](std::vector<int> ids) {
        const std::vector<int> before = world.bodies.id;
        EXPECT_THROW(remove_bodies<3>(world, ids), InputError);
        EXPECT_EQ(world.bodies.id, before);
    };
    refuses({3});   // a link holds it
    refuses({8});   // it deforms
    refuses({77});  // nobody
    refuses({-1});
    remove_bodies<3>(world, std::vector<int>{1});
    refuses({1});  // gone
    BodyDescription<3> same = grain<3>(Kind::ball, 0.0, 3.0);
    same.name = "body4";
    EXPECT_THROW(insert_bodies<3>(world, std::vector{same}), InputError);
    BodyDescription<3> heavy = grain<3>(Kind::ball, 0.0, 3.0);
    heavy.mass = 1e200;
    EXPECT_THROW(insert_bodies<3>(world, std::vector{heavy}), InputError);
    BodyDescription<3> curved = grain<3>(Kind::curved, 0.0, 3.0);  // beside a mesh
    EXPECT_THROW(insert_bodies<3>(world, std::vector{curved}), InputError);
    EXPECT_EQ(world.census.in.passed.bodies, 0);
    run(world, stage.settings, 3);
}

/// A wall may come and go as well: a gate.
TEST(Population, OfWalls) {
    Stage<2> stage;
    stage.falling().floor();
    stage.ball(1.0, 0.1, Vec<2>{{0.0, 1.1}});
    World<2> world = stage.build();
    BodyDescription<2> shelf;
    shelf.fixed = true;
    shelf.geometry = {{Plane<2>{Vec<2>::axis(1)}, {}, {}}};
    shelf.position = Vec<2>{{0.0, 1.0}};
    const std::vector<int> id = insert_bodies<2>(world, std::vector{shelf});
    run(world, stage.settings, 100);
    EXPECT_NEAR(world.bodies.position[1][1], 1.1, 1e-9);
    remove_bodies<2>(world, id);
    run(world, stage.settings, 100);
    EXPECT_NEAR(world.bodies.position[1][1], 1.1 - 0.5 * 9.81 * 0.01, 1e-9);
}

/// Newcomers are listed beside those that are there: nothing is built anew, and the list is the one that its reference says.
TEST(Population, IsListedWithoutBuildingAnew) {
    Stage<3> stage(Coulomb{.friction = 0.3});
    stage.floor();
    for (int k = 0; k < 125; ++k)
        stage.ball(1.0, 0.05, Vec<3>{{0.1 * (k % 5), 0.1 * (k / 5 % 5), 0.05 + 0.1 * (k / 25)}});
    World<3> world = stage.build();
    run(world, stage.settings, 2);
    const long before = world.neighbours.rebuilds();
    for (int round = 0; round < 30; ++round) {
        BodyDescription<3> one = grain<3>(round % 2 ? Kind::ball : Kind::clump, 0.15 * (round % 6), 0.57);
        one.position[1] = 0.15 * (round / 6);
        one.velocity = {};
        one.angular_velocity = {};
        const std::vector<int> ids = insert_bodies<3>(world, std::vector{one});
        run(world, stage.settings, 1);
        if (round % 3 == 0) remove_bodies<3>(world, std::vector<int>{1 + 4 * round, ids[0]});
        run(world, stage.settings, 1);
        Neighbours<3> again;
        ThreadPool pool(1);
        again.restore(world.parts, world.listed, pool);
        ASSERT_TRUE(std::equal(again.pairs().begin(), again.pairs().end(), world.neighbours.pairs().begin(),
                               world.neighbours.pairs().end(), [](const PartPair& p, const PartPair& q) {
                                   return p.a == q.a && p.b == q.b;
                               }));
    }
    EXPECT_EQ(world.neighbours.rebuilds(), before);
}

}  // namespace
}  // namespace drystone::population_test

#include "step/walls.h"

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "physics/deformable_stage.h"

namespace drystone::walls_test {
namespace {

using Walls = std::vector<std::uint8_t>;

template <class T>
struct OfDimension : testing::Test {
    static constexpr int D = T::value;
    static constexpr int S = spin_dim<D>;

    Stage<D> stage;

    int block() { return stage.clump(1.0, {{cube(), {}, {}}}, {}); }
    int ball() { return stage.ball(1.0, 0.5, {}); }
    int pair_of_balls() {
        return stage.clump(1.0, {{Ball<D>{0.5}, {}, {}}, {Ball<D>{0.5}, Vec<D>::axis(0), {}}}, {});
    }
    int movable(const Shape<D>& shape) { return stage.clump(1.0, {{shape, {}, {}}}, {}); }

    static Shape<D> cube() { return Solid<D>{std::make_shared<const Convex<D>>(box<D>(all_ways()))}; }
    void hold(int body, const Vec<D>& directions, const Spin<D>& rotations) {
        stage.description.holds.push_back({.body = body, .directions = directions, .rotations = rotations});
    }
    static Spin<D> all_turns() {
        Spin<D> all;
        for (int k = 0; k < S; ++k) all[k] = 1.0;
        return all;
    }
    static Vec<D> all_ways() {
        Vec<D> all;
        for (int k = 0; k < D; ++k) all[k] = 1.0;
        return all;
    }
    Walls walls() const { return walls_of(stage.build()); }
};

using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(OfDimension, Dimensions);

TYPED_TEST(OfDimension, PlanesDrumsAndFixedBodiesAreWallsWhetherTheyMoveOrNot) {
    constexpr int N = TestFixture::D;
    this->stage.floor();
    this->movable(Plane<N>{Vec<N>::axis(0)});
    this->movable(Drum<N>{});
    this->stage.fixed(TestFixture::cube());
    this->stage.fixed(Ball<N>{0.5});
    this->ball();
    this->block();
    EXPECT_EQ(this->walls(), (Walls{1, 1, 1, 1, 1, 0, 0}));
}

TYPED_TEST(OfDimension, BodiesHeldOrDrivenWhereOthersAreFreeAreWalls) {
    constexpr int N = TestFixture::D;
    this->ball();
    this->block();
    const int piston = this->block(), platen = this->block(), sheared = this->block(),
              rough = this->pair_of_balls();
    const int pushed = this->ball(), whole = this->block();
    this->hold(piston, Vec<N>::axis(0), TestFixture::all_turns());
    this->hold(platen, {}, TestFixture::all_turns());  // glides both ways, does not turn
    this->stage.moves(sheared, Driven::velocity, Vec<N>::axis(0),
                      {.kind = Signal::Kind::constant, .value = 1.0});
    this->hold(rough, Vec<N>::axis(0), {});
    this->stage.moves(pushed, Driven::velocity, Vec<N>::axis(0),
                      {.kind = Signal::Kind::constant, .value = 1.0});
    this->hold(whole, TestFixture::all_ways(), TestFixture::all_turns());
    EXPECT_EQ(this->walls(), (Walls{0, 0, 1, 1, 1, 1, 1, 1}));
}

TYPED_TEST(OfDimension, GrainsThatDoNotTurnAreNoWalls) {
    this->ball();
    this->hold(this->ball(), {}, TestFixture::all_turns());
    this->hold(this->block(), {}, TestFixture::all_turns());
    EXPECT_EQ(this->walls(), (Walls{0, 0, 1}));
}

// Blocks kept in their plane, grains on rails: what all are held in tells no wall from the rest.
TYPED_TEST(OfDimension, WhatEveryBodyIsHeldInMakesNoWall) {
    constexpr int N = TestFixture::D;
    this->stage.floor();
    for (const int body : {this->ball(), this->block(), this->block()}) this->hold(body, Vec<N>::axis(0), {});
    this->hold(3, Vec<N>::axis(N - 1), {});
    EXPECT_EQ(this->walls(), (Walls{1, 0, 0, 1}));
}

// A deformable body is held by its nodes and goes on deforming; a rigid plate that presses on it is a wall.
TYPED_TEST(OfDimension, ADeformableBodyIsNoWallAndWhatPressesItIs) {
    constexpr int N = TestFixture::D;
    ElasticStage<N> soft(Coulomb{}, 1e6);
    std::array<int, N> divisions;
    divisions.fill(2);
    const Vec<N> size = TestFixture::all_ways();
    const int meshed = soft.box_of(size, divisions, {}),
              uniform = soft.box_of(size, {}, 2.0 * Vec<N>::axis(0));
    const int plate = soft.rigid_box(size, 4.0 * Vec<N>::axis(0));
    Bounds<N> foot{.low = -size, .high = size};
    foot.high[0] = -0.4;
    soft.description.holds.push_back(
        {.body = meshed, .directions = TestFixture::all_ways(), .rotations = {}, .where = foot});
    soft.description.holds.push_back({.body = plate, .directions = Vec<N>::axis(0), .rotations = {}});
    EXPECT_EQ(walls_of(soft.build()), (Walls{0, 0, 1})) << uniform;
}

TYPED_TEST(OfDimension, ABodyUnderAForceIsNoWall) {
    constexpr int N = TestFixture::D;
    this->ball();
    this->stage.description.loads.push_back({.body = this->block(), .force = Vec<N>::axis(0)});
    EXPECT_EQ(this->walls(), (Walls{0, 0}));
}

}  // namespace
}  // namespace drystone::walls_test

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "broadphase/neighbours.h"
#include "broadphase/part_builder.h"

namespace drystone::far_places_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <int D>
std::vector<PartPair> list_of(const Parts<D>& parts) {
    ThreadPool pool(1);
    Neighbours<D> neighbours;
    neighbours.update(parts, std::vector<double>(parts.body.size(), 0.0), pool);
    return {neighbours.pairs().begin(), neighbours.pairs().end()};
}

/// A million-to-one stretch of empty space must neither cost memory nor gather everybody else in one cell.
TEST(FarPlaces, BallsLostInSpaceDoNotChangeWhatTheOthersFind) {
    Random random(3);
    Parts<3> parts;
    for (int i = 0; i < 20000; ++i) add_ball(parts, random_point<3>(random, 0.0, 0.03), 5e-4);
    const std::vector<PartPair> before = list_of(parts);
    for (const double far : {1e3, 1e9, 1e18, 1e150}) {
        Parts<3> more = parts;
        add_ball(more, {{far, -far, far}}, 5e-4);
        add_ball(more, {{-far, far, 0.5 * far}}, 5e-4);
        add_ball(more, {{far, -far, far}}, 5e-4);  // with the first, wherever they are
        std::vector<PartPair> expected = before;
        expected.push_back({20000, 20002});
        EXPECT_EQ(list_of(more), expected) << far;
    }
}

TEST(FarPlaces, TwoHeapsAMillionKilometresApartBothFindTheirPairs) {
    Random random(5);
    Parts<2> near, both;
    for (int i = 0; i < 500; ++i)
        add_ball(near, {{0x1p-10 * double(random.below(20480)), double(i % 5)}}, 0.5);
    both = near;
    for (int i = 0; i < 500; ++i) add_ball(both, near.centre[std::size_t(i)] + Vec<2>{{0x1p30, 0x1p30}}, 0.5);
    std::vector<PartPair> expected = list_of(near);
    const std::size_t pairs = expected.size();
    for (std::size_t k = 0; k < pairs; ++k) expected.push_back({expected[k].a + 500, expected[k].b + 500});
    EXPECT_EQ(list_of(both), expected);
}

TEST(FarPlaces, WhatIsNotANumberHasNoPairsAndDisturbsNobody) {
    Parts<3> parts;
    add_ball(parts, {{nan, 0.0, 0.0}}, 1.0);
    add_ball(parts, {{0.0, 0.0, 0.0}}, 1.0);
    add_ball(parts, {{0.0, inf, 0.0}}, 1.0);
    add_ball(parts, {{0.0, 2.0, 0.0}}, 1.0);
    add_ball(parts, {{0.0, -inf, nan}}, 1.0);
    add_ball(parts, {{0.0, 0.0, 1e308}}, 1e308);
    add_plane(parts, {{0.0, nan, 0.0}}, {{0.0, 0.0, 1.0}});
    EXPECT_EQ(list_of(parts), (std::vector<PartPair>{{1, 3}}));
}

TEST(FarPlaces, ABallWhoseReachIsNotANumberHasNoPairs) {
    ThreadPool pool(1);
    Parts<2> parts;
    for (int i = 0; i < 3; ++i) add_ball(parts, {{2.0 * i, 0.0}}, 1.0);
    Neighbours<2> neighbours;
    for (const double bad : {nan, inf}) {
        EXPECT_TRUE(neighbours.update(parts, std::vector<double>{0.0, 0.0, bad}, pool));
        EXPECT_TRUE(std::ranges::equal(neighbours.pairs(), std::vector<PartPair>{{0, 1}}));
    }
}

TEST(FarPlaces, AnEmptyWorldAndAWorldWithoutBallsHaveNoPairs) {
    Parts<2> parts;
    EXPECT_TRUE(list_of(parts).empty());
    add_plane(parts, {}, Vec<2>::axis(1));
    EXPECT_TRUE(list_of(parts).empty());
}

}  // namespace
}  // namespace drystone::far_places_test

#include "broadphase/neighbours.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "broadphase/part_builder.h"
#include "core/index.h"

namespace drystone::neighbours_test {
namespace {

/// The gap of a pair where the parts stand now, written down from the definition; a drum's is its smallest.
template <int D>
double gap_between(const Parts<D>& parts, int a, int b) {
    if (parts.kind[at(a)] != PartKind::ball) std::swap(a, b);
    const Vec<D> d = parts.centre[at(a)] - parts.centre[at(b)];
    if (parts.kind[at(b)] == PartKind::ball) return norm(d) - parts.radius[at(a)] - parts.radius[at(b)];
    if (parts.kind[at(b)] == PartKind::plane) return dot(d, parts.axis[at(b)]) - parts.radius[at(a)];
    const double along = D == 3 ? dot(d, parts.axis[at(b)]) : 0.0;
    const double shell = parts.radius[at(b)] - std::sqrt(dot(d, d) - along * along) - parts.radius[at(a)];
    if (D == 2) return shell;
    return std::min(shell, 0.5 * parts.length[at(b)] - std::abs(along) - parts.radius[at(a)]);
}

template <int D>
bool may_pair(const Parts<D>& parts, int a, int b) {
    const bool a_ball = parts.kind[at(a)] == PartKind::ball, b_ball = parts.kind[at(b)] == PartKind::ball;
    return (a_ball || b_ball) && parts.body[at(a)] != parts.body[at(b)] &&
           (parts.movable[at(a)] || parts.movable[at(b)]);
}

/// All pairs with gap <= range_a + range_b, in order, by trying every two parts.
template <int D>
std::vector<PartPair> try_all(const Parts<D>& parts, std::span<const double> range) {
    std::vector<PartPair> pairs;
    for (int a = 0; a < parts.size(); ++a) {
        for (int b = a + 1; b < parts.size(); ++b) {
            if (may_pair(parts, a, b) && gap_between(parts, a, b) <= range[at(a)] + range[at(b)]) {
                pairs.push_back({a, b});
            }
        }
    }
    return pairs;
}

std::vector<PartPair> copy(std::span<const PartPair> pairs) { return {pairs.begin(), pairs.end()}; }

template <int D>
void expect_list_of_all_within_margins(const Parts<D>& parts, const Neighbours<D>& neighbours) {
    EXPECT_EQ(copy(neighbours.pairs()), try_all<D>(parts, neighbours.reference().margin));
}

/// The list must hold every pair within reach, and only pairs in order.
template <int D>
void expect_nobody_missed(const Parts<D>& parts, std::span<const double> reach,
                          const Neighbours<D>& neighbours) {
    const auto pairs = neighbours.pairs();
    ASSERT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
    ASSERT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    for (const PartPair& near : try_all(parts, reach)) {
        ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), near)) << near.a << " " << near.b;
    }
}

template <int D>
void shake(Parts<D>& parts, Random& random, double over_radius) {
    for (int i = 0; i < parts.size(); ++i) {
        if (parts.kind[at(i)] != PartKind::ball) continue;
        const double step = over_radius * parts.radius[at(i)] * random.uniform();
        parts.centre[at(i)] += step * random_direction<D>(random);
    }
}

TEST(Neighbours, AFreshListHoldsExactlyThePairsWithinTheirMargins) {
    ThreadPool pool(1);
    for (const double ratio : {1.0, 1.7, 10.0, 100.0, 1e4}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(ratio);
            const Parts<2> flat = random_cloud<2>(600, 40.0, 1.2 / std::sqrt(ratio), ratio, seed);
            const Parts<3> solid = random_cloud<3>(600, 14.0, 1.1 / std::sqrt(ratio), ratio, seed);
            const std::vector<double> reach(602, 0.1 / std::sqrt(ratio));
            Neighbours<2> in_plane;
            in_plane.update(flat, reach, pool);
            expect_list_of_all_within_margins(flat, in_plane);
            Neighbours<3> in_space;
            in_space.update(solid, reach, pool);
            expect_list_of_all_within_margins(solid, in_space);
            EXPECT_GT(in_space.pairs().size(), 100u);
        }
    }
}

TEST(Neighbours, FewSmallBallsAmongManyLargeOnesAreFoundAsWellAsFewLargeOnesAmongManySmall) {
    ThreadPool pool(2);
    for (const double odd_radius : {0.001, 0.02, 5.0, 20.0}) {
        SCOPED_TRACE(odd_radius);
        Random random(7);
        Parts<3> parts;
        for (int i = 0; i < 800; ++i) {
            add_ball(parts, random_point<3>(random, -5.0, 5.0), i % 100 == 50 ? odd_radius : 0.5);
        }
        Neighbours<3> neighbours;
        neighbours.update(parts, std::vector<double>(800, 0.0), pool);
        expect_list_of_all_within_margins(parts, neighbours);
    }
}

template <int D>
void move_for_a_while(double ratio, double over_radius, double reach_over_radius) {
    Random random(11);
    Parts<D> parts = random_cloud<D>(300, D == 2 ? 30.0 : 11.0, 1.2 / std::sqrt(ratio), ratio, 5);
    std::vector<double> reach(at(parts.size()), 0.0);
    Neighbours<D> neighbours;
    ThreadPool pool(2);
    for (int step = 0; step < 60; ++step) {
        SCOPED_TRACE(step);
        for (std::size_t i = 0; i < reach.size(); ++i) {
            const double share = static_cast<double>(i) / static_cast<double>(reach.size());
            reach[i] = reach_over_radius * (share + 0.1 * random.uniform()) * parts.radius[i];
            if (parts.kind[i] != PartKind::ball) reach[i] = 0.0;
        }
        neighbours.update(parts, reach, pool);
        expect_nobody_missed<D>(parts, reach, neighbours);
        if (::testing::Test::HasFatalFailure()) return;
        shake(parts, random, over_radius);
    }
    EXPECT_GT(neighbours.rebuilds(), 1);
    EXPECT_LT(neighbours.rebuilds(), 60);
}

TEST(Neighbours, NoPairWithinReachIsEverMissedWhileDisksMove) {
    move_for_a_while<2>(1.0, 0.02, 0.05);
    move_for_a_while<2>(100.0, 0.02, 0.3);
}

TEST(Neighbours, NoPairWithinReachIsEverMissedWhileSpheresMove) {
    move_for_a_while<3>(1.0, 0.02, 0.05);
    move_for_a_while<3>(100.0, 0.02, 0.3);
}

TEST(Neighbours, TheListIsTheSameForAnyNumberOfThreads) {
    const Parts<3> parts = random_cloud<3>(50000, 60.0, 0.3, 8.0, 3);  // long enough for shared sorting
    const std::vector<double> reach(at(parts.size()), 0.01);
    ThreadPool one(1);
    Neighbours<3> alone;
    alone.update(parts, reach, one);
    ASSERT_GT(alone.pairs().size(), 50000u);
    for (const int threads : {2, 3, 7}) {
        ThreadPool pool(threads);
        Neighbours<3> together;
        together.update(parts, reach, pool);
        EXPECT_TRUE(std::ranges::equal(alone.pairs(), together.pairs())) << threads;
    }
}

TEST(Neighbours, TheListIsKeptWhileNothingMovesFurtherThanItsMargin) {
    ThreadPool pool(1);
    Parts<2> parts;
    add_ball(parts, {{0.0, 0.0}}, 1.0);
    add_ball(parts, {{2.1, 0.0}}, 1.0);
    const std::vector<double> reach(2, 0.0);
    Neighbours<2> neighbours;
    EXPECT_TRUE(neighbours.update(parts, reach, pool));
    EXPECT_FALSE(neighbours.update(parts, reach, pool));
    parts.centre[1][1] += 0.1;  // less than 0.15 r
    EXPECT_FALSE(neighbours.update(parts, reach, pool));
    parts.centre[1][1] += 0.1;
    EXPECT_TRUE(neighbours.update(parts, reach, pool));
    EXPECT_EQ(neighbours.rebuilds(), 2);
}

TEST(Neighbours, ABallThatBeginsToLookFurtherAheadThanItsMarginRebuildsTheList) {
    ThreadPool pool(1);
    Parts<3> parts;
    add_ball(parts, {{0.0, 0.0, 0.0}}, 1.0);
    add_ball(parts, {{4.0, 0.0, 0.0}}, 1.0);
    Neighbours<3> neighbours;
    neighbours.update(parts, std::vector<double>{0.0, 0.0}, pool);
    EXPECT_TRUE(neighbours.pairs().empty());
    EXPECT_TRUE(neighbours.update(parts, std::vector<double>{2.0, 0.0}, pool));
    EXPECT_EQ(neighbours.pairs().size(), 1u);
}

TEST(Neighbours, PartsOfOneBodyAndTwoHeldBodiesNeverPair) {
    ThreadPool pool(1);
    Parts<2> parts;
    add_ball(parts, {{0.0, 0.0}}, 1.0);
    add_ball(parts, {{0.5, 0.0}}, 1.0);
    parts.body[1] = 0;
    add_ball(parts, {{50.0, 0.0}}, 1.0, held);
    add_ball(parts, {{50.5, 0.0}}, 1.0, held);
    add_plane(parts, {{0.0, -1.0}}, {{0.0, 1.0}});  // under both, held: pairs with the movable ones alone
    Neighbours<2> neighbours;
    neighbours.update(parts, std::vector<double>(5, 0.0), pool);
    EXPECT_EQ(copy(neighbours.pairs()), (std::vector<PartPair>{{0, 4}, {1, 4}}));
}

TEST(Neighbours, PlanesAndDrumsDoNotPairWithEachOther) {
    ThreadPool pool(1);
    Parts<3> parts;
    add_plane(parts, {}, Vec<3>::axis(2), true);
    add_plane(parts, {}, Vec<3>::axis(0), true);
    add_drum(parts, {}, 1.0, Vec<3>::axis(1));
    Neighbours<3> neighbours;
    neighbours.update(parts, std::vector<double>(3, 0.1), pool);
    EXPECT_TRUE(neighbours.pairs().empty());
}

TEST(Neighbours, TheListCanBeRestoredFromItsReferenceBitForBit) {
    ThreadPool pool(2);
    Random random(2);
    Parts<3> parts = random_cloud<3>(400, 12.0, 0.6, 5.0, 9);
    const std::vector<double> reach(at(parts.size()), 0.0);
    Neighbours<3> first;
    for (int step = 0; step < 7; ++step) {
        shake(parts, random, 0.05);
        first.update(parts, reach, pool);
    }
    Neighbours<3> second;
    second.restore(parts, first.reference(), pool);
    EXPECT_EQ(copy(second.pairs()), copy(first.pairs()));
    for (int step = 0; step < 20; ++step) {
        shake(parts, random, 0.05);
        ASSERT_EQ(first.update(parts, reach, pool), second.update(parts, reach, pool));
        ASSERT_EQ(copy(second.pairs()), copy(first.pairs()));
        ASSERT_EQ(second.reference(), first.reference());
    }
}

// Lengths in other units, a power of two apart, are the same digits: nothing may be measured in metres.
TEST(Neighbours, ScalingAllLengthsByAPowerOfTwoLeavesTheSamePairs) {
    ThreadPool pool(1);
    const Parts<3> parts = random_cloud<3>(500, 12.0, 0.2, 30.0, 4);
    const std::vector<double> reach(at(parts.size()), 0.01);
    Neighbours<3> original;
    original.update(parts, reach, pool);
    for (const int power : {-60, -20, -1, 1, 30, 200}) {
        Parts<3> scaled = parts;
        std::vector<double> scaled_reach = reach;
        for (std::size_t i = 0; i < reach.size(); ++i) {
            scaled.centre[i] = std::ldexp(1.0, power) * parts.centre[i];
            scaled.radius[i] = std::ldexp(parts.radius[i], power);
            scaled.length.set(i, std::ldexp(parts.length[i], power));
            scaled_reach[i] = std::ldexp(reach[i], power);
        }
        Neighbours<3> other;
        other.update(scaled, scaled_reach, pool);
        EXPECT_EQ(copy(other.pairs()), copy(original.pairs())) << "2^" << power;
    }
}

}  // namespace
}  // namespace drystone::neighbours_test

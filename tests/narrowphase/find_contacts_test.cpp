#include "narrowphase/find_contacts.h"

#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "broadphase/part_builder.h"
#include "core/random.h"

namespace drystone::find_contacts_test {
namespace {

/// Contacts of every two parts of different bodies, with the same reach for all.
template <int D>
std::vector<ContactPoint<D>> contacts_of(const Parts<D>& parts, double reach = 0.0, int threads = 1) {
    std::vector<PartPair> pairs;
    for (int a = 0; a < parts.size(); ++a) {
        for (int b = a + 1; b < parts.size(); ++b) pairs.push_back({a, b});
    }
    ThreadPool pool(threads);
    ContactFinder<D> finder;
    std::vector<ContactPoint<D>> contacts;
    finder.find(parts, pairs, std::vector<double>(parts.body.size(), reach), pool, contacts);
    return contacts;
}

template <int D>
bool same(const ContactPoint<D>& p, const ContactPoint<D>& q) {
    return p.a == q.a && p.b == q.b && p.feature == q.feature && p.point == q.point && p.normal == q.normal &&
           p.gap == q.gap;
}

TEST(FindContacts, TheNormalLeadsFromTheLowerPartToTheHigherWhateverTheirShapes) {
    Parts<2> parts;
    add_plane(parts, {{0.0, -1.0}}, {{0.0, 1.0}});
    add_ball(parts, {{0.0, 0.0}}, 1.0);
    add_plane(parts, {{-1.0, 0.0}}, {{1.0, 0.0}});
    add_drum(parts, {{-4.0, 0.0}}, 5.0);
    const auto contacts = contacts_of(parts);
    ASSERT_EQ(contacts.size(), 3u);
    EXPECT_EQ(contacts[0].normal, (Vec<2>{{0.0, 1.0}}));   // floor -> ball
    EXPECT_EQ(contacts[1].normal, (Vec<2>{{-1.0, 0.0}}));  // ball -> left wall
    EXPECT_EQ(contacts[2].normal, (Vec<2>{{1.0, 0.0}}));   // ball -> drum
    EXPECT_EQ(contacts[0].point, (Vec<2>{{0.0, -1.0}}));
    EXPECT_EQ(contacts[1].point, (Vec<2>{{-1.0, 0.0}}));
    EXPECT_EQ(contacts[2].point, (Vec<2>{{1.0, 0.0}}));
}

// The order in which bodies are named is no physics: numbered the other way round, the same point, and the
// normal reversed.
TEST(FindContacts, NumberingThePartsBackwardsReversesTheNormalsAndKeepsThePoints) {
    Parts<3> forward, backward;
    add_drum(forward, {}, 4.0, {{1.0, 0.0, 0.0}}, 8.0);
    add_ball(forward, {{3.2, 0.0, 3.1}}, 1.0);
    add_plane(forward, {{0.0, 0.0, 2.2}}, {{0.0, 0.1, 1.0}});
    add_ball(forward, {{2.0, 0.5, 3.0}}, 0.6);
    for (int i = 3; i >= 0; --i) {
        const auto k = static_cast<std::size_t>(i);
        add_part(backward, forward.kind[k], forward.centre[k], forward.radius[k], forward.movable[k]);
        backward.axis.set(backward.size() - 1, forward.axis[k]);
        backward.length.set(backward.size() - 1, forward.length[k]);
    }
    const auto there = contacts_of(forward), back = contacts_of(backward);
    ASSERT_EQ(there.size(), back.size());
    EXPECT_EQ(there.size(), 4u);  // one ball with drum shell, drum end, plane and the other ball
    for (const auto& p : there) {
        int found = 0;
        for (const auto& q : back) {
            if (q.a != 3 - p.b || q.b != 3 - p.a || q.feature != p.feature) continue;
            ++found;
            EXPECT_NEAR(q.gap, p.gap, 1e-15);
            EXPECT_NEAR(norm(q.normal + p.normal), 0.0, 1e-15);
            EXPECT_NEAR(norm(q.point - p.point), 0.0, 1e-15);
        }
        EXPECT_EQ(found, 1);
    }
}

TEST(FindContacts, ABallInTheCornerOfADrumTouchesItsShellAndOneEnd) {
    Parts<3> parts;
    add_drum(parts, {}, 5.0, {{0.0, 0.0, 1.0}}, 10.0);
    add_ball(parts, {{4.0, 0.0, 4.0}}, 1.0);
    add_ball(parts, {{0.0, 0.0, -4.0}}, 1.0);
    const auto contacts = contacts_of(parts);
    ASSERT_EQ(contacts.size(), 3u);
    EXPECT_EQ(contacts[0].feature, 0u);
    EXPECT_EQ(contacts[0].normal, (Vec<3>{{-1.0, 0.0, 0.0}}));
    EXPECT_EQ(contacts[1].feature, 2u);
    EXPECT_EQ(contacts[1].normal, (Vec<3>{{0.0, 0.0, -1.0}}));
    EXPECT_EQ(contacts[2].feature, 1u);
    EXPECT_EQ(contacts[2].normal, (Vec<3>{{0.0, 0.0, 1.0}}));
    EXPECT_EQ(contacts[2].point, (Vec<3>{{0.0, 0.0, -5.0}}));
}

TEST(FindContacts, ATubeWithoutEndsHasOnlyItsShell) {
    Parts<3> parts;
    add_drum(parts, {}, 5.0, {{0.0, 0.0, 1.0}});
    add_ball(parts, {{4.0, 0.0, 1e6}}, 1.0);
    ASSERT_EQ(contacts_of(parts).size(), 1u);
    EXPECT_EQ(contacts_of(parts)[0].feature, 0u);
}

// A gap of 1e-8 of the smaller radius is closed, of 2e-8 it is open; the same at every scale of length.
TEST(FindContacts, TouchingIsAMatterOfScale) {
    for (const double scale : {0x1p-40, 1.0, 0x1p40}) {
        for (const double gap : {0.5e-8, 2e-8}) {
            Parts<3> parts;
            add_ball(parts, {}, scale);
            add_ball(parts, {{0.0, 0.0, (101.0 + gap) * scale}}, 100.0 * scale);
            add_plane(parts, {{0.0, 0.0, -(1.0 + gap) * scale}}, {{0.0, 0.0, 1.0}});
            EXPECT_EQ(contacts_of(parts).size(), gap < 1e-8 ? 2u : 0u) << scale << " " << gap;
        }
    }
}

TEST(FindContacts, PairsWithinTheReachOfBothAreFoundBeforeTheyTouch) {
    Parts<2> parts;
    add_ball(parts, {}, 1.0);
    add_ball(parts, {{2.5, 0.0}}, 1.0);
    EXPECT_EQ(contacts_of(parts, 0.24).size(), 0u);
    ASSERT_EQ(contacts_of(parts, 0.25).size(), 1u);
    EXPECT_EQ(contacts_of(parts, 0.25)[0].gap, 0.5);
}

TEST(FindContacts, TheListIsTheSameForAnyNumberOfThreadsAndInTheOrderOfThePairs) {
    const Parts<3> parts = random_cloud<3>(200, 6.0, 0.3, 4.0, 8);
    const auto alone = contacts_of(parts, 0.02, 1);
    ASSERT_GT(alone.size(), 200u);
    for (std::size_t k = 1; k < alone.size(); ++k) {
        const auto &p = alone[k - 1], &q = alone[k];
        EXPECT_LT(std::tie(p.a, p.b, p.feature), std::tie(q.a, q.b, q.feature));
    }
    for (const int threads : {2, 3, 7}) {
        const auto together = contacts_of(parts, 0.02, threads);
        ASSERT_EQ(together.size(), alone.size());
        for (std::size_t k = 0; k < alone.size(); ++k) ASSERT_TRUE(same(alone[k], together[k])) << k;
    }
}

TEST(FindContacts, WhatIsNotANumberTouchesNothing) {
    Parts<3> parts;
    add_ball(parts, {{std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}}, 1.0);
    add_ball(parts, {}, 1.0);
    add_drum(parts, {}, 1.5, {{0.0, 0.0, 1.0}}, 1.8);
    const auto contacts = contacts_of(parts);
    ASSERT_EQ(contacts.size(), 2u);  // the second ball and both ends of the drum
    EXPECT_EQ(contacts[0].a, 1);
}

/// A floor, balls on a lattice that overlap, touch and are apart, and cubes among them.
Parts<3> balls_and_cubes() {
    Parts<3> parts;
    add_plane(parts, {{0.0, 0.0, -0.95}}, {{0.0, 0.0, 1.0}});
    const auto cube = std::make_shared<const Convex<3>>(box<3>({{1.4, 1.4, 1.4}}));
    Random random(3);
    for (int k = 0; k < 1000; ++k) {
        const Vec<3> place = {{1.95 * (k % 10), 1.95 * (k / 10 % 10), 1.95 * (k / 100)}};
        add_ball(parts, place + random.uniform(-0.1, 0.1) * Vec<3>::axis(k % 3), 1.0);
        if (k % 7 != 0) continue;
        parts.kind.back() = PartKind::solid;
        parts.radius.back() = 0.7 * std::sqrt(3.0);
        parts.solid.back() = static_cast<int>(parts.solids.shape.size());
        parts.solids.shape.push_back(cube);
        parts.solids.origin.push_back(parts.centre.back());
        parts.solids.turn.push_back(Mat<3>::scaled_identity(1.0));
    }
    return parts;
}

// What nobody needs is left out as if it were taken out of the list afterwards, on any number of threads; only open points are asked about.
TEST(FindContacts, WhatIsLeftOutIsNotMissedByTheOthers) {
    const Parts<3> parts = balls_and_cubes();
    std::vector<PartPair> pairs;
    for (int a = 0; a < parts.size(); ++a) {
        for (int b = a + 1; b < std::min(a + 120, parts.size()); ++b) pairs.push_back({a, b});
    }
    const std::vector<double> reach(parts.body.size(), 0.1);
    std::vector<ContactPoint<3>> whole;
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        ContactFinder<3> finder;
        std::vector<ContactPoint<3>> all, some;
        finder.find(parts, pairs, reach, pool, all);
        if (threads == 1) whole = all;
        const auto odd = [](const ContactPoint<3>& c) { return (c.a + c.b + static_cast<int>(c.feature)) % 2 == 1; };
        std::atomic<bool> asked_of_closed{false};
        Sight<3> sight{reach, [&](const ContactPoint<3>& c) {
                           if (!(c.gap > 0.0)) asked_of_closed = true;
                           return odd(c);
                       }};
        finder.find(parts, pairs, sight, pool, some);
        EXPECT_FALSE(asked_of_closed);
        ASSERT_EQ(all.size(), whole.size());
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(same(all[i], whole[i])) << threads << " " << i;
        const auto left = std::erase_if(all, [&](const ContactPoint<3>& c) { return c.gap > 0.0 && odd(c); });
        EXPECT_GT(left, 100u);
        ASSERT_EQ(all.size(), some.size());
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(same(all[i], some[i])) << threads << " " << i;
    }
}

/// Balls at random among planes, in and about a drum, so that all its features are there.
Parts<3> balls_among_walls() {
    Parts<3> parts;
    Random random(11);
    add_plane(parts, {}, {{0.0, 0.0, 1.0}});
    for (int i = 0; i < 1500; ++i) add_ball(parts, {{9.0 * random.uniform(), 9.0 * random.uniform(), 9.0 * random.uniform()}}, 0.2 + 0.2 * random.uniform());
    add_drum(parts, {{4.0, 4.0, 4.0}}, 4.0, {{1.0, 0.0, 0.0}}, 8.0);
    for (int i = 0; i < 100; ++i) add_ball(parts, {{9.0 * random.uniform(), 9.0 * random.uniform(), 0.3}}, 0.3);
    add_plane(parts, {{9.0, 0.0, 0.0}}, {{-1.0, 0.0, 0.0}});
    return parts;
}

// In little space, and the same bits: features of drums included, on any number of threads, with and without what is left out.
TEST(FindContacts, BallsAreFoundAsWhatTheyAreFoundAmongOthers) {
    const Parts<3> parts = balls_among_walls();
    std::vector<PartPair> pairs;
    for (int a = 0; a < parts.size(); ++a) {
        for (int b = a + 1; b < parts.size(); ++b) {
            if (b < a + 100 || parts.kind[static_cast<std::size_t>(a)] != PartKind::ball || parts.kind[static_cast<std::size_t>(b)] != PartKind::ball)
                pairs.push_back({a, b});
        }
    }
    const std::vector<double> reach(parts.body.size(), 0.1);
    const auto odd = [](const ContactPoint<3>& c) { return (c.a + c.b + static_cast<int>(c.feature)) % 2 == 1; };
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        ContactFinder<3> finder;
        for (const Sight<3>& sight : {Sight<3>{reach}, Sight<3>{reach, odd}}) {
            std::vector<ContactPoint<3>> whole;
            PointList<3> brief;
            finder.find(parts, pairs, sight, pool, whole);
            finder.find_balls(parts, pairs, sight, pool, brief);
            ASSERT_TRUE(brief.is_brief());
            ASSERT_EQ(brief.size(), whole.size());
            EXPECT_GT(whole.size(), 500u);
            EXPECT_EQ(brief.deepest(pool), PointList<3>(whole).deepest(pool));
            std::array<int, 3> features{};
            for (std::size_t i = 0; i < whole.size(); ++i) {
                ASSERT_TRUE(same(brief[i], whole[i])) << threads << " " << i;
                ++features[whole[i].feature];
            }
            EXPECT_GT(std::min({features[0], features[1], features[2]}), 0);
        }
    }
}

}  // namespace
}  // namespace drystone::find_contacts_test

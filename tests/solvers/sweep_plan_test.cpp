#include "solvers/sweep_plan.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::sweep_plan_test {
namespace {

/// Bodies on a line, contacts between near ones, some with the ground, and some across.
std::vector<BodyPair> sample(int bodies, std::uint64_t seed) {
    Random random(seed);
    std::vector<BodyPair> contacts;
    for (int k = 0; k < 3 * bodies; ++k) {
        const int a = static_cast<int>(random.below(static_cast<std::uint64_t>(bodies)));
        const int b = std::min(bodies - 1, a + 1 + static_cast<int>(random.below(30)));
        if (a != b) contacts.push_back(k % 2 == 0 ? BodyPair{a, b} : BodyPair{b, a});
        if (k % 10 == 0) contacts.push_back({a, -1});
        if (k % 11 == 0) contacts.push_back({-1, a});
    }
    return contacts;
}

SweepPlan plan_of(const std::vector<BodyPair>& contacts, int bodies, int width) {
    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    SweepPlan plan;
    ThreadPool pool(1);
    Workbench bench;
    make_plan({contacts, all, bodies, width}, pool, bench, plan);
    return plan;
}

/// Mobile bodies of the groups [begin, end) of the plan, with how often each occurs.
std::multiset<int> bodies_of(const SweepPlan& s, const std::vector<BodyPair>& contacts, int begin, int end) {
    std::multiset<int> bodies;
    for (int k = begin * s.width; k < end * s.width; ++k) {
        if (s.contact[k] < 0) continue;
        for (const int body : {contacts[s.contact[k]].a, contacts[s.contact[k]].b}) {
            if (body >= 0) bodies.insert(body);
        }
    }
    return bodies;
}

bool all_different(const std::multiset<int>& bodies) {
    return std::adjacent_find(bodies.begin(), bodies.end()) == bodies.end();
}

TEST(SweepPlan, EveryContactHasOneSlot) {
    for (const int width : {1, 8}) {
        const std::vector<BodyPair> contacts = sample(3000, 2);
        const SweepPlan s = plan_of(contacts, 3000, width);
        std::vector<int> seen;
        std::copy_if(s.contact.begin(), s.contact.end(), std::back_inserter(seen),
                     [](int i) { return i >= 0; });
        std::sort(seen.begin(), seen.end());
        ASSERT_EQ(seen.size(), contacts.size());
        for (int i = 0; i < static_cast<int>(seen.size()); ++i) ASSERT_EQ(seen[i], i);
    }
}

TEST(SweepPlan, NoTwoContactsOfAGroupOrOfAColourBetweenChunksShareABody) {
    const std::vector<BodyPair> contacts = sample(3000, 3);
    const SweepPlan s = plan_of(contacts, 3000, 8);
    for (int g = 0; g < s.groups(); ++g) EXPECT_TRUE(all_different(bodies_of(s, contacts, g, g + 1))) << g;
    for (int c = 0; c < s.colours(); ++c)
        EXPECT_TRUE(all_different(bodies_of(s, contacts, s.colour_start[c], s.colour_start[c + 1]))) << c;
}

TEST(SweepPlan, ChunksShareNoBody) {
    const std::vector<BodyPair> contacts = sample(3000, 4);
    const SweepPlan s = plan_of(contacts, 3000, 8);
    ASSERT_EQ(s.chunks(), 6);
    for (int chunk = 0; chunk < s.chunks(); ++chunk) {
        for (const int body : bodies_of(s, contacts, s.chunk_start[chunk], s.chunk_start[chunk + 1]))
            EXPECT_EQ(body / SweepPlan::chunk_bodies, chunk);
    }
}

TEST(SweepPlan, ChosenContactsOnly) {
    const std::vector<BodyPair> contacts = sample(100, 5);
    const std::vector<int> chosen = {3, 5, 8};
    SweepPlan s;
    ThreadPool pool(1);
    Workbench bench;
    make_plan({contacts, chosen, 100, 8}, pool, bench, s);
    std::set<int> seen(s.contact.begin(), s.contact.end());
    EXPECT_EQ(seen, (std::set<int>{-1, 3, 5, 8}));
}

TEST(SweepPlan, ABodyWithVeryManyContactsOverflowsIntoGroupsOfOne) {
    std::vector<BodyPair> contacts;
    for (int i = 1; i <= 100; ++i) contacts.push_back({0, i});
    const SweepPlan s = plan_of(contacts, 101, 8);
    EXPECT_EQ(s.groups() - s.serial_start, 100 - SweepPlan::most_colours);
    for (int g = 0; g < s.groups(); ++g) EXPECT_TRUE(all_different(bodies_of(s, contacts, g, g + 1)));
}

TEST(SweepPlan, IsTheSameForAnyNumberOfThreads) {
    std::vector<BodyPair> contacts = sample(20000, 6);
    for (int i = 1; i < 20000; i += 7) contacts.push_back({0, i});  // some find no colour
    std::vector<int> chosen;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
        if (i % 5 != 0) chosen.push_back(i);
    }
    for (const int width : {1, 8}) {
        SweepPlan alone, plan;
        ThreadPool one(1);
        Workbench bench;
        make_plan({contacts, chosen, 20000, width}, one, bench, alone);
        EXPECT_LT(alone.serial_start, alone.groups());
        for (const int threads : {2, 3, 8}) {
            ThreadPool pool(threads);
            make_plan({contacts, chosen, 20000, width}, pool, bench, plan);
            EXPECT_EQ(plan.contact, alone.contact);
            EXPECT_EQ(plan.chunk_start, alone.chunk_start);
            EXPECT_EQ(plan.colour_start, alone.colour_start);
            EXPECT_EQ(plan.serial_start, alone.serial_start);
        }
    }
}

TEST(SweepPlan, ToldColoursAreApartHalfByHalf) {
    const std::vector<BodyPair> contacts = sample(1000, 6);
    std::vector<int> chosen(contacts.size()), told(contacts.size(), -1);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        chosen[i] = static_cast<int>(i);
        if (i % 10 == 0) told[i] = static_cast<int>(i / 10 % 6);
    }
    SweepPlan s;
    ThreadPool pool(1);
    Workbench bench;
    make_plan({contacts, chosen, 1000, 8, told, 3}, pool, bench, s);
    ASSERT_EQ(s.told_colours(), 3);
    std::multiset<int> seen;
    for (int g = 0; g < s.groups(); ++g) {
        const auto half = std::upper_bound(s.told_start.begin(), s.told_start.end(), g) - s.told_start.begin() - 1;
        const bool is_told = g >= s.told_start.front() && g < s.told_start.back();
        for (int slot = 8 * g; slot < 8 * g + 8; ++slot) {
            const int i = s.contact[static_cast<std::size_t>(slot)];
            if (i < 0) continue;
            seen.insert(i);
            EXPECT_EQ(told[static_cast<std::size_t>(i)], is_told ? static_cast<int>(half) : -1);
        }
    }
    EXPECT_EQ(seen, std::multiset<int>(chosen.begin(), chosen.end()));
}

TEST(SweepPlan, NothingIsScheduledForNothing) {
    for (const int bodies : {0, 5000}) {
        const SweepPlan s = plan_of({}, bodies, 8);
        EXPECT_EQ(s.groups(), 0);
        EXPECT_EQ(s.chunks(), 0);
        EXPECT_EQ(s.colours(), 0);
    }
}

TEST(SweepPlan, NothingIsLeftOfContactsThatAreGone) {
    SweepPlan s = plan_of(sample(3000, 3), 3000, 8);
    ASSERT_GT(s.groups(), 0);
    ThreadPool pool(1);
    Workbench bench;
    make_plan({{}, {}, 3000, 8}, pool, bench, s);
    EXPECT_EQ(s.groups(), 0);
    EXPECT_EQ(s.chunks(), 0);
    EXPECT_EQ(s.colours(), 0);
    EXPECT_EQ(s.told_colours(), 0);
    EXPECT_EQ(s.serial_start, 0);
}

}  // namespace
}  // namespace drystone::sweep_plan_test

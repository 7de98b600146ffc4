#include "ranks/colouring.h"

#include <algorithm>
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "core/random.h"
#include "ranks/dealt.h"

namespace drystone::ranks::colouring_test {
namespace {

Colouring random_contacts(int bodies, int contacts) {
    Random random(3);
    Colouring c;
    for (int k = 0; k < contacts; ++k) {
        const int a = static_cast<int>(bodies * random.uniform());
        c.bodies.push_back({a, k % 9 == 0 ? -1 : (a + 1 + k % 5) % bodies});
        c.priority.push_back(static_cast<std::uint64_t>(random.uniform() * 4503599627370495.0));
    }
    return c;
}

void colour(Colouring& c, int bodies, const std::vector<char>& chosen) {
    Team& team = team_of_tests();
    Halo<3> halo;
    halo.begin({}, static_cast<std::size_t>(bodies));
    colour_contacts(chosen, halo, team, c);
}

void expect_no_body_twice_in_a_colour(const Colouring& c) {
    std::set<std::pair<int, int>> seen;
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
        if (c.colour[i] < 0) continue;
        EXPECT_LT(c.colour[i], c.colours);
        for (const int body : {c.bodies[i].a, c.bodies[i].b}) {
            if (body < 0) continue;
            EXPECT_TRUE(seen.insert({c.colour[i], body}).second);
        }
    }
}

TEST(Colouring, IsGreedyInTheOrderOfPriorities) {
    constexpr int bodies = 200;
    Colouring c = random_contacts(bodies, 600);
    std::vector<char> chosen(600, 1);
    for (std::size_t i = 0; i < chosen.size(); i += 7) chosen[i] = 0;
    colour(c, bodies, chosen);
    expect_no_body_twice_in_a_colour(c);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < 600; ++i) {
        EXPECT_EQ(c.colour[i] >= 0, chosen[i] != 0);
        if (chosen[i]) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return c.priority[i] > c.priority[j]; });
    std::vector<std::uint64_t> taken(bodies + 1, 0);
    for (const std::size_t i : order) {
        const auto mask = [&](int body) -> std::uint64_t& { return taken[static_cast<std::size_t>(body < 0 ? bodies : body)]; };
        taken[bodies] = 0;
        const int least = std::countr_one(mask(c.bodies[i].a) | mask(c.bodies[i].b));
        EXPECT_EQ(c.colour[i], least);
        mask(c.bodies[i].a) |= std::uint64_t{1} << least;
        mask(c.bodies[i].b) |= std::uint64_t{1} << least;
    }
}

TEST(Colouring, APlateWithVeryManyContactsGetsAColourForEach) {
    constexpr int bodies = 201;
    Colouring c;
    for (int i = 1; i < bodies; ++i) {
        c.bodies.push_back({0, i});
        c.priority.push_back(static_cast<std::uint64_t>((i * 7919) % 1000 + 1));
    }
    colour(c, bodies, std::vector<char>(200, 1));
    expect_no_body_twice_in_a_colour(c);
    EXPECT_EQ(c.colours, 64 + 136 * team_of_tests().size());  // each rank has such a plate
}

/// Greedy over all contacts, as one process would.
std::vector<int> colours_of_one_process(const Dealt& d) {
    std::vector<std::size_t> order(d.contact.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return d.priority[j] > d.priority[k]; });
    std::vector<std::uint64_t> taken(static_cast<std::size_t>(d.bodies), 0);
    std::vector<int> colour(order.size());
    for (const std::size_t k : order) {
        const auto [a, b] = d.contact[k];
        const std::uint64_t used = taken[static_cast<std::size_t>(a)] | (b >= 0 ? taken[static_cast<std::size_t>(b)] : 0);
        colour[k] = std::countr_one(used);
        const std::uint64_t bit = std::uint64_t{1} << colour[k];
        taken[static_cast<std::size_t>(a)] |= bit;
        if (b >= 0) taken[static_cast<std::size_t>(b)] |= bit;
    }
    return colour;
}

TEST(Colouring, OfSeveralRanksIsThatOfOne) {
    Team& team = team_of_tests();
    for (const int far : {3, 20}) {
        Dealt d = deal(80, 200, far, team);
        Halo<3> halo = d.halo(team);
        colour_contacts(std::vector<char>(d.here.size(), 1), halo, team, d.colouring);
        const std::vector<int> expected = colours_of_one_process(d);
        for (std::size_t k = 0; k < d.here.size(); ++k) EXPECT_EQ(d.colouring.colour[k], expected[d.here[k]]);
        EXPECT_EQ(d.colouring.colours, *std::max_element(expected.begin(), expected.end()) + 1);
    }
}

TEST(Colouring, HereAPlateGetsAColourForEachContactAndOthersFew) {
    Colouring c = random_contacts(100, 150);
    for (int i = 1; i < 100; ++i) c.bodies.push_back({100, i});
    std::vector<char> chosen(c.bodies.size(), 1);
    for (std::size_t i = 0; i < chosen.size(); i += 5) chosen[i] = 0;
    c.colours = colour_here(chosen, 101, c);
    expect_no_body_twice_in_a_colour(c);
    for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_EQ(c.colour[i] >= 0, chosen[i] != 0);
    EXPECT_GE(c.colours, 79);
}

}  // namespace
}  // namespace drystone::ranks::colouring_test

#include "ranks/colouring.h"

#include <algorithm>
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::ranks::colouring_test {
namespace {

// One process: what several agree on is in tests/cli/ranks_test.py, where their bits are compared.

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
    Team team;
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
    EXPECT_EQ(c.colours, 200);
}

}  // namespace
}  // namespace drystone::ranks::colouring_test

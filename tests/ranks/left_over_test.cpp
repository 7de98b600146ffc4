#include "ranks/left_over.h"

#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "ranks/dealt.h"
#include "ranks/islands_across.h"
#include "solvers/fallbacks.h"

namespace drystone::ranks::left_over_test {
namespace {

/// A world that knows of its bodies' ids and nothing else.
World<3> world_of_ids(int bodies) {
    World<3> world;
    world.bodies.id.resize(static_cast<std::size_t>(bodies));
    std::iota(world.bodies.id.begin(), world.bodies.id.end(), 0);
    return world;
}

/// (contacts of all ranks)  By repeated passes over the whole list: the least body that can be reached.
std::vector<int> islands_of_one_process(const Dealt& d) {
    std::vector<int> least(static_cast<std::size_t>(d.bodies));
    std::iota(least.begin(), least.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto [a, b] : d.contact) {
            if (b < 0) continue;
            int &p = least[static_cast<std::size_t>(a)], &q = least[static_cast<std::size_t>(b)];
            changed |= p != q;
            p = q = std::min(p, q);
        }
    }
    std::vector<int> island;
    for (const auto [a, b] : d.contact) island.push_back(least[static_cast<std::size_t>(a)]);
    return island;
}

TEST(IslandsAcross, AreThoseOfOneProcess) {
    Team& team = team_of_tests();
    for (const auto& [contacts, far] : {std::pair(60, 4), std::pair(110, 2), std::pair(400, 9)}) {
        Dealt d = deal(200, contacts, far, team);
        Halo<3> halo = d.halo(team);
        const std::vector<int> here = label_islands(world_of_ids(200), d.colouring, halo, team), whole = islands_of_one_process(d);
        ASSERT_EQ(here.size(), d.here.size());
        for (std::size_t k = 0; k < here.size(); ++k) EXPECT_EQ(here[k], whole[d.here[k]]);
        EXPECT_GT(std::set<int>(whole.begin(), whole.end()).size(), 1u);
    }
}

/// Terms and islands of contacts of all ranks, a share of which is here.
struct Terms {
    std::vector<int> island;
    std::vector<char> spans;
    std::vector<ResidualSums> now, without;

    LeftOver find(double tolerance, Team& team) const { return find_left_over({island, spans}, {now, without}, tolerance, team); }
};

/// Island k has `size[k]` contacts; each is dealt to the ranks by turns, but for the first, which is rank 0's alone.
Terms terms(const std::vector<int>& size, const std::vector<ResidualSums>& now, const std::vector<double>& cold, const Team& team) {
    Terms t;
    for (std::size_t k = 0; k < size.size(); ++k) {
        for (int i = 0; i < size[k]; ++i) {
            if ((k == 0 ? 0 : i % team.size()) != team.rank()) continue;
            t.island.push_back(10 * static_cast<int>(k));
            t.spans.push_back(k > 0);
            const double n = size[k];
            t.now.push_back({now[k].error / n, now[k].impulse / n, now[k].free / n});
            t.without.push_back({cold[k] / n, 0.0, now[k].free / n});
        }
    }
    return t;
}

TEST(LeftOver, AreIslandsThatAreNotSolvedOrRanAway) {
    Team& team = team_of_tests();
    const int large = fallbacks::large_island;
    // solved; not; ran away, though it looks solved; small and not; small and not; solved by what drives it; not a number
    const std::vector<int> size = {5, large + 70, large + 30, 12, 7, large, 3};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<ResidualSums> now = {{1e-12, 1.0, 1.0}, {1e-9, 1.0, 1.0}, {1.0, 1e12, 1.0}, {1e-6, 1.0, 0.0}, {1e-10, 0.0, 0.1}, {1e-11, 0.0, 1.0}, {nan, 1.0, 1.0}};
    const std::vector<double> cold = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    const Terms t = terms(size, now, cold, team);
    const LeftOver left = t.find(1e-5, team);
    std::map<int, int> lot;
    for (std::size_t i = 0; i < t.island.size(); ++i) {
        const auto [found, fresh] = lot.emplace(t.island[i], left.lot[i]);
        EXPECT_EQ(found->second, left.lot[i]);  // an island is in one lot
    }
    const auto expect_lot = [&](int island, int number) {
        if (lot.count(island)) {
            EXPECT_EQ(lot[island], number) << island;
        }
    };
    ASSERT_EQ(left.rank.size(), 3u);
    expect_lot(0, -1);
    expect_lot(10, 0);
    expect_lot(20, 1);
    expect_lot(30, 2);
    expect_lot(40, 2);
    expect_lot(50, -1);
    expect_lot(60, 2);
    // The largest goes to the first rank, the next to one that has less
    EXPECT_EQ(left.rank[0], 0);
    EXPECT_EQ(left.rank[1], team.size() > 1 ? 1 : 0);
    EXPECT_EQ(left.rank[2], team.size() > 2 ? 2 : team.size() > 1 ? 1 : 0);
}

TEST(LeftOver, IsNothingWhereAllAreSolvedAndNothingThatIsTooLarge) {
    Team& team = team_of_tests();
    EXPECT_TRUE(terms({5, 200}, {{1e-12, 1.0, 1.0}, {0.4e-10, 1.0, 1.0}}, {1.0, 1.0}, team).find(1e-5, team).empty());
    EXPECT_FALSE(terms({5, 200}, {{1e-12, 1.0, 1.0}, {0.6e-10, 1.0, 1.0}}, {1.0, 1.0}, team).find(1e-5, team).empty());
    EXPECT_TRUE(terms({5, static_cast<int>(most_in_a_lot) + 1}, {{1e-12, 1.0, 1.0}, {1.0, 1.0, 1.0}}, {1.0, 1.0}, team).find(1e-5, team).empty());
}

}  // namespace
}  // namespace drystone::ranks::left_over_test

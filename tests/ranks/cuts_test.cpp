#include "ranks/cuts.h"

#include <gtest/gtest.h>

#include "ranks/dealt.h"

namespace drystone::ranks::cuts_test {
namespace {

/// Denser towards one corner.
std::vector<WeightedPlace<3>> places_of_all() {
    Random random(3);
    std::vector<WeightedPlace<3>> places;
    for (int k = 0; k < 3000; ++k) {
        const double x = random.uniform(), y = random.uniform();
        places.push_back({{{x * x, y * y * y, random.uniform()}}, 1 + k % 5});
    }
    return places;
}

TEST(Cuts, EveryRankCarriesItsShareOfTheWeight) {
    Team& team = team_of_tests();
    const std::vector<WeightedPlace<3>> all = places_of_all();
    std::vector<WeightedPlace<3>> here;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (static_cast<int>(k) % team.size() == team.rank()) here.push_back(all[k]);
    }
    const Cuts<3> cuts = Cuts<3>::find(here, team);
    EXPECT_FALSE(cuts.empty());
    EXPECT_TRUE(Cuts<3>().empty());
    std::vector<double> load(static_cast<std::size_t>(team.size()), 0.0);
    double total = 0.0;
    for (const auto& place : all) {
        const int owner = cuts.owner(place.x);
        ASSERT_GE(owner, 0);
        ASSERT_LT(owner, team.size());
        load[static_cast<std::size_t>(owner)] += static_cast<double>(place.weight);
        total += static_cast<double>(place.weight);
    }
    for (const double one : load) EXPECT_NEAR(one, total / team.size(), 0.02 * total / team.size());
}

TEST(Cuts, AreAFunctionOfThePlacesWhoeverHasThem) {
    Team& team = team_of_tests();
    const std::vector<WeightedPlace<3>> all = places_of_all();
    const auto dealt_by = [&](std::size_t stretch) {
        std::vector<WeightedPlace<3>> here;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (static_cast<int>(k / stretch) % team.size() == team.rank()) here.push_back(all[k]);
        }
        return Cuts<3>::find(here, team, 7);
    };
    const Cuts<3> one = dealt_by(1), other = dealt_by(700);
    for (const auto& place : all) EXPECT_EQ(one.owner(place.x), other.owner(place.x));
    double owners = 0.0;
    for (const auto& place : all) owners += one.owner(place.x);
    double most = owners;
    team.largest({&most, 1});
    EXPECT_EQ(owners, most);  // all ranks have the same
}

TEST(Cuts, BoxesOfAllRanksAreTheWholeBox) {
    Team& team = team_of_tests();
    const std::vector<WeightedPlace<3>> all = places_of_all();
    const Cuts<3> cuts = Cuts<3>::find(team.rank() == 0 ? std::span<const WeightedPlace<3>>(all) : std::span<const WeightedPlace<3>>(), team, 7);
    const auto boxes = cuts.boxes({{0.0, 0.0, 0.0}}, {{1.0, 1.0, 1.0}});
    ASSERT_EQ(boxes.size(), 7u);
    double volume = 0.0;
    for (const auto& box : boxes) volume += (box.high[0] - box.low[0]) * (box.high[1] - box.low[1]) * (box.high[2] - box.low[2]);
    EXPECT_NEAR(volume, 1.0, 1e-12);
    for (const auto& place : all) {
        const auto& box = boxes[static_cast<std::size_t>(cuts.owner(place.x))];
        for (int d = 0; d < 3; ++d) EXPECT_TRUE(box.low[d] <= place.x[d] && place.x[d] <= box.high[d]);
    }
}

TEST(Bytes, ComeOutAsTheyWentIn) {
    Bytes bytes;
    const std::vector<double> numbers = {1.0, -0.0, 1e-300};
    bytes.put(7);
    bytes.put_numbers(numbers.data(), numbers.size());
    bytes.put(Vec<2>{{3.0, 4.0}});
    Unpacking out(bytes);
    EXPECT_EQ(out.take<int>(), 7);
    std::vector<double> again(3);
    out.take_numbers(again.data(), 3);
    EXPECT_EQ(again, numbers);
    EXPECT_TRUE(std::signbit(again[1]));
    EXPECT_FALSE(out.is_done());
    EXPECT_EQ(out.take<Vec<2>>(), (Vec<2>{{3.0, 4.0}}));
    EXPECT_TRUE(out.is_done());
}

TEST(Team, SumsInTheOrderOfRanksAndWithoutRoundingOfManyNumbers) {
    Team& team = team_of_tests();
    std::vector<double> numbers = {1.0 + team.rank(), 1e-17, static_cast<double>(team.rank() == 0)};
    team.sum(numbers);
    EXPECT_EQ(numbers[0], team.size() * (team.size() + 1) / 2.0);
    EXPECT_NEAR(numbers[1], team.size() * 1e-17, 1e-30);
    EXPECT_EQ(numbers[2], 1.0);
    EXPECT_TRUE(team.any(team.rank() == team.size() - 1));
    EXPECT_FALSE(team.any(false));
}

}  // namespace
}  // namespace drystone::ranks::cuts_test

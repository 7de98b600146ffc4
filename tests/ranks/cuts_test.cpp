#include "ranks/cuts.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "ranks/halo.h"

namespace drystone::ranks::cuts_test {
namespace {

// One process: a team of one has the whole of space, and cuts of it are those of one box.

TEST(Cuts, ATeamOfOneHasAllOfSpace) {
    Team team;
    ASSERT_EQ(team.size(), 1);
    Random random(3);
    std::vector<WeightedPlace<3>> places;
    for (int k = 0; k < 100; ++k) places.push_back({{{random.uniform(), random.uniform(), random.uniform()}}, 1 + k % 5});
    const Cuts<3> cuts = Cuts<3>::find(places, team);
    for (const auto& place : places) EXPECT_EQ(cuts.owner(place.x), 0);
    EXPECT_FALSE(cuts.empty());
    EXPECT_TRUE(Cuts<3>().empty());
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

TEST(Halo, NobodySharesBodiesOfATeamOfOne) {
    Team team;
    Halo<2> halo;
    halo.begin({}, 3);
    halo.share({1, 0, 1}, team);
    EXPECT_EQ(halo.sharers(), (std::vector<int>{1, 0, 1}));
    EXPECT_TRUE(halo.shared().empty());
}

}  // namespace
}  // namespace drystone::ranks::cuts_test

#include "ranks/copies.h"

#include <set>

#include <gtest/gtest.h>

#include "ranks/dealt.h"

namespace drystone::ranks::copies_test {
namespace {

struct Places {
    std::vector<Vec<2>> x;
    std::vector<double> reach;
};

/// Grains all over a square; some reach far.
Places grains(int count) {
    Random random(5);
    Places p;
    for (int i = 0; i < count; ++i) {
        p.x.push_back({{random.uniform(), random.uniform()}});
        p.reach.push_back(i % 17 == 0 ? 0.1 : 0.02);
    }
    return p;
}

class Known {
  public:
    Known(const Places& p, Team& team) {
        domain.catalogue = std::make_shared<Catalogue<2>>();
        std::vector<WeightedPlace<2>> places;
        if (team.rank() == 0) {
            for (const Vec<2>& x : p.x) places.push_back({x, 1});
        }
        domain.cuts = Cuts<2>::find(places, team);
        for (std::size_t i = 0; i < p.x.size(); ++i) {
            if (owner_of(domain, p.x[i]) == team.rank()) own.push_back({static_cast<int>(i), p.reach[i], p.x[i], {}, {}});
        }
        copies = send_copies(domain, own, {}, team);
    }
    Domain<2> domain;
    std::vector<TravellingBody<2>> own;
    Copies<2> copies;
};

TEST(Copies, ARankKnowsAllThatItsBodiesMayTouch) {
    Team& team = team_of_tests();
    const Places p = grains(400);
    const Known known(p, team);
    std::set<int> here;
    for (const auto& list : known.copies.theirs) {
        for (const TravellingBody<2>& body : list) {
            EXPECT_TRUE(here.insert(body.slot).second);
            EXPECT_EQ(body.position, p.x[static_cast<std::size_t>(body.slot)]);
            EXPECT_NE(owner_of(known.domain, body.position), team.rank());
        }
    }
    for (const TravellingBody<2>& body : known.own) {
        for (std::size_t j = 0; j < p.x.size(); ++j) {
            if (owner_of(known.domain, p.x[j]) == team.rank() || norm(p.x[j] - body.position) > body.reach + p.reach[j]) continue;
            EXPECT_TRUE(here.count(static_cast<int>(j))) << body.slot << " " << j;
        }
    }
    if (team.size() > 1) {
        EXPECT_FALSE(here.empty());
        EXPECT_LT(here.size(), p.x.size() - known.own.size());  // and not everybody
    }
}

TEST(Copies, WhoSendsAndWhoHasAgree) {
    Team& team = team_of_tests();
    const Known known(grains(400), team);
    std::vector<Bytes> out(static_cast<std::size_t>(team.size()));
    for (std::size_t k = 0; k < out.size(); ++k) {
        for (const int slot : known.copies.mine[k]) out[k].put(slot);
    }
    const std::vector<Bytes> in = team.exchange(out);
    for (std::size_t k = 0; k < in.size(); ++k) {
        std::vector<int> told;
        for (Unpacking one(in[k]); !one.is_done();) told.push_back(one.take<int>());
        std::vector<int> had;
        for (const TravellingBody<2>& body : known.copies.theirs[k]) had.push_back(body.slot);
        if (static_cast<int>(k) != team.rank()) {
            EXPECT_EQ(told, had);
        }
    }
}

}  // namespace
}  // namespace drystone::ranks::copies_test

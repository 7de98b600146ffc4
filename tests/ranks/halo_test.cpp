#include "ranks/halo.h"

#include <gtest/gtest.h>

#include "ranks/dealt.h"

namespace drystone::ranks::halo_test {
namespace {

Twist<3> one(double number) {
    Twist<3> t;
    t.v[0] = number;
    t.w[2] = -number;
    return t;
}

TEST(Halo, KnowsHowManyShareABody) {
    Team& team = team_of_tests();
    const Dealt d = deal(60, 150, 12, team);
    const Halo<3> halo = d.halo(team);
    const auto ranks = who_touches(d);
    for (int i = 0; i < d.bodies; ++i) {
        const auto& list = ranks[static_cast<std::size_t>(i)];
        const bool is_here = std::find(list.begin(), list.end(), team.rank()) != list.end();
        if (is_here || d.owner[static_cast<std::size_t>(i)] == team.rank()) {
            EXPECT_EQ(halo.sharers()[static_cast<std::size_t>(i)], static_cast<int>(list.size())) << i;
        }
        const bool listed = std::find(halo.shared().begin(), halo.shared().end(), i) != halo.shared().end();
        const bool concerns = is_here || d.owner[static_cast<std::size_t>(i)] == team.rank();
        EXPECT_EQ(listed, concerns && list.size() > 1) << i;
    }
    if (team.size() > 1) {
        EXPECT_FALSE(halo.shared().empty());
    }
}

TEST(Halo, OwnersCollectWhatAllGaveAndPublishIt) {
    Team& team = team_of_tests();
    const Dealt d = deal(60, 150, 12, team);
    Halo<3> halo = d.halo(team);
    std::vector<double> given(60, 0.0), sum(60, 0.0);
    for (const std::size_t k : d.here) {
        for (const int body : {d.contact[k].a, d.contact[k].b}) {
            if (body >= 0) given[static_cast<std::size_t>(body)] += static_cast<double>(k + 1);
        }
    }
    sum = given;
    halo.collect([&](int i) { return one(given[static_cast<std::size_t>(i)]); },
                 [&](int i, const Twist<3>& t) {
                     EXPECT_EQ(t.w[2], -t.v[0]);
                     sum[static_cast<std::size_t>(i)] += t.v[0];
                 },
                 team);
    halo.publish([&](int i) { return one(sum[static_cast<std::size_t>(i)]); }, [&](int i, const Twist<3>& t) { sum[static_cast<std::size_t>(i)] = t.v[0]; }, team);
    std::vector<double> whole(60, 0.0);
    for (std::size_t k = 0; k < d.contact.size(); ++k) {
        for (const int body : {d.contact[k].a, d.contact[k].b}) {
            if (body >= 0) whole[static_cast<std::size_t>(body)] += static_cast<double>(k + 1);
        }
    }
    EXPECT_EQ(sum, whole);
}

TEST(Halo, WhoTouchesASharedBodyAgreesOnTheLargest) {
    Team& team = team_of_tests();
    const Dealt d = deal(60, 150, 12, team);
    Halo<3> halo = d.halo(team);
    std::vector<double> value(60, 0.0);
    for (int i = 0; i < 60; ++i) value[static_cast<std::size_t>(i)] = (team.rank() * 7 + i) % 5;
    const std::vector<double> before = value;
    halo.agree([&](int i) { return one(value[static_cast<std::size_t>(i)]); },
               [&](int i, const Twist<3>& t) { value[static_cast<std::size_t>(i)] = std::max(value[static_cast<std::size_t>(i)], t.v[0]); },
               [&](int i, const Twist<3>& t) { value[static_cast<std::size_t>(i)] = t.v[0]; }, team);
    const auto ranks = who_touches(d);
    for (int i = 0; i < 60; ++i) {
        const auto& list = ranks[static_cast<std::size_t>(i)];
        if (list.size() < 2 || !d.touched[static_cast<std::size_t>(i)]) continue;
        double largest = (d.owner[static_cast<std::size_t>(i)] * 7 + i) % 5;  // the owner has a say, whether it touches it or not
        for (const int rank : list) largest = std::max(largest, static_cast<double>((rank * 7 + i) % 5));
        EXPECT_EQ(value[static_cast<std::size_t>(i)], largest) << i;
    }
    for (int i = 0; i < 60; ++i) {
        if (ranks[static_cast<std::size_t>(i)].size() < 2) {
            EXPECT_EQ(value[static_cast<std::size_t>(i)], before[static_cast<std::size_t>(i)]);
        }
    }
}

}  // namespace
}  // namespace drystone::ranks::halo_test

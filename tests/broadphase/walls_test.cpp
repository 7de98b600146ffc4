#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "broadphase/neighbours.h"
#include "broadphase/part_builder.h"
#include "core/index.h"

namespace drystone::walls_test {
namespace {

bool listed(std::span<const PartPair> pairs, int a, int b) {
    for (const PartPair& pair : pairs) {
        if (pair == PartPair{std::min(a, b), std::max(a, b)}) return true;
    }
    return false;
}

/// A bed of resting balls of radius 0.5 under z = 1, on a floor (part 0), with a lid (part 1) far above.
Parts<3> bed_under_a_lid() {
    Parts<3> parts;
    add_plane(parts, {}, Vec<3>::axis(2));
    add_plane(parts, {{0.0, 0.0, 10.0}}, -Vec<3>::axis(2));
    for (int x = -5; x <= 5; ++x) {
        for (int y = -5; y <= 5; ++y) add_ball(parts, {{1.0 * x, 1.0 * y, 0.5}}, 0.5);
    }
    return parts;
}

TEST(Walls, APistonFindsTheBallsItComesDownOn) {
    ThreadPool pool(1);
    Parts<3> parts = bed_under_a_lid();
    const std::vector<double> reach(at(parts.size()), 0.0);
    Neighbours<3> neighbours;
    neighbours.update(parts, reach, pool);
    EXPECT_FALSE(listed(neighbours.pairs(), 1, 2));
    int kept = 0;
    while (parts.centre[1][2] > 1.0) {
        parts.centre[1][2] -= 0.01;
        if (!neighbours.update(parts, reach, pool)) ++kept;
    }
    for (int ball = 2; ball < parts.size(); ++ball) EXPECT_TRUE(listed(neighbours.pairs(), 1, ball));
    EXPECT_GT(kept, 700);  // 900 steps of 0.01, a rebuild each 0.075
}

TEST(Walls, ATiltingLidFindsTheBallsAtItsFarEdgeFirst) {
    ThreadPool pool(1);
    Parts<3> parts = bed_under_a_lid();
    parts.centre[1][2] = 2.0;
    const std::vector<double> reach(at(parts.size()), 0.0);
    Neighbours<3> neighbours;
    for (int step = 0; step <= 100; ++step) {
        const double tilt = 0.25 * step / 100.0;  // [rad]; touches the balls at x = 5 near 0.2
        parts.axis.set(1, {{-std::sin(tilt), 0.0, -std::cos(tilt)}});
        neighbours.update(parts, reach, pool);
        for (int ball = 2; ball < parts.size(); ++ball) {
            const double gap = dot(parts.axis[1], parts.centre[at(ball)] - parts.centre[1]) - 0.5;
            ASSERT_TRUE(gap > 0.0 || listed(neighbours.pairs(), 1, ball)) << tilt;
        }
    }
    EXPECT_TRUE(listed(neighbours.pairs(), 1, parts.size() - 1));
    EXPECT_FALSE(listed(neighbours.pairs(), 1, 2));
    EXPECT_LT(neighbours.rebuilds(), 60);
}

TEST(Walls, APlaneShakenAlongItselfAndADrumTurningAboutItsAxisKeepTheList) {
    ThreadPool pool(1);
    Parts<3> parts = bed_under_a_lid();
    add_drum(parts, {}, 30.0, Vec<3>::axis(1));
    const std::vector<double> reach(at(parts.size()), 0.0);
    Neighbours<3> neighbours;
    neighbours.update(parts, reach, pool);
    parts.centre[0] += Vec<3>{{3.0, -2.0, 0.0}};
    EXPECT_FALSE(neighbours.update(parts, reach, pool));
    EXPECT_TRUE(listed(neighbours.pairs(), 0, 2));
}

TEST(Walls, ADrumListsWhatIsNearItsShellOrItsEndsOrOutsideOfIt) {
    ThreadPool pool(1);
    Parts<3> parts;
    const int drum = add_drum(parts, {{1.0, 2.0, 3.0}}, 5.0, Vec<3>::axis(0), 20.0);
    const int middle = add_ball(parts, {{1.0, 2.0, 3.0}}, 1.0);
    const int at_shell = add_ball(parts, {{1.0, 2.0, 7.0}}, 1.0);
    const int at_low_end = add_ball(parts, {{-8.0, 2.0, 3.0}}, 1.0);
    const int at_high_end = add_ball(parts, {{10.0, 2.0, 3.0}}, 1.0);
    const int outside = add_ball(parts, {{1.0, 22.0, 3.0}}, 1.0);
    Neighbours<3> neighbours;
    neighbours.update(parts, std::vector<double>(6, 0.0), pool);
    EXPECT_FALSE(listed(neighbours.pairs(), drum, middle));
    for (const int ball : {at_shell, at_low_end, at_high_end, outside}) {
        EXPECT_TRUE(listed(neighbours.pairs(), drum, ball)) << ball;
    }
}

TEST(Walls, ADrumTippingOverFindsTheBallsInIt) {
    ThreadPool pool(1);
    Parts<3> parts;
    const int drum = add_drum(parts, {}, 3.0, Vec<3>::axis(2), 40.0);
    const int ball = add_ball(parts, {{0.0, 0.0, 15.0}}, 1.0);
    const std::vector<double> reach(2, 0.0);
    Neighbours<3> neighbours;
    neighbours.update(parts, reach, pool);
    EXPECT_FALSE(listed(neighbours.pairs(), drum, ball));
    for (double tilt = 0.0; tilt < std::numbers::pi / 4; tilt += 0.001) {
        parts.axis.set(drum, {{std::sin(tilt), 0.0, std::cos(tilt)}});
        neighbours.update(parts, reach, pool);
        const double gap = 3.0 - 15.0 * std::sin(tilt) - 1.0;
        ASSERT_TRUE(gap > 0.0 || listed(neighbours.pairs(), drum, ball)) << tilt;
    }
}

}  // namespace
}  // namespace drystone::walls_test

#include <gtest/gtest.h>

#include "broadphase/neighbours.h"
#include "broadphase/part_builder.h"
#include "counted_new.h"

namespace drystone::allocation_test {
namespace {

TEST(Neighbours, RebuildingAListOfASizeSeenBeforeAllocatesNothing) {
    Parts<3> parts = random_cloud<3>(40000, 40.0, 0.3, 5.0, 1);
    add_ball(parts, {{1e30, 1e30, 1e30}}, 0.4);  // and one far enough to need the medians
    const std::vector<double> reach(parts.body.size(), 0.0);
    const std::vector<Vec<3>> here = parts.centre, there = random_cloud<3>(40001, 40.0, 0.3, 5.0, 2).centre;
    ThreadPool pool(2);
    Neighbours<3> neighbours;
    for (int round = 0; round < 6; ++round) {
        parts.centre = round % 2 == 0 ? here : there;
        const long before = allocations;
        EXPECT_TRUE(neighbours.update(parts, reach, pool));
        EXPECT_FALSE(neighbours.update(parts, reach, pool));
        EXPECT_TRUE(round < 4 || allocations == before) << round;
    }
}

}  // namespace
}  // namespace drystone::allocation_test

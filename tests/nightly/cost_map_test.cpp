// G06 on piles of thousands of balls.

#include <gtest/gtest.h>

#include "compare/cost_map.h"

namespace drystone::cost_map_test {
namespace {

double exponent(CostCase which, std::vector<int> sizes) {
    CostSettings settings;
    settings.which = which;
    settings.sizes = std::move(sizes);
    settings.stiffness = {1e5};
    const CostMap map = map_costs(settings);
    EXPECT_TRUE(map.converged());
    return map.exponents.plain;
}

TEST(CostMapNightly, WorkOfAStepGrowsAsBrendelExpects) {
    EXPECT_NEAR(exponent(CostCase::stack, {10, 20, 40, 80}), 3.0, 0.1);
    EXPECT_NEAR(exponent(CostCase::disks, {105, 406, 1596, 3240}), 2.0, 0.25);
    EXPECT_NEAR(exponent(CostCase::spheres, {84, 364, 1540, 6545}), 5.0 / 3.0, 0.25);
}

}  // namespace
}  // namespace drystone::cost_map_test

// The size that limit analysis is for: a thousand blocks in space.

#include <gtest/gtest.h>

#include <ctime>

#include "limit/limit_scenes.h"

namespace drystone::limit_size_test {
namespace {

/// Of the processor: others may share the machine.
double seconds_of(const auto& work) {
    const std::clock_t begin = std::clock();
    work();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(LimitSize, AThousandBlocksOfAWallTakeSeconds) {
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 16.0\nheight = 5.0\nthickness = 0.2\nblock = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.5\n"
        "[limit]\nacceleration = [9.81, 0.0, 0.0]\n";
    const Scaled<3> scaled(stones(3, "friction = 0.65", wall));
    ASSERT_GT(scaled.world.problem.W.body.size(), 1000u);
    LimitLoad<3> limit;
    const double seconds = seconds_of([&] { limit = scaled.limit(); });
    ASSERT_TRUE(limit.found && limit.feasible && !limit.unbounded);
    EXPECT_NEAR(limit.multiplier, 0.4481006, 1e-6);
    EXPECT_LT(limit.upper - limit.lower, 1e-6);
    EXPECT_LT(seconds, 60.0);  // 11
}

TEST(LimitSize, AStackOfAThousandCubes) {
    std::string cubes = "[[bodies]]\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", normal = [0, 0, 1] }\n";
    for (int k = 0; k < 1000; ++k)
        cubes += fmt::format("[[bodies]]\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = [1.0, 1.0, 1.0] }}\nposition = [{}, {}, {}]\n", k % 10,
                             k / 10 % 10, k / 100 + 0.5);
    const Scaled<3> scaled(stones(3, "friction = 0.6", cubes + "[limit]\nacceleration = [9.81, 3.0, 0.0]\n"));
    const LimitLoad<3> limit = scaled.limit();
    ASSERT_TRUE(limit.found && limit.feasible && !limit.unbounded);
    EXPECT_NEAR(limit.multiplier, 0.1704107, 1e-6);
    EXPECT_LT(limit.upper - limit.lower, 1e-6);
}

}  // namespace
}  // namespace drystone::limit_size_test

#include "core/random_point.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drystone::random_point_test {
namespace {

// All parts of the ball are equally likely: |x|^N is even in [0, 1], of mean 1/2 and variance 1/12, and no direction is preferred.
template <int N>
void fills_the_ball_evenly() {
    constexpr int count = 20000;
    Random random(9);
    double share = 0.0, square = 0.0;
    Vec<N> mean{};
    for (int k = 0; k < count; ++k) {
        const Vec<N> x = in_unit_ball<N>(random);
        ASSERT_LE(norm(x), 1.0);
        const double within = std::pow(norm(x), N);
        share += within / count;
        square += within * within / count;
        mean += (1.0 / count) * x;
    }
    const double error = 4.0 / std::sqrt(12.0 * count);  // four standard deviations
    EXPECT_NEAR(share, 0.5, error);
    EXPECT_NEAR(square - share * share, 1.0 / 12.0, error);
    EXPECT_LT(norm(mean), 4.0 / std::sqrt(static_cast<double>(count)));
}
TEST(InUnitBall, AllPartsAreEquallyLikely) {
    fills_the_ball_evenly<1>();
    fills_the_ball_evenly<2>();
    fills_the_ball_evenly<3>();
}

TEST(InUnitBall, IsTheSamePointForTheSameSeed) {
    Random one(4), other(4);
    for (int k = 0; k < 10; ++k) EXPECT_EQ(in_unit_ball<3>(one), in_unit_ball<3>(other));
}

}  // namespace
}  // namespace drystone::random_point_test

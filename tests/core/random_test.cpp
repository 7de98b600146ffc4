#include "core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace drystone::random_test {
namespace {

/// sum (observed - expected)^2 / expected for equally likely cells: mean cells - 1, variance 2 (cells - 1).
double chi_square(const std::vector<int>& observed, double draws) {
    const double expected = draws / static_cast<double>(observed.size());
    double sum = 0.0;
    for (const int count : observed) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

// From an independent implementation of splitmix64 and xoshiro256** in Python, with the published test vectors of
// both. A change here changes every seeded scene.
TEST(Random, ASeedMeansTheSameNumbersForEver) {
    const std::uint64_t zero[] = {0xef75d62a19ba94edu, 0x8e9490536375f270u, 0xc05630b1c614195du,
                                  0x66daa2d5136a8f29u, 0x1a125cf88b927f55u, 0x7c60b53afa5734f5u};
    const std::uint64_t other[] = {0xdff68a95c9c8923du, 0xfd675b6766add109u, 0x9f146841231442a4u,
                                   0x3840b2bb7f2ce03du, 0xb8627665a19afe4fu, 0x8455ceb08984ec25u};
    Random from_zero(0), from_other(12345, 7);
    for (const std::uint64_t expected : zero) EXPECT_EQ(from_zero.next(), expected);
    for (const std::uint64_t expected : other) EXPECT_EQ(from_other.next(), expected);
}

TEST(Random, UniformNumbersFillTheirIntervalEvenly) {
    Random random(1);
    std::vector<int> cells(100);
    double sum = 0.0;
    const int draws = 1000000;
    for (int k = 0; k < draws; ++k) {
        const double x = random.uniform();
        ASSERT_GE(x, 0.0);
        ASSERT_LT(x, 1.0);
        sum += x;
        ++cells[static_cast<std::size_t>(100.0 * x)];
    }
    EXPECT_NEAR(sum / draws, 0.5, 4 * std::sqrt(1.0 / 12 / draws));
    EXPECT_NEAR(chi_square(cells, draws), 99, 4 * std::sqrt(2 * 99.0));
    for (int k = 0; k < 1000; ++k) {
        const double x = random.uniform(-3.0, 5.0);
        ASSERT_GE(x, -3.0);
        ASSERT_LT(x, 5.0);
    }
}

TEST(Random, BelowGivesEveryNumberEquallyOften) {
    Random random(2);
    for (const int count : {1, 2, 3, 7, 100}) {
        std::vector<int> cells(static_cast<std::size_t>(count));
        const int draws = 200000;
        for (int k = 0; k < draws; ++k) ++cells.at(random.below(static_cast<std::uint64_t>(count)));
        EXPECT_NEAR(chi_square(cells, draws), count - 1, 4 * std::sqrt(2.0 * (count - 1)) + 1e-9) << count;
    }
}

// With 3 * 2^62 numbers, taking the remainder without drawing again would make a third of them twice as likely.
TEST(Random, BelowHasNoBiasForHugeRanges) {
    Random random(3);
    const std::uint64_t third = std::uint64_t{1} << 62;
    std::vector<int> cells(3);
    for (int k = 0; k < 300000; ++k) ++cells.at(random.below(3 * third) / third);
    EXPECT_LE(chi_square(cells, 300000), 2 + 4 * std::sqrt(4.0));
}

TEST(Random, NormalNumbersHaveTheMomentsOfTheBellCurve) {
    Random random(4);
    const int draws = 1000000;
    std::array<double, 5> moment{};
    int beyond_two = 0;
    for (int k = 0; k < draws; ++k) {
        const double x = random.normal();
        for (std::size_t p = 1; p < 5; ++p) moment[p] += std::pow(x, static_cast<double>(p)) / draws;
        beyond_two += std::abs(x) > 2.0;
    }
    const double four_deviations = 4 / std::sqrt(draws);  // times the deviation of x^p
    EXPECT_NEAR(moment[1], 0.0, four_deviations);
    EXPECT_NEAR(moment[2], 1.0, four_deviations * std::sqrt(2.0));
    EXPECT_NEAR(moment[3], 0.0, four_deviations * std::sqrt(15.0));
    EXPECT_NEAR(moment[4], 3.0, four_deviations * std::sqrt(96.0));
    EXPECT_NEAR(beyond_two / static_cast<double>(draws), std::erfc(std::sqrt(2.0)), four_deviations * 0.21);
}

TEST(Random, ShuffleGivesEveryOrderEquallyOften) {
    Random random(5);
    std::map<std::array<int, 4>, int> seen;
    const int draws = 240000;
    for (int k = 0; k < draws; ++k) {
        std::array<int, 4> items = {0, 1, 2, 3};
        random.shuffle(std::span<int>(items));
        ++seen[items];
    }
    ASSERT_EQ(seen.size(), 24u);
    std::vector<int> cells;
    for (const auto& [order, count] : seen) cells.push_back(count);
    EXPECT_NEAR(chi_square(cells, draws), 23, 4 * std::sqrt(2 * 23.0));
}

TEST(Random, SeedsAndStreamsDoNotShareNumbers) {
    std::vector<std::uint64_t> drawn;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        for (std::uint64_t stream = 0; stream < 50; ++stream) {
            Random random(seed, stream);
            for (int k = 0; k < 4; ++k) drawn.push_back(random.next());
        }
    }
    std::sort(drawn.begin(), drawn.end());
    EXPECT_EQ(std::adjacent_find(drawn.begin(), drawn.end()), drawn.end());
}

}  // namespace
}  // namespace drystone::random_test

#include "core/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::exact_sum_test {
namespace {

std::vector<double> numbers_of_all_sizes(int count) {
    Random random(5);
    std::vector<double> numbers;
    for (int k = 0; k < count; ++k) numbers.push_back(std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(600.0 * random.uniform()) - 300));
    return numbers;
}

TEST(ExactSum, OneTermIsItself) {
    for (const double x : {0.0, 1.0, -3.5, 1e308, -1e308, 5e-324, 2.2250738585072014e-308, -1.0 / 3.0}) {
        ExactSum sum;
        sum.add(x);
        EXPECT_EQ(sum.value(), x);
    }
}

TEST(ExactSum, WhatCancelsLeavesNoTrace) {
    ExactSum sum;
    for (const double x : {1e300, 1.0, -1e300, 1e-300, -1.0, -1e-300}) sum.add(x);
    EXPECT_EQ(sum.value(), 0.0);
    sum.add(1e16);
    for (int k = 0; k < 1000; ++k) sum.add(1.0);
    EXPECT_EQ(sum.value(), 1e16 + 1000.0);
}

TEST(ExactSum, NeitherOrderNorPartsMatter) {
    std::vector<double> numbers = numbers_of_all_sizes(3000);
    ExactSum forwards, backwards;
    std::array<ExactSum, 7> parts;
    for (std::size_t k = 0; k < numbers.size(); ++k) forwards.add(numbers[k]), parts[k % 7].add(numbers[k]);
    std::reverse(numbers.begin(), numbers.end());
    for (const double x : numbers) backwards.add(x);
    ExactSum together;
    for (ExactSum& part : parts) part.carry(), together.add(part);
    EXPECT_EQ(forwards.value(), backwards.value());
    EXPECT_EQ(forwards.value(), together.value());
    long double plain = 0.0;
    for (const double x : numbers) plain += x;
    EXPECT_NEAR(forwards.value(), static_cast<double>(plain), 1e-15 * std::abs(static_cast<double>(plain)));
}

TEST(ExactSum, NothingFiniteComesOfInfinity) {
    ExactSum sum;
    sum.add(1.0);
    sum.add(INFINITY);
    EXPECT_TRUE(std::isnan(sum.value()));
}

}  // namespace
}  // namespace drystone::exact_sum_test

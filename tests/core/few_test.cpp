#include "core/few.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drystone::few_test {
namespace {

TEST(Few, ValuesAreThoseOfAListAndOnlyThoseThatAreSomethingTakeRoom) {
    Few<double> list{3.0, 0.0, 0.0};
    const std::size_t one = list.bytes();
    list.resize(1000);
    list.set(500, 0.0);
    list.push_back(0.0);
    EXPECT_EQ(list.size(), 1001u);
    EXPECT_EQ(list.bytes(), one);
    list.set(2, 5.0);
    list.edit(1) += 4.0;
    EXPECT_EQ(list[0], 3.0);
    EXPECT_EQ(list[1], 4.0);
    EXPECT_EQ(list[2], 5.0);
    EXPECT_EQ(list[1000], 0.0);
    list.set(0, 0.0);
    EXPECT_EQ(list[0], 0.0);
    EXPECT_TRUE(list.has_place(0));
    list.forget();
    EXPECT_EQ(list[2], 0.0);
    EXPECT_EQ(list.size(), 1001u);
}

TEST(Few, ZerosKeepTheirSigns) {
    Few<double> list{-0.0};
    EXPECT_TRUE(std::signbit(list[0]));
}

TEST(Few, OthersMoveUpForThoseThatComeBetween) {
    Few<double> list{1.0, 2.0, 0.0, 0.0};
    list.insert(1, 2);
    list.insert(6, 1);
    ASSERT_EQ(list.size(), 7u);
    const double expected[] = {1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 7; ++i) EXPECT_EQ(list[i], expected[i]) << i;
}

}  // namespace
}  // namespace drystone::few_test

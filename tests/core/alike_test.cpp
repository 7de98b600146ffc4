#include "core/alike.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drystone::alike_test {
namespace {

TEST(Alike, ValuesAreThoseOfAListAndTakeTheRoomOfOneWhileAllAreTheSame) {
    Alike<double> list;
    list.reserve(5);
    for (int i = 0; i < 4; ++i) {
        list.resize(list.size() + 1);
        list.set(list.size() - 1, 7.0);
    }
    EXPECT_EQ(list.bytes(), 0u);
    EXPECT_EQ(list.all(), std::vector<double>(4, 7.0));
    list.set(2, 8.0);
    list.push_back(9.0);
    EXPECT_EQ(list.all(), (std::vector<double>{7, 7, 8, 7, 9}));
    EXPECT_EQ(list[2], 8.0);
    EXPECT_EQ(list.bytes(), 5 * sizeof(double));
}

// The first may be changed as long as it is alone.
TEST(Alike, TheOnlyOneMayChange) {
    Alike<double> list;
    list.push_back(1.0);
    list.set(0, 2.0);
    list.push_back(2.0);
    EXPECT_EQ(list.all(), (std::vector<double>{2, 2}));
    EXPECT_EQ(list.bytes(), 0u);
}

TEST(Alike, ZerosOfOtherSignsAreNotTheSame) {
    const Alike<double> list(std::vector<double>{0.0, -0.0});
    EXPECT_FALSE(std::signbit(list[0]));
    EXPECT_TRUE(std::signbit(list[1]));
}

}  // namespace
}  // namespace drystone::alike_test

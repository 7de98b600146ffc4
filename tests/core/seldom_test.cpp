#include "core/seldom.h"

#include <gtest/gtest.h>

namespace drystone::seldom_test {
namespace {

TEST(Seldom, ValuesAreThoseOfAListAndTakeNoRoomWhileAllAreNothing) {
    Seldom<double> list;
    list.resize(3);
    list.push_back(0.0);
    list.set(1, 0.0);
    EXPECT_EQ(list.size(), 4u);
    EXPECT_TRUE(list.own().empty());
    EXPECT_EQ(list.all(), std::vector<double>(4));
    list.set(2, 7.0);
    list.push_back(8.0);
    list.resize(6);
    EXPECT_EQ(list.own(), (std::vector<double>{0, 0, 7, 0, 8, 0}));
    EXPECT_EQ(list[2], 7.0);
    EXPECT_EQ(list, (Seldom<double>{0, 0, 7, 0, 8, 0}));
    EXPECT_FALSE(list == (Seldom<double>{0, 0, 7, 0, 8}));
    EXPECT_FALSE(list == (Seldom<double>{0, 0, 7, 0, 8, 1}));
    list.forget();
    EXPECT_EQ(list.all(), std::vector<double>(6));
    EXPECT_EQ(list, Seldom<double>(std::vector<double>(6)));
    list.keep_all();
    EXPECT_EQ(list.own(), std::vector<double>(6));
}

TEST(Seldom, AListOfNothingsTakesNoRoom) {
    EXPECT_TRUE(Seldom<double>(std::vector<double>(5)).own().empty());
    EXPECT_EQ(Seldom<double>(std::vector<double>(5)).size(), 5u);
    Seldom<double> a{1.0, 2.0}, b(std::vector<double>(3));
    a.swap(b);
    EXPECT_EQ(a, Seldom<double>(std::vector<double>(3)));
    EXPECT_EQ(b, (Seldom<double>{1.0, 2.0}));
    b.clear();
    EXPECT_TRUE(b.empty());
}

}  // namespace
}  // namespace drystone::seldom_test

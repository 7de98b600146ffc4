#include "core/room.h"

#include <gtest/gtest.h>

namespace drystone::room_test {
namespace {

TEST(Room, AListThatGrowsALittleStaysWhereItIs) {
    std::vector<int> list;
    resize_with_room(list, 1000);
    const int* place = list.data();
    list[999] = 7;
    resize_with_room(list, 1100);
    EXPECT_EQ(list.data(), place);
    EXPECT_EQ(list[999], 7);
    EXPECT_EQ(list.size(), 1100u);
    resize_with_room(list, 2000);
    EXPECT_EQ(list[999], 7);
    EXPECT_EQ(list[1999], 0);
    EXPECT_LT(list.capacity(), 2300u);
    resize_with_room(list, 10);
    EXPECT_EQ(list.size(), 10u);
}

}  // namespace
}  // namespace drystone::room_test

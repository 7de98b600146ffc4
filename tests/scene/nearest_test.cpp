#include "scene/nearest.h"

#include <vector>

#include <gtest/gtest.h>

namespace drystone::nearest_test {
namespace {

TEST(EditDistance, CountsSlipsOfTheKeyboard) {
    EXPECT_EQ(edit_distance("friction", "friction"), 0);
    EXPECT_EQ(edit_distance("fricton", "friction"), 1);
    EXPECT_EQ(edit_distance("frictino", "friction"), 1);  // a swap
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    EXPECT_EQ(edit_distance("", "abc"), 3);
}

TEST(Nearest, LeavesOtherWordsAlone) {
    const std::vector<std::string> known = {"radius", "length", "type"};
    EXPECT_EQ(nearest("raduis", known), "radius");
    EXPECT_EQ(nearest("colour", known), "");
    const std::vector<std::string> law = {"law"};
    EXPECT_EQ(nearest("max", law), "");  // two of three letters are others
    EXPECT_EQ(nearest("lwa", law), "law");
    EXPECT_EQ(nearest("lav", law), "law");
    EXPECT_EQ(suggestion("colour", known), "; known: \"radius\", \"length\", \"type\"");
}

}  // namespace
}  // namespace drystone::nearest_test

#include "core/shared.h"

#include <gtest/gtest.h>

#include <vector>

namespace drystone::shared_test {
namespace {

using List = Shared<std::vector<int>>;

TEST(Shared, CopiesAreOneUntilOneIsWrittenTo) {
    List a(std::vector<int>{1, 2, 3});
    List b = a;
    EXPECT_TRUE(a.is_shared_with(b));
    EXPECT_EQ(a->data(), b->data());
    b.edit()[0] = 7;
    EXPECT_FALSE(a.is_shared_with(b));
    EXPECT_EQ(*a, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(*b, (std::vector<int>{7, 2, 3}));
    EXPECT_FALSE(a == b);
    b.edit()[0] = 1;
    EXPECT_TRUE(a == b);
}

TEST(Shared, WhoHasItAloneCopiesNothing) {
    List a(std::vector<int>{1, 2, 3});
    const int* place = a->data();
    a.edit()[1] = 5;
    EXPECT_EQ(a->data(), place);
    List b = a;
    a.let_go();
    b.edit()[1] = 6;
    EXPECT_EQ(b->data(), place);
    a = b;
    EXPECT_EQ(*a, (std::vector<int>{1, 6, 3}));
}

TEST(Shared, BeginsWithNothing) {
    List a, b;
    EXPECT_TRUE(a == b);
    a.edit().push_back(1);
    EXPECT_TRUE(b->empty() && List()->empty());
    EXPECT_EQ(a->size(), 1u);
}

}  // namespace
}  // namespace drystone::shared_test

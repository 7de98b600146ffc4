#include "core/buckets.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::buckets_test {
namespace {

TEST(Buckets, HoldTheirNumbersInOrder) {
    ThreadPool pool(1);
    Buckets buckets;
    const std::vector<int> of = {2, 0, -1, 2, 1, 0, 2};
    sort_into_buckets(
        of.size(), 4, [&](std::size_t i) { return of[i]; }, pool, buckets);
    ASSERT_EQ(buckets.size(), 4);
    const auto list = [](std::span<const int> items) { return std::vector<int>(items.begin(), items.end()); };
    EXPECT_EQ(list(buckets[0]), (std::vector<int>{1, 5}));
    EXPECT_EQ(list(buckets[1]), (std::vector<int>{4}));
    EXPECT_EQ(list(buckets[2]), (std::vector<int>{0, 3, 6}));
    EXPECT_TRUE(buckets[3].empty());
    EXPECT_EQ(list(buckets.between(1, 3)), (std::vector<int>{4, 0, 3, 6}));
}

TEST(Buckets, AreTheSameForAnyNumberOfThreads) {
    Random random(3);
    std::vector<int> of(100003);
    for (int& bucket : of) bucket = static_cast<int>(random.below(40)) - 1;
    const auto bucket_of = [&](std::size_t i) { return of[i]; };
    Buckets alone;
    ThreadPool one(1);
    sort_into_buckets(of.size(), 39, bucket_of, one, alone);
    for (const int threads : {2, 3, 8}) {
        ThreadPool pool(threads);
        Buckets buckets;
        sort_into_buckets(of.size(), 39, bucket_of, pool, buckets);
        EXPECT_EQ(buckets.start, alone.start);
        EXPECT_EQ(buckets.item, alone.item);
    }
}

TEST(Buckets, OfNothingAreEmpty) {
    ThreadPool pool(2);
    Buckets buckets;
    sort_into_buckets(
        0, 3, [](std::size_t) { return 0; }, pool, buckets);
    EXPECT_EQ(buckets.start, std::vector<int>(4, 0));
    EXPECT_TRUE(buckets.item.empty());
}

}  // namespace
}  // namespace drystone::buckets_test

#include "core/in_parallel.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace drystone::in_parallel_test {
namespace {

TEST(InParallel, TheLargestOfAllIsFoundFromAllThreads) {
    ThreadPool pool(4);
    double largest = 0.0;
    pool.for_ranges(100000, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) raise(largest, static_cast<double>(i * 7919 % 100000));
    });
    EXPECT_EQ(largest, 99999.0);
    raise(largest, std::numeric_limits<double>::quiet_NaN());  // as std::max has it
    EXPECT_EQ(largest, 99999.0);
}

TEST(InParallel, FillsAndCopies) {
    ThreadPool pool(3);
    std::vector<int> list(10, 1), copy;
    fill_all(list, 100000, 7, pool);
    EXPECT_EQ(list, std::vector<int>(100000, 7));
    copy_all(list, copy, pool);
    EXPECT_EQ(copy, list);
}

TEST(InParallel, OneOfAllIsEnough) {
    ThreadPool pool(3);
    for (const std::size_t count : {0, 1, 100000}) {
        EXPECT_FALSE(any_of_all(count, 16, pool, [](std::size_t) { return false; })) << count;
        EXPECT_EQ(any_of_all(count, 16, pool, [&](std::size_t i) { return i + 1 == count; }), count > 0)
            << count;
    }
}

TEST(InParallel, WhatStaysKeepsItsOrder) {
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        for (const std::size_t count : {0, 10, 8191, 8192, 100003}) {
            std::vector<std::size_t> items(count), spare;
            std::iota(items.begin(), items.end(), 0u);
            std::vector<std::size_t> expected = items;
            const auto goes = [](std::size_t i) { return i % 3 == 0 || (i > 20000 && i < 60000); };
            std::erase_if(expected, goes);
            erase_all_if(items, spare, pool, goes);
            EXPECT_EQ(items, expected) << threads << " " << count;
        }
    }
}

}  // namespace
}  // namespace drystone::in_parallel_test

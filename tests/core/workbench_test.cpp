#include "core/workbench.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace drystone {
namespace {

TEST(Workbench, WhatIsTakenIsApartAndAligned) {
    Workbench bench;
    const Workbench::Use use(bench);
    const std::span<char> a = use.take<char>(3, 'a');
    const std::span<double> b = use.take<double>(1000, 2.5);
    const std::span<int> c = use.take<int>(0);
    const std::span<char> d = use.take<char>(70, 'd');
    EXPECT_EQ(c.size(), 0u);
    for (const void* first : {static_cast<void*>(a.data()), static_cast<void*>(b.data()), static_cast<void*>(d.data())})
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 64, 0u);
    for (const char x : a) EXPECT_EQ(x, 'a');
    for (const double x : b) EXPECT_EQ(x, 2.5);
    for (const char x : d) EXPECT_EQ(x, 'd');
}

TEST(Workbench, StagesUseTheSameMemoryAndTheNextRoundAllocatesNothing) {
    Workbench bench;
    const auto stage = [&](std::size_t count, int value) {
        const Workbench::Use use(bench);
        const std::span<int> list = use.take<int>(count, value);
        const std::span<int> more = use.take<int>(count, -value);
        EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), static_cast<int>(count) * value);
        EXPECT_EQ(std::accumulate(more.begin(), more.end(), 0), -static_cast<int>(count) * value);
    };
    const auto round = [&] {
        for (const std::size_t count : {1000u, 50u, 3000u, 10u}) stage(count, 7);
    };
    round();
    const std::size_t after_one = bench.bytes();
    EXPECT_GE(after_one, 2 * 3000 * sizeof(int));
    EXPECT_LE(after_one, 2 * 3000 * sizeof(int) * 17 / 16 + 200);  // of the largest stage, not of all
    for (int k = 0; k < 3; ++k) round();
    EXPECT_EQ(bench.bytes(), after_one);
}

TEST(Workbench, UsesNest) {
    Workbench bench;
    for (int round = 0; round < 3; ++round) {
        const Workbench::Use outer(bench);
        const std::span<int> kept = outer.take<int>(100, 1);
        const int* inner_place = nullptr;
        for (int k = 0; k < 3; ++k) {
            const Workbench::Use inner(bench);
            const std::span<int> own = inner.take<int>(5000, 2);  // does not fit beside `kept` at first
            if (k > 0) {
                EXPECT_EQ(own.data(), inner_place);
            }
            inner_place = own.data();
        }
        const std::span<int> later = outer.take<int>(100, 3);
        for (const int x : kept) EXPECT_EQ(x, 1);
        for (const int x : later) EXPECT_EQ(x, 3);
    }
}

TEST(Workbench, WhatIsLentIsTakenFirst) {
    Workbench bench;
    std::vector<double> lent(1000), more(100);
    const auto holds = [](const std::vector<double>& list, const double* at) { return at >= list.data() && at < list.data() + list.size(); };
    for (int round = 0; round < 3; ++round) {
        const Workbench::Loan loan(bench, lent), other(bench, more);
        {
            const Workbench::Use use(bench);
            EXPECT_TRUE(holds(more, use.take<double>(50, 1.0).data()));
            EXPECT_TRUE(holds(lent, use.take<double>(800, 2.0).data()));
            EXPECT_EQ(bench.bytes(), 0u);
        }
        const Workbench::Use use(bench);
        EXPECT_TRUE(holds(lent, use.take<double>(900, 3.0).data()));
    }
    const Workbench::Loan loan(bench, lent);
    const Workbench::Use use(bench);
    const std::span<double> large = use.take<double>(2000, 4.0);  // does not fit
    EXPECT_FALSE(holds(lent, large.data()));
    EXPECT_GE(bench.bytes(), 2000 * sizeof(double));
}

// What does not fit in the first place leaves room there for what comes later.
TEST(Workbench, SmallListsGoWhereLargeOnesDoNotFit) {
    Workbench bench;
    std::vector<double> lent(500);
    const auto holds = [&](const std::span<double>& list) { return list.data() >= lent.data() && list.data() < lent.data() + lent.size(); };
    for (int round = 0; round < 3; ++round) {
        const Workbench::Loan loan(bench, lent);
        const Workbench::Use use(bench);
        const std::span<double> large = use.take<double>(600, 1.0);
        const std::span<double> small = use.take<double>(200, 2.0);
        {
            const Workbench::Use inner(bench);
            EXPECT_TRUE(holds(inner.take<double>(200, 3.0)));
            EXPECT_FALSE(holds(inner.take<double>(200, 4.0)));
        }
        const std::span<double> again = use.take<double>(200, 5.0);
        EXPECT_TRUE(!holds(large) && holds(small) && holds(again));
        for (const double x : large) EXPECT_EQ(x, 1.0);
        for (const double x : small) EXPECT_EQ(x, 2.0);
    }
    EXPECT_LE(bench.bytes(), (600 + 208) * sizeof(double) * 17 / 16 + 200);
}

TEST(Workbench, NothingIsLentByAnEmptyList) {
    Workbench bench;
    std::vector<double> nothing;
    const Workbench::Loan loan(bench, nothing);
    const Workbench::Use use(bench);
    EXPECT_EQ(use.take<double>(10, 1.0)[9], 1.0);
}

TEST(Workbench, CopiesAreEmpty) {
    Workbench bench;
    {
        const Workbench::Use use(bench);
        use.take<double>(100);
    }
    const Workbench copy = bench;
    EXPECT_EQ(copy.bytes(), 0u);
    const std::size_t before = bench.bytes();
    const Workbench moved = std::move(bench);
    EXPECT_EQ(moved.bytes(), before);
}

}  // namespace
}  // namespace drystone

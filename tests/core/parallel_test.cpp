#include "core/parallel.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace drystone::parallel_test {
namespace {

std::vector<int> visits(ThreadPool& pool, std::size_t count, std::size_t grain) {
    std::vector<int> visited(count);
    pool.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visited[i];
    });
    return visited;
}

TEST(ThreadPool, VisitsEveryIndexOnce) {
    for (const int threads : {1, 2, 3, 7, 16}) {
        ThreadPool pool(threads);
        EXPECT_EQ(pool.size(), threads);
        for (const std::size_t count : {0, 1, 2, 5, 6, 7, 8, 15, 16, 17, 1000, 12345}) {
            for (const std::size_t grain : {0, 1, 4, 100, 100000}) {
                EXPECT_EQ(visits(pool, count, grain), std::vector<int>(count, 1)) << threads << " " << count;
            }
        }
    }
}

TEST(ThreadPool, ZeroThreadsMeansAllCores) {
    EXPECT_EQ(ThreadPool(0).size(), static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    EXPECT_EQ(ThreadPool().size(), 1);
}

TEST(ThreadPool, PiecesDifferByAtMostOneIndex) {
    ThreadPool pool(7);
    std::vector<std::size_t> length(100);  // by first index
    pool.for_ranges(100, 1, [&](std::size_t begin, std::size_t end) { length[begin] = end - begin; });
    for (const std::size_t n : length) EXPECT_TRUE(n == 0 || n == 3 || n == 4) << n;
}

// Static shares would leave half of the loop to a thread that hardly runs.
TEST(ThreadPool, AThreadThatHardlyRunsDelaysALoopByOnePiece) {
    ThreadPool pool(2);
    const auto caller = std::this_thread::get_id();
    std::atomic<int> others{0};
    for (int k = 0; k < 10; ++k) {
        pool.for_ranges(8, 1, [&](std::size_t, std::size_t) {
            if (std::this_thread::get_id() == caller) return;
            ++others;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        });
    }
    EXPECT_LE(others, 10);
}

TEST(ThreadPool, LoopsOfUnlikeLengthFollowOneAnotherAtOnce) {
    ThreadPool pool(5);
    std::vector<int> visited(64);
    const int rounds = 20000;
    for (int k = 0; k < rounds; ++k) {
        const std::size_t count = 2 + static_cast<std::size_t>(k * 7 % 63), first = 64 - count;
        pool.for_ranges(count, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++visited[first + i];
        });
    }
    std::vector<int> expected(64);
    for (int k = 0; k < rounds; ++k) {
        for (int i = 64 - (2 + k * 7 % 63); i < 64; ++i) ++expected[static_cast<std::size_t>(i)];
    }
    EXPECT_EQ(visited, expected);
}

TEST(ThreadPool, ALoopNoLongerThanItsGrainStaysOnTheCaller) {
    ThreadPool pool(4);
    const auto caller = std::this_thread::get_id();
    pool.for_ranges(100, 100, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(end - begin, 100u);
    });
}

TEST(ThreadPool, TheTeamReallyWorksAtTheSameTime) {
    ThreadPool pool(3);
    std::atomic<int> arrived{0};
    pool.for_ranges(3, 1, [&](std::size_t, std::size_t) {
        ++arrived;
        while (arrived < 3) std::this_thread::yield();  // for ever, if one thread had two shares
    });
    EXPECT_EQ(arrived, 3);
}

TEST(ThreadPool, SumsHaveTheSameBitsForAnyNumberOfThreads) {
    const std::size_t count = 10007;
    const auto partial = [](std::size_t begin, std::size_t end) {
        double sum = 0.0;
        for (std::size_t i = begin; i < end; ++i)
            sum += std::sin(static_cast<double>(i)) * std::pow(10.0, i % 17);
        return sum;
    };
    for (const std::size_t chunk : {1, 64, 1000, 10007, 100000}) {
        std::vector<double> scratch;
        ThreadPool alone(1);
        const double expected = alone.sum_in_order(count, chunk, scratch, partial);
        for (const int threads : {2, 3, 7}) {
            ThreadPool pool(threads);
            EXPECT_EQ(pool.sum_in_order(count, chunk, scratch, partial), expected) << threads << " " << chunk;
        }
    }
}

TEST(ThreadPool, ASumOverNothingIsZero) {
    ThreadPool pool(2);
    std::vector<int> scratch(5, 1);  // left from another loop
    EXPECT_EQ(pool.sum_in_order<int>(0, 8, scratch, [](std::size_t, std::size_t) { return 1; }), 0);
}

// Each loop reads what the one before it wrote on other threads: a missing barrier or wake-up shows.
TEST(ThreadPool, ThousandsOfLoopsFollowOneAnother) {
    for (const int threads : {2, 3, 7}) {
        ThreadPool pool(threads);
        std::vector<long> a(1000), b(1000);
        std::iota(a.begin(), a.end(), 0);
        const int rounds = 2000;
        for (int k = 0; k < rounds; ++k) {
            const std::size_t count = 10 + static_cast<std::size_t>(k % 991);
            pool.for_ranges(count, 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) b[i] = a[count - 1 - i] + 1;
            });
            pool.for_ranges(count, 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) a[i] = b[count - 1 - i];
            });
        }
        EXPECT_EQ(a[0], rounds);
        EXPECT_EQ(std::accumulate(a.begin(), a.begin() + 10, 0l), 45 + 10l * rounds);
    }
}

TEST(ThreadPool, WakesAfterItFellAsleep) {
    ThreadPool pool(3);
    for (int k = 0; k < 20; ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        EXPECT_EQ(visits(pool, 10, 1), std::vector<int>(10, 1));
        pool.for_ranges(3, 1, [](std::size_t begin, std::size_t) {  // workers late: the caller sleeps
            if (begin > 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
        });
    }
}

TEST(ThreadPool, CanBeMadeAndDroppedAtAnyMoment) {
    for (int k = 0; k < 300; ++k) {
        auto pool = std::make_unique<ThreadPool>(1 + k % 8);
        if (k % 3 != 0) {
            EXPECT_EQ(visits(*pool, 20, 1), std::vector<int>(20, 1));
        }
    }
}

TEST(ThreadPool, TwoPoolsDoNotDisturbEachOther) {
    ThreadPool outer(2), inner(2);
    std::vector<int> visited(64);
    outer.for_ranges(2, 1, [&](std::size_t begin, std::size_t) {
        if (begin != 0) return;
        inner.for_ranges(64, 1, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) ++visited[i];
        });
    });
    EXPECT_EQ(visited, std::vector<int>(64, 1));
}

TEST(ThreadPoolDeathTest, ALoopInsideALoopIsOurMistake) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto nest = [] {
        ThreadPool pool(2);
        pool.for_ranges(
            2, 1, [&](std::size_t, std::size_t) { pool.for_ranges(2, 1, [](std::size_t, std::size_t) {}); });
    };
    EXPECT_DEATH(nest(), "loops do not nest");
}

/// Partial sums that take long enough for others to come and help, had anyone called them.
bool is_summed_by_the_caller(std::size_t count, std::size_t grain) {
    ThreadPool pool(4);
    std::vector<double> scratch;
    std::atomic<bool> alone{true};
    const std::thread::id caller = std::this_thread::get_id();
    const double sum = pool.sum_in_order(
        count, 10, scratch,
        [&](std::size_t begin, std::size_t end) {
            if (std::this_thread::get_id() != caller) alone = false;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return static_cast<double>(end - begin);
        },
        grain);
    EXPECT_EQ(sum, static_cast<double>(count));
    return alone;
}

TEST(ThreadPool, ASumOfNoMoreThanItsGrainStaysOnTheCaller) {
    EXPECT_TRUE(is_summed_by_the_caller(80, 80));
    EXPECT_TRUE(is_summed_by_the_caller(75, 80));
}

}  // namespace
}  // namespace drystone::parallel_test

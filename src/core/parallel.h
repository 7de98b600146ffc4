#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace drystone {

/// A fixed team of threads that runs one loop at a time. The caller is one of the team.
///
/// Answers must not depend on the number of threads: loop bodies write disjoint slots, and sums are taken
/// over chunks of fixed size in index order (sum_in_order).
///
/// A loop is cut into pieces, a block of them for each thread. Pieces are claimed: a thread takes those of its own block, which
/// are those of the last such loop and may still be in its cache, then what the others have not begun. So a thread that
/// does not run, on a machine with other work, delays nobody. Threads without work watch for it for some microseconds and then
/// sleep; waking them costs as much, hence the grain: what is worth waking a thread for, some tens of microseconds of work.
///
/// Loops do not nest, one thread at a time uses a pool, and bodies do not throw: an exception ends the program
/// whichever thread it is on, for the others may be inside the same body.
class ThreadPool {
  public:
    explicit ThreadPool(int threads = 1);  // 0: all cores
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int size() const { return static_cast<int>(workers_.size()) + 1; }

    /// body(begin, end) over disjoint ranges that cover [0, count). A loop no longer than `grain` stays on the caller.
    template <class Body>
    void for_ranges(std::size_t count, std::size_t grain, const Body& body) {
        if (count == 0) return;
        if (workers_.empty() || count <= grain) return body(std::size_t{0}, count);
        const auto run = [](const void* context, std::size_t begin, std::size_t end) {
            (*static_cast<const Body*>(context))(begin, end);
        };
        dispatch(run, &body, count, grain);
    }

    /// body(i) for i in [0, count), each worth waking a thread for.
    template <class Body>
    void for_each(std::size_t count, const Body& body) {
        for_ranges(count, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) body(i);
        });
    }

    /// Sum over [0, count) of what partial(begin, end) returns for consecutive chunks of `chunk` items: the
    /// same bits for any number of threads. T needs operator+= and value-initialises to zero. Keep `scratch`
    /// from call to call and nothing is allocated. A sum over no more than `grain` items stays on the caller.
    template <class T, class Partial>
    T sum_in_order(std::size_t count, std::size_t chunk, std::vector<T>& scratch, const Partial& partial, std::size_t grain = 0) {
        static_assert(!std::is_same_v<T, bool>, "neighbours in a vector<bool> share a word");
        assert(chunk > 0);
        const std::size_t chunks = count / chunk + (count % chunk != 0);
        scratch.resize(chunks);
        for_ranges(chunks, std::max<std::size_t>(1, grain / chunk), [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) scratch[k] = partial(k * chunk, std::min(count, (k + 1) * chunk));
        });
        T total{};
        for (const T& part : scratch) total += part;
        return total;
    }

  private:
    using Run = void (*)(const void* context, std::size_t begin, std::size_t end);

    struct Loop {
        Run run = nullptr;
        const void* context = nullptr;
        std::size_t count = 0;
        std::uint32_t blocks = 0;  // one for each of the first threads
        std::uint32_t pieces = 0;  // of a block

        std::uint32_t all_pieces() const { return blocks * pieces; }
    };

    /// The loop at work. Threads may look at it while the caller writes the next one: they look at ticket_ before and after.
    struct SharedLoop {
        std::atomic<Run> run{nullptr};
        std::atomic<const void*> context{nullptr};
        std::atomic<std::size_t> count{0};
        std::atomic<std::uint32_t> blocks{0}, pieces{0};
    };

    /// How many pieces of a block are claimed, in the lower half, and in the upper half of which loop.
    struct alignas(64) Claims {
        std::atomic<std::uint64_t> value{0};
    };

    void dispatch(Run run, const void* context, std::size_t count, std::size_t grain);
    void work(std::uint32_t index);
    std::uint32_t publish(const Loop& loop);
    Loop look_at_loop() const;
    std::uint32_t run_block(const Loop& loop, std::uint32_t ticket, std::uint32_t block) noexcept;
    void run_blocks(const Loop& loop, std::uint32_t ticket, std::uint32_t own) noexcept;
    void wake_one(const Loop& loop);
    std::uint32_t wait_for_loop(std::uint32_t seen);
    void wait_for_pieces(std::uint32_t pieces);
    void stop() noexcept;

    SharedLoop loop_;
    bool running_ = false;
    std::vector<Claims> claims_;  // (threads), none where the caller is alone
    std::vector<std::thread> workers_;
    // On separate cache lines: many watch the first while others write the second.
    alignas(64) std::atomic<std::uint32_t> ticket_{0};  // of the loop; odd while it is being written
    alignas(64) std::atomic<std::uint32_t> done_{0};    // pieces of the loop that are done
    alignas(64) std::atomic<std::uint32_t> bell_{0};    // rung for those who sleep
    std::atomic<std::uint32_t> asleep_{0};              // threads that may have to be woken
    std::atomic<bool> stop_{false};
};

}  // namespace drystone

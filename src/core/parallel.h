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
/// over chunks of fixed size in index order (sum_in_order). A thread spins for some microseconds before it
/// sleeps: a pure spin barrier wastes whole time slices on a machine with fewer
/// free cores than threads.
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

    /// body(begin, end) over disjoint ranges that cover [0, count). Ranges shorter than `grain` are not cut.
    template <class Body>
    void for_ranges(std::size_t count, std::size_t grain, const Body& body) {
        if (count == 0) return;
        if (workers_.empty() || count <= grain) return body(std::size_t{0}, count);
        Task task;
        task.run = [](const void* context, std::size_t begin, std::size_t end) {
            (*static_cast<const Body*>(context))(begin, end);
        };
        task.context = &body;
        task.count = count;
        dispatch(task);
    }

    /// Sum over [0, count) of what partial(begin, end) returns for consecutive chunks of `chunk` items: the
    /// same bits for any number of threads. T needs operator+= and value-initialises to zero. Keep `scratch`
    /// from call to call and nothing is allocated.
    template <class T, class Partial>
    T sum_in_order(std::size_t count, std::size_t chunk, std::vector<T>& scratch, const Partial& partial) {
        static_assert(!std::is_same_v<T, bool>, "neighbours in a vector<bool> share a word");
        assert(chunk > 0);
        const std::size_t chunks = count / chunk + (count % chunk != 0);
        scratch.resize(chunks);
        for_ranges(chunks, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                scratch[k] = partial(k * chunk, std::min(count, (k + 1) * chunk));
            }
        });
        T total{};
        for (const T& part : scratch) total += part;
        return total;
    }

  private:
    struct Task {
        void (*run)(const void*, std::size_t, std::size_t) = nullptr;
        const void* context = nullptr;
        std::size_t count = 0;
    };

    void dispatch(const Task& task);
    void work(int index);
    void run_share(int index) const noexcept;
    void stop() noexcept;

    // The caller writes task_, running_ and stop_ and then raises ticket_; workers read them only after they saw
    // it rise, and lower pending_ when they are done with them. On separate cache lines, because workers watch
    // ticket_ while others lower pending_.
    Task task_;
    bool running_ = false;
    bool stop_ = false;
    std::vector<std::thread> workers_;
    alignas(64) std::atomic<std::uint32_t> ticket_{0};   // counts dispatches; workers wait for it to change
    alignas(64) std::atomic<std::uint32_t> pending_{0};  // workers still busy with the current task
};

}  // namespace drystone

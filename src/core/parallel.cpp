#include "core/parallel.h"

#include <algorithm>

namespace drystone {

namespace {

constexpr int spins_before_sleep = 2000;  // some microseconds

void pause_briefly() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Waits until `value` is no longer `old`: first spinning, then asleep.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    for (int spin = 0; spin < spins_before_sleep; ++spin) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old) return now;
        pause_briefly();
    }
    value.wait(old, std::memory_order_acquire);
    return value.load(std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
    if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    workers_.reserve(static_cast<std::size_t>(threads - 1));
    try {
        for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
    } catch (...) {  // the system has no thread left; the destructor will not run
        stop();
        throw;
    }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() noexcept {
    stop_ = true;
    ticket_.fetch_add(1);
    ticket_.notify_all();
    for (auto& worker : workers_) worker.join();
}

void ThreadPool::run_share(int index) const noexcept {
    const std::size_t n = static_cast<std::size_t>(size()), i = static_cast<std::size_t>(index);
    const std::size_t share = task_.count / n,
                      rest = task_.count % n;  // the first `rest` shares get one more
    const std::size_t begin = i * share + std::min(i, rest), end = begin + share + (i < rest ? 1 : 0);
    if (begin < end) task_.run(task_.context, begin, end);
}

// ticket_ and pending_ change in sequentially consistent order: notify looks whether anyone sleeps, and must not
// look before the change is visible to those about to sleep.
void ThreadPool::dispatch(const Task& task) {
    assert(!running_ && "loops do not nest");
    running_ = true;
    task_ = task;
    pending_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
    ticket_.fetch_add(1);
    ticket_.notify_all();
    run_share(0);
    std::uint32_t left = pending_.load(std::memory_order_acquire);
    while (left != 0) left = wait_for_change(pending_, left);
    running_ = false;
}

void ThreadPool::work(int index) {
    std::uint32_t seen = 0;
    for (;;) {
        seen = wait_for_change(ticket_, seen);
        if (stop_) return;
        run_share(index);
        if (pending_.fetch_sub(1) == 1) pending_.notify_all();
    }
}

}  // namespace drystone

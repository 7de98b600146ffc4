#include "core/parallel.h"

#include <algorithm>
#include <chrono>

namespace drystone {

namespace {

constexpr std::chrono::microseconds watch{50};  // before a thread sleeps; waking it takes about as long
constexpr std::size_t most_pieces = 4;  // of a block: what others can take from a thread that does not run
constexpr std::size_t pieces_a_grain = 16;  // threads that are awake take little work at a time

void pause_briefly() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Looks until there is what it waits for, for so long; returns whether it came.
template <class Came>
bool watch_for(const Came& came) {
    constexpr int looks_a_time = 16;
    for (const auto begin = std::chrono::steady_clock::now();
         std::chrono::steady_clock::now() - begin < watch;) {
        for (int look = 0; look < looks_a_time; ++look) {
            if (came()) return true;
            pause_briefly();
        }
    }
    return came();
}

std::uint64_t claims_of(std::uint32_t ticket, std::uint32_t claimed) {
    return std::uint64_t{ticket} << 32 | claimed;
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
    if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    if (threads > 1) claims_ = std::vector<Claims>(static_cast<std::size_t>(threads));
    workers_.reserve(static_cast<std::size_t>(threads - 1));
    try {
        for (int i = 1; i < threads; ++i)
            workers_.emplace_back([this, i] { work(static_cast<std::uint32_t>(i)); });
    } catch (...) {  // the system has no thread left; the destructor will not run
        stop();
        throw;
    }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() noexcept {
    stop_.store(true);
    bell_.fetch_add(1);
    bell_.notify_all();
    for (auto& worker : workers_) worker.join();
}

/// Claims and runs what is left of a block; returns how many pieces that was. Who has claimed a piece of a loop keeps the caller
/// from going on to the next. Claims of an earlier loop mean that nobody was here yet, those of a later one that all is done.
std::uint32_t ThreadPool::run_block(const Loop& loop, std::uint32_t ticket, std::uint32_t block) noexcept {
    std::atomic<std::uint64_t>& claims = claims_[block].value;
    std::uint32_t done = 0;
    for (std::uint64_t seen = claims.load();;) {
        const auto loops_since = static_cast<std::int32_t>(static_cast<std::uint32_t>(seen >> 32) - ticket);
        const std::uint32_t piece = loops_since < 0 ? 0 : static_cast<std::uint32_t>(seen);
        if (loops_since > 0 || piece >= loop.pieces) return done;
        const std::uint64_t claimed = claims_of(ticket, piece + 1);
        if (!claims.compare_exchange_weak(seen, claimed)) continue;
        const std::size_t all = loop.all_pieces(), k = std::size_t{block} * loop.pieces + piece;
        loop.run(loop.context, loop.count * k / all, loop.count * (k + 1) / all);
        ++done;
        seen = claimed;
    }
}

/// The thread's own block, then those of the others, from the next on.
void ThreadPool::run_blocks(const Loop& loop, std::uint32_t ticket, std::uint32_t own) noexcept {
    for (std::uint32_t k = 0; k < loop.blocks && ticket_.load(std::memory_order_relaxed) == ticket; ++k) {
        const std::uint32_t done = run_block(loop, ticket, (own + k) % loop.blocks);
        if (done > 0 && done_.fetch_add(done) + done == loop.all_pieces()) done_.notify_all();
    }
}

/// Ticket and loop as a lock of sequence numbers has it: whoever sees a number of the new loop sees the odd ticket, too.
std::uint32_t ThreadPool::publish(const Loop& loop) {
    const std::uint32_t odd = ticket_.load(std::memory_order_relaxed) + 1;
    ticket_.store(odd);
    loop_.run.store(loop.run, std::memory_order_release);
    loop_.context.store(loop.context, std::memory_order_release);
    loop_.count.store(loop.count, std::memory_order_release);
    loop_.blocks.store(loop.blocks, std::memory_order_release);
    loop_.pieces.store(loop.pieces, std::memory_order_release);
    done_.store(0, std::memory_order_relaxed);
    ticket_.store(odd + 1);
    return odd + 1;
}

ThreadPool::Loop ThreadPool::look_at_loop() const {
    constexpr auto acquire = std::memory_order_acquire;
    return {loop_.run.load(acquire), loop_.context.load(acquire), loop_.count.load(acquire),
            loop_.blocks.load(acquire), loop_.pieces.load(acquire)};
}

/// Wakes a sleeper if there are more blocks than threads awake.
void ThreadPool::wake_one(const Loop& loop) {
    const std::uint32_t asleep = asleep_.load();
    if (asleep == 0 || loop.blocks + asleep <= claims_.size()) return;
    bell_.fetch_add(1);
    bell_.notify_one();
}

// ticket_, done_ and asleep_ change in sequentially consistent order: who wakes others looks whether anyone sleeps, and must not
// look before the change is visible to those about to sleep.
void ThreadPool::dispatch(Run run, const void* context, std::size_t count, std::size_t grain) {
    assert(!running_ && "loops do not nest");
    running_ = true;
    const std::size_t least = std::max<std::size_t>(1, grain / pieces_a_grain);
    const std::size_t most = std::min(count, std::max<std::size_t>(2, count / least));
    const std::size_t blocks = std::min(most, claims_.size()), pieces = std::min(most / blocks, most_pieces);
    const Loop loop{run, context, count, static_cast<std::uint32_t>(blocks),
                    static_cast<std::uint32_t>(pieces)};
    const std::uint32_t ticket = publish(loop);
    wake_one(loop);
    run_blocks(loop, ticket, 0);
    wait_for_pieces(loop.all_pieces());
    running_ = false;
}

void ThreadPool::wait_for_pieces(std::uint32_t pieces) {
    if (watch_for([&] { return done_.load(std::memory_order_acquire) == pieces; })) return;
    for (std::uint32_t done = done_.load(); done != pieces; done = done_.load()) done_.wait(done);
}

/// The ticket of a loop that is not the one `seen`; any, where the pool comes to its end.
std::uint32_t ThreadPool::wait_for_loop(std::uint32_t seen) {
    const auto is_there = [&] {
        const std::uint32_t ticket = ticket_.load();
        return (ticket != seen && ticket % 2 == 0) || stop_.load(std::memory_order_relaxed);
    };
    while (!watch_for(is_there)) {
        const std::uint32_t rung = bell_.load();
        asleep_.fetch_add(1);
        if (!is_there()) bell_.wait(rung);
        asleep_.fetch_sub(1);
    }
    return ticket_.load();
}

void ThreadPool::work(std::uint32_t index) {
    for (std::uint32_t seen = 0;;) {
        seen = wait_for_loop(seen);
        if (stop_.load()) return;
        const Loop loop = look_at_loop();
        if (ticket_.load() != seen || seen % 2 != 0) continue;
        wake_one(loop);  // and they others in turn
        wake_one(loop);
        run_blocks(loop, seen, index);
    }
}

}  // namespace drystone

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "core/parallel.h"
#include "core/room.h"

namespace drystone {

// Small loops over whole arrays, on all threads. Their answers do not depend on the order in which things happen.

constexpr std::size_t array_grain = 16384;  // numbers worth waking a thread for

/// value = max(value, other), from several threads at once.
[[gnu::always_inline]] inline void raise(double& value, double other) {
    std::atomic_ref<double> shared(value);
    double seen = shared.load(std::memory_order_relaxed);
    while (seen < other && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
    }
}

/// All of `list` become `value`.
template <class T>
void fill_all(std::span<T> list, const std::type_identity_t<T>& value, ThreadPool& pool) {
    pool.for_ranges(list.size(), array_grain, [&](std::size_t begin, std::size_t end) { std::fill(list.begin() + begin, list.begin() + end, value); });
}

/// list becomes `count` times `value`.
template <class T>
void fill_all(std::vector<T>& list, std::size_t count, const T& value, ThreadPool& pool) {
    list.resize(count);
    fill_all(std::span(list), value, pool);
}

/// `to` has as many as `from`.
template <class T>
void copy_all(std::span<const T> from, std::span<T> to, ThreadPool& pool) {
    pool.for_ranges(from.size(), array_grain, [&](std::size_t begin, std::size_t end) { std::copy(&from[begin], from.data() + end, &to[begin]); });
}

template <class T>
void copy_all(const std::vector<T>& from, std::vector<T>& to, ThreadPool& pool) {
    to.resize(from.size());
    copy_all(std::span<const T>(from), std::span<T>(to), pool);
}

/// Whether is_so(i) for some i in [0, count); does not ask all where one says so.
template <class IsSo>
bool any_of_all(std::size_t count, std::size_t grain, ThreadPool& pool, const IsSo& is_so) {
    std::atomic<bool> found{false};
    pool.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !found.load(std::memory_order_relaxed); ++i) {
            if (is_so(i)) found.store(true, std::memory_order_relaxed);
        }
    });
    return found.load();
}

/// Takes away the items that go, in parallel; the others keep their order. `spare` is scratch.
template <class Item, class Goes>
void erase_all_if(std::vector<Item>& items, std::vector<Item>& spare, ThreadPool& pool, const Goes& goes) {
    constexpr std::size_t worth_sharing = 4096;
    const std::size_t n = items.size(), all = static_cast<std::size_t>(pool.size());
    if (n < 2 * worth_sharing || all == 1) {
        std::erase_if(items, goes);
        return;
    }
    constexpr std::size_t most = 128;
    const std::size_t shares = std::min({n / worth_sharing, 4 * all, most});
    std::array<std::size_t, most> end{};
    std::array<std::size_t, most + 1> place{};
    pool.for_each(shares, [&](std::size_t share) {
        const auto begin = items.begin() + static_cast<std::ptrdiff_t>(n * share / shares),
                   stop = items.begin() + static_cast<std::ptrdiff_t>(n * (share + 1) / shares);
        end[share] = static_cast<std::size_t>(std::remove_if(begin, stop, goes) - items.begin());
    });
    for (std::size_t share = 0; share < shares; ++share)
        place[share + 1] = place[share] + end[share] - n * share / shares;
    resize_with_room(spare, place[shares]);
    pool.for_each(shares, [&](std::size_t share) {
        std::copy(items.begin() + static_cast<std::ptrdiff_t>(n * share / shares),
                  items.begin() + static_cast<std::ptrdiff_t>(end[share]),
                  spare.begin() + static_cast<std::ptrdiff_t>(place[share]));
    });
    items.swap(spare);
}

}  // namespace drystone

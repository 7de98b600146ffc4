#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/parallel.h"

namespace drystone {

/// Bits sorted by in one pass. Sorting a list of a million balls took 8: 361, 10: 272, 11: 316 ms.
constexpr int digit_bits = 10;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

/// How often each digit occurs in one thread's share of the items, then where its next item goes.
using DigitCounts = std::array<std::size_t, digits>;

/// Scratch of radix_sort, kept so that sorting allocates nothing once it has been as long before.
template <class Item>
struct RadixScratch {
    std::vector<Item> items;
    std::vector<DigitCounts> counts;  // (shares)
};

/// Turns counts into the places where each share writes its items of each digit. False if one digit has all
/// the items, so that there is nothing to move.
inline bool places_from_counts(std::vector<DigitCounts>& counts, std::size_t items) {
    std::size_t place = 0;
    for (std::size_t digit = 0; digit < digits; ++digit) {
        const std::size_t before = place;
        for (DigitCounts& share : counts) {
            const std::size_t count = share[digit];
            share[digit] = place;
            place += count;
        }
        if (place - before == items) return false;
    }
    return true;
}

/// Sorts items by the lowest `bits` of key(item), digit_bits at a time, lowest first. Stable, so the order is
/// one and the same for any number of threads. Time O(items * bits / digit_bits).
template <class Item, class Key>
void radix_sort(std::vector<Item>& items, int bits, const Key& key, RadixScratch<Item>& scratch,
                ThreadPool& pool) {
    const std::size_t n = items.size();
    const std::size_t shares = n < 32768 ? 1 : static_cast<std::size_t>(pool.size());
    scratch.items.resize(n);
    for (int shift = 0; shift < bits; shift += digit_bits) {
        const auto digit = [&](const Item& item) { return (key(item) >> shift) & (digits - 1); };
        scratch.counts.assign(shares, DigitCounts{});
        pool.for_ranges(shares, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t s = begin; s < end; ++s) {
                DigitCounts& counts = scratch.counts[s];
                for (std::size_t i = n * s / shares; i < n * (s + 1) / shares; ++i) ++counts[digit(items[i])];
            }
        });
        if (!places_from_counts(scratch.counts, n)) continue;
        pool.for_ranges(shares, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t s = begin; s < end; ++s) {
                DigitCounts& place = scratch.counts[s];
                for (std::size_t i = n * s / shares; i < n * (s + 1) / shares; ++i) {
                    scratch.items[place[digit(items[i])]++] = items[i];
                }
            }
        });
        items.swap(scratch.items);
    }
}

}  // namespace drystone

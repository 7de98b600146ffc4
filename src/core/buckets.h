#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/room.h"
#include "core/workbench.h"

namespace drystone {

/// Numbers 0 .. n by bucket, ascending within each, as somebody has them.
struct BucketView {
    std::span<const int> start;  // (buckets + 1)  in item
    std::span<const int> item;   // (those that have a bucket)

    int size() const { return static_cast<int>(start.size()) - 1; }
    std::span<const int> operator[](int bucket) const { return between(bucket, bucket + 1); }

    /// Those of several buckets, one after the other.
    std::span<const int> between(int first, int end) const {
        return item.subspan(static_cast<std::size_t>(start[first]), static_cast<std::size_t>(start[end] - start[first]));
    }
};

/// The same, kept from step to step, so that sorting allocates nothing once it has been as long before.
struct Buckets {
    std::vector<int> start, item;
    std::vector<int> place;  // scratch

    BucketView view() const { return {start, item}; }
    int size() const { return view().size(); }
    std::span<const int> operator[](int bucket) const { return view()[bucket]; }
    std::span<const int> between(int first, int end) const { return view().between(first, end); }
};

/// What fill_buckets() fills; each is asked for once, `items` when it is known how many there are.
template <class Places, class Starts, class Items>
struct BucketRoom {
    Places places;  // (shares x buckets) zeros: how many, then where the next one goes
    Starts starts;
    Items items;
};

template <class BucketOf, class Room>
void fill_buckets(std::size_t n, int buckets, const BucketOf& bucket_of, ThreadPool& pool, const Room& room) {
    constexpr std::size_t worth_sharing = 8192;
    const std::size_t most = n / worth_sharing, all = static_cast<std::size_t>(pool.size());
    const std::size_t shares = most < 2     ? 1
                               : most < all ? most
                                            : all,
                      width = static_cast<std::size_t>(buckets);
    const std::span<int> places = room.places(shares * width);
    const auto for_share = [&](std::size_t share, const auto& visit) {
        int* place = places.data() + share * width;
        for (std::size_t i = n * share / shares; i < n * (share + 1) / shares; ++i) {
            const int bucket = bucket_of(i);
            assert(bucket < buckets);
            if (bucket >= 0) visit(i, place[bucket]);
        }
    };
    pool.for_each(shares,
                  [&](std::size_t share) { for_share(share, [](std::size_t, int& count) { ++count; }); });
    const std::span<int> start = room.starts(width + 1);
    int total = 0;
    for (std::size_t bucket = 0; bucket < width; ++bucket) {
        start[bucket] = total;
        for (std::size_t share = 0; share < shares; ++share) {
            const int count = places[share * width + bucket];
            places[share * width + bucket] = total;
            total += count;
        }
    }
    start[width] = total;
    const std::span<int> item = room.items(static_cast<std::size_t>(total));
    pool.for_each(shares, [&](std::size_t share) {
        for_share(share, [&](std::size_t i, int& place) { item[static_cast<std::size_t>(place++)] = static_cast<int>(i); });
    });
}

/// Puts i in [0, n) into bucket_of(i) in [0, buckets), or nowhere where that is negative. The same for any number of threads.
template <class BucketOf>
void sort_into_buckets(std::size_t n, int buckets, const BucketOf& bucket_of, ThreadPool& pool, Buckets& out) {
    const auto places = [&](std::size_t count) { return out.place.assign(count, 0), std::span(out.place); };
    const auto starts = [&](std::size_t count) { return out.start.resize(count), std::span(out.start); };
    const auto items = [&](std::size_t count) { return resize_with_room(out.item, count), std::span(out.item); };
    fill_buckets(n, buckets, bucket_of, pool, BucketRoom{places, starts, items});
}

/// Likewise, for as long as `use` is there.
template <class BucketOf>
BucketView sort_into_buckets(std::size_t n, int buckets, const BucketOf& bucket_of, ThreadPool& pool, const Workbench::Use& use) {
    BucketView out;
    const auto places = [&](std::size_t count) { return use.take<int>(count, 0); };
    const auto starts = [&](std::size_t count) { const auto start = use.take<int>(count); return out.start = start, start; };
    const auto items = [&](std::size_t count) { const auto item = use.take<int>(count); return out.item = item, item; };
    fill_buckets(n, buckets, bucket_of, pool, BucketRoom{places, starts, items});
    return out;
}

}  // namespace drystone

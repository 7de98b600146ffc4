#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/room.h"

namespace drystone {

/// Numbers 0 .. n by bucket, ascending within each. Kept from step to step, so that sorting allocates nothing once it has been as
/// long before.
struct Buckets {
    std::vector<int> start;  // (buckets + 1)  in item
    std::vector<int> item;   // (those that have a bucket)
    std::vector<int> place;  // scratch (shares x buckets): how many, then where the next one goes

    int size() const { return static_cast<int>(start.size()) - 1; }
    std::span<const int> operator[](int bucket) const { return between(bucket, bucket + 1); }

    /// Those of several buckets, one after the other.
    std::span<const int> between(int first, int end) const {
        return std::span(item).subspan(static_cast<std::size_t>(start[first]),
                                       static_cast<std::size_t>(start[end] - start[first]));
    }
};

/// Puts i in [0, n) into bucket_of(i) in [0, buckets), or nowhere where that is negative. The same for any number of threads.
template <class BucketOf>
void sort_into_buckets(std::size_t n, int buckets, const BucketOf& bucket_of, ThreadPool& pool,
                       Buckets& out) {
    constexpr std::size_t worth_sharing = 8192;
    const std::size_t most = n / worth_sharing, all = static_cast<std::size_t>(pool.size());
    const std::size_t shares = most < 2     ? 1
                               : most < all ? most
                                            : all,
                      width = static_cast<std::size_t>(buckets);
    const auto for_share = [&](std::size_t share, const auto& visit) {
        int* place = out.place.data() + share * width;
        for (std::size_t i = n * share / shares; i < n * (share + 1) / shares; ++i) {
            const int bucket = bucket_of(i);
            assert(bucket < buckets);
            if (bucket >= 0) visit(i, place[bucket]);
        }
    };
    out.place.assign(shares * width, 0);
    pool.for_each(shares,
                  [&](std::size_t share) { for_share(share, [](std::size_t, int& count) { ++count; }); });
    out.start.resize(width + 1);
    int total = 0;
    for (std::size_t bucket = 0; bucket < width; ++bucket) {
        out.start[bucket] = total;
        for (std::size_t share = 0; share < shares; ++share) {
            const int count = out.place[share * width + bucket];
            out.place[share * width + bucket] = total;
            total += count;
        }
    }
    out.start[width] = total;
    resize_with_room(out.item, static_cast<std::size_t>(total));
    pool.for_each(shares, [&](std::size_t share) {
        for_share(share, [&](std::size_t i, int& place) {
            out.item[static_cast<std::size_t>(place++)] = static_cast<int>(i);
        });
    });
}

}  // namespace drystone

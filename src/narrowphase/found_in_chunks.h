#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/index.h"
#include "core/parallel.h"
#include "core/room.h"

namespace drystone {

/// Pairs [first, end), and which chunk they are of those at work.
struct PairChunk {
    std::size_t number = 0, first = 0, end = 0;
};

/// Points of many pairs in the order of the pairs, whoever finds them: chunks of pairs have lists of their own, which are put one behind the other.
/// The lists are kept between steps, so that a step allocates nothing.
template <class Points>
class FoundInChunks {
  public:
    /// How many chunks list() has at work at a time: numbers are below it.
    std::size_t chunks_at_once(std::size_t pairs, const ThreadPool& pool) const {
        if (goes_straight(pairs, pool)) return 1;
        return std::min((pairs + chunk - 1) / chunk, std::max(fewest_chunks, chunks_a_thread * at(pool.size())));
    }

    /// find_in(chunk, found) adds the points of its pairs to `found`. Replaces what `all` held.
    template <class FindIn>
    void list(std::size_t pairs, ThreadPool& pool, Points& all, const FindIn& find_in) {
        if (goes_straight(pairs, pool)) return list_here(pairs, all, find_in);
        const std::size_t window = chunk * chunks_at_once(pairs, pool);
        std::size_t count = 0;  // the first so many points of the list are those found so far
        for (std::size_t k = 0; k < pairs; k += window) {
            find_in_window({0, k, std::min(k + window, pairs)}, pool, find_in);
            count = put_behind(count, pool, all);
        }
        all.resize(count);
    }

  private:
    static constexpr std::size_t chunk = 2048;          // pairs
    static constexpr std::size_t most_of_chunk = chunk;  // contacts that a chunk of balls may have
    static constexpr std::size_t fewest_chunks = 32, chunks_a_thread = 8;  // at a time
    static constexpr std::size_t grain = 8;             // chunks worth waking a thread for

    static bool goes_straight(std::size_t pairs, const ThreadPool& pool) { return pool.size() == 1 || pairs <= grain * chunk; }

    template <class FindIn>
    static void list_here(std::size_t pairs, Points& all, const FindIn& find_in) {
        all.clear();
        for (std::size_t k = 0; k < pairs; k += chunk) {
            if (all.size() + most_of_chunk > all.capacity()) all.reserve(all.size() + all.size() / 8 + most_of_chunk);
            find_in({0, k, std::min(k + chunk, pairs)}, all);
        }
    }

    template <class FindIn>
    void find_in_window(const PairChunk& window, ThreadPool& pool, const FindIn& find_in) {
        at_work_ = (window.end - window.first + chunk - 1) / chunk;
        if (found_.size() < at_work_) found_.resize(at_work_);
        pool.for_ranges(at_work_, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                found_[k].clear();
                const std::size_t from = window.first + k * chunk;
                find_in({k, from, std::min(from + chunk, window.end)}, found_[k]);
            }
        });
    }

    /// Behind the first `count` of all; returns how many there are then.
    std::size_t put_behind(std::size_t count, ThreadPool& pool, Points& all) {
        first_.resize(at_work_);
        for (std::size_t k = 0; k < at_work_; ++k) {
            first_[k] = count;
            count += found_[k].size();
        }
        if (count > all.size()) resize_with_room(all, count);
        pool.for_ranges(at_work_, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                std::copy(found_[k].begin(), found_[k].end(), all.begin() + static_cast<std::ptrdiff_t>(first_[k]));
        });
        return count;
    }

    std::vector<Points> found_;              // (chunks)
    std::vector<std::size_t> first_;         // (chunks)  where found_ goes in the whole list
    std::size_t at_work_ = 0;
};

}  // namespace drystone

#pragma once

#include <cstddef>

#include "solvers/nlgs_sweep.h"

namespace drystone::nlgs {

// How a sweep goes through the groups of a kind, on all threads and in an order that does not depend on them.

inline constexpr std::size_t grain =
    2048;  // contacts of a colour below which waking the team costs more than it saves
inline constexpr std::size_t chunk = 2048;  // contacts per partial sum of a residual

/// Calls work(first, count) for runs of groups: whole chunks, then colour by colour, on all threads; then one by one.
template <class Group, class Work>
void for_runs(Packed<Group>& packed, ThreadPool& pool, const Work& work) {
    const SweepPlan& s = packed.plan;
    Group* group = packed.group.data();
    const std::size_t few = grain / static_cast<std::size_t>(s.width);
    const std::size_t chunks = static_cast<std::size_t>(s.chunks());
    const bool small = static_cast<std::size_t>(s.chunk_start.back()) < few;
    pool.for_ranges(chunks, small ? chunks : 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c)
            work(group + s.chunk_start[c], static_cast<std::size_t>(s.chunk_start[c + 1] - s.chunk_start[c]));
    });
    for (int colour = 0; colour < s.colours(); ++colour) {
        Group* first = group + s.colour_start[colour];
        const int count = s.colour_start[colour + 1] - s.colour_start[colour];
        pool.for_ranges(static_cast<std::size_t>(count), few,
                        [&](std::size_t begin, std::size_t end) { work(first + begin, end - begin); });
    }
    for (int g = s.serial_start; g < s.groups(); ++g) work(group + g, std::size_t{1});
}

/// Sums of partial(first group, count, sums) over all groups, in chunks of fixed size.
template <class Group, class Partial>
ResidualSums sum_groups(const Packed<Group>& packed, ThreadPool& pool, std::vector<ResidualSums>& scratch,
                        const Partial& partial) {
    const std::size_t step = chunk / static_cast<std::size_t>(packed.plan.width);
    return pool.sum_in_order(packed.group.size(), step, scratch, [&](std::size_t begin, std::size_t end) {
        return partial(packed.group.data() + begin, end - begin);
    });
}

/// Something that is to be done so many times on the way.
template <class Settle>
struct Rounds {
    std::size_t count = 1;
    const Settle& settle;
};

/// for_runs() with stops: the same share of every chunk, then settle(); likewise after so many groups of the rest, and at the end.
template <class Group, class Work, class Settle>
void for_rounds(Packed<Group>& packed, ThreadPool& pool, const Work& work, const Rounds<Settle>& rounds) {
    const SweepPlan& s = packed.plan;
    if (packed.group.empty()) return;
    Group* group = packed.group.data();
    const std::size_t few = grain / static_cast<std::size_t>(s.width);
    const std::size_t chunks = static_cast<std::size_t>(s.chunks()), in_chunks = static_cast<std::size_t>(s.chunk_start.back());
    for (std::size_t round = 0; round < rounds.count && in_chunks > 0; ++round) {
        pool.for_ranges(chunks, in_chunks < few ? chunks : 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                const std::size_t first = static_cast<std::size_t>(s.chunk_start[c]),
                                  length = static_cast<std::size_t>(s.chunk_start[c + 1]) - first,
                                  from = length * round / rounds.count, to = length * (round + 1) / rounds.count;
                if (to > from) work(group + first + from, to - from);
            }
        });
        rounds.settle();
    }
    std::size_t visited = 0;
    const auto pause = [&](std::size_t count) {
        visited += count;
        if (visited * rounds.count < packed.group.size()) return;
        rounds.settle();
        visited = 0;
    };
    for (int colour = 0; colour < s.colours(); ++colour) {
        Group* first = group + s.colour_start[colour];
        const auto count = static_cast<std::size_t>(s.colour_start[colour + 1] - s.colour_start[colour]);
        pool.for_ranges(count, few, [&](std::size_t begin, std::size_t end) { work(first + begin, end - begin); });
        pause(count);
    }
    for (int g = s.serial_start; g < s.groups(); ++g) {
        work(group + g, std::size_t{1});
        pause(1);
    }
    if (visited > 0) rounds.settle();
}

}  // namespace drystone::nlgs

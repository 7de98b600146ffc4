#pragma once

#include <cstddef>

#include "solvers/nlgs_sweep.h"
#include "solvers/told_colours.h"

namespace drystone::nlgs {

// How a sweep goes through the groups of a kind, on all threads and in an order that does not depend on them.

inline constexpr std::size_t grain =
    2048;  // contacts of a colour below which waking the team costs more than it saves
inline constexpr std::size_t chunk = 2048;  // contacts per partial sum of a residual

/// The listener of told colours, and the kind of contact it is told of.
struct Told {
    ToldListener* listener = nullptr;
    int kind = 0;
};

/// run(first group, end) for each half of the told colours, with meanwhile(colour) while the listener is at work.
template <class Run, class Meanwhile>
void for_told(const SweepPlan& s, const Told& told, const Run& run, const Meanwhile& meanwhile) {
    for (int colour = 0; colour < s.told_colours(); ++colour) {
        run(s.told_start[2 * colour], s.told_start[2 * colour + 1]);
        if (told.listener) told.listener->begin(told.kind, colour);
        run(s.told_start[2 * colour + 1], s.told_start[2 * colour + 2]);
        meanwhile(colour);
        if (told.listener) told.listener->end(told.kind, colour);
    }
}

/// Calls work(first, count) for runs of groups: whole chunks, then colour by colour, on all threads; then one by one. Told colours go first, and
/// chunks in between, a share of them to each colour.
template <class Group, class Work>
void for_runs(Packed<Group>& packed, ThreadPool& pool, const Work& work, const Told& told = {}) {
    const SweepPlan& s = packed.plan;
    Group* group = packed.group.data();
    const std::size_t few = grain / static_cast<std::size_t>(s.width);
    const std::size_t chunks = static_cast<std::size_t>(s.chunks());
    const bool small = static_cast<std::size_t>(s.chunk_start.back()) < few;
    const auto visit_chunks = [&](std::size_t first, std::size_t after) {
        pool.for_ranges(after - first, small ? chunks : 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = first + begin; c < first + end; ++c)
                work(group + s.chunk_start[c], static_cast<std::size_t>(s.chunk_start[c + 1] - s.chunk_start[c]));
        });
    };
    const auto visit_told = [&](int first, int end) {
        pool.for_ranges(static_cast<std::size_t>(end - first), few,
                        [&](std::size_t i, std::size_t j) { work(group + first + i, j - i); });
    };
    const std::size_t shares = static_cast<std::size_t>(s.told_colours());
    for_told(s, told, visit_told, [&](int colour) {
        const auto k = static_cast<std::size_t>(colour);
        visit_chunks(chunks * k / shares, chunks * (k + 1) / shares);
    });
    if (shares == 0) visit_chunks(0, chunks);
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
    Told told = {};
};

/// for_runs() with stops: the same share of every chunk, then settle(); likewise after so many groups of the rest, and at the end. Where colours
/// are told, a share of every chunk goes to each of them.
template <class Group, class Work, class Settle>
void for_rounds(Packed<Group>& packed, ThreadPool& pool, const Work& work, const Rounds<Settle>& rounds) {
    const SweepPlan& s = packed.plan;
    if (packed.group.empty() && s.told_colours() == 0) return;
    Group* group = packed.group.data();
    const std::size_t few = grain / static_cast<std::size_t>(s.width);
    const std::size_t chunks = static_cast<std::size_t>(s.chunks()), in_chunks = static_cast<std::size_t>(s.chunk_start.back());
    const auto visit_chunks = [&](std::size_t share, std::size_t shares) {
        pool.for_ranges(chunks, in_chunks < few ? chunks : 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                const std::size_t first = static_cast<std::size_t>(s.chunk_start[c]),
                                  length = static_cast<std::size_t>(s.chunk_start[c + 1]) - first,
                                  from = length * share / shares, to = length * (share + 1) / shares;
                if (to > from) work(group + first + from, to - from);
            }
        });
    };
    const auto shares = static_cast<std::size_t>(s.told_colours());
    for (std::size_t round = 0; round < rounds.count && in_chunks > 0 && shares == 0; ++round) {
        visit_chunks(round, rounds.count);
        rounds.settle();
    }
    std::size_t visited = 0;
    const auto pause = [&](std::size_t count) {
        visited += count;
        if (visited == 0 || visited * rounds.count < packed.group.size()) return;
        rounds.settle();
        visited = 0;
    };
    for_told(s, rounds.told, [&](int first, int end) {
        if (end > first) work(group + first, static_cast<std::size_t>(end - first));
        pause(static_cast<std::size_t>(end - first));
    }, [&](int colour) {
        visit_chunks(static_cast<std::size_t>(colour), shares);
        pause(in_chunks / shares);
    });
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

// The order of a sweep, as a function of the contact list: c(i) a colour so that contacts i and j of one colour share no body that
// impulses can move, the smallest that is free for both bodies (greedy, in index order); first inside chunks of bodies, then between
// them. Visits within a colour commute, hence threads do not change the answer. docs/theory.md section 5.3.

#include "solvers/sweep_plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/buckets.h"

namespace drystone {

namespace {

constexpr int colours = SweepPlan::most_colours;
constexpr std::uint8_t told = colours + 1;  // its colour is not ours to choose
constexpr int few = 4096;  // contacts: not worth waking a thread for
using Counts = std::array<int, colours>;

/// What a plan is made with.
struct Colouring {
    BucketView by_chunk;               // chosen    inside each chunk, and last between them
    std::span<std::uint32_t> taken;    // (bodies)  colours in use at each body, a bit each
    std::span<std::uint8_t> colour;    // (chosen)  most_colours: none was free
};

int chunk_of(int body) { return body / SweepPlan::chunk_bodies; }

/// The chunk of the first body that can move; contacts between chunks go with it.
int first_chunk(const BodyPair& pair) { return chunk_of(std::max(pair.a >= 0 ? pair.a : pair.b, 0)); }

bool stays_inside(const BodyPair& pair) {
    return pair.a < 0 || pair.b < 0 || chunk_of(pair.a) == chunk_of(pair.b);
}

/// Gives each of `members` (places in in.chosen) the first colour that neither of its bodies has.
void colour_in_order(const PlanInput& in, std::span<const int> members, const Colouring& by) {
    const auto [by_chunk, taken, colour] = by;
    for (const int k : members) {
        const auto [a, b] = in.contacts[in.chosen[k]];
        const std::uint32_t used = (a >= 0 ? taken[a] : 0) | (b >= 0 ? taken[b] : 0);
        const int own = std::countr_one(used);
        colour[k] = static_cast<std::uint8_t>(own);
        if (own == colours) continue;
        const std::uint32_t bit = std::uint32_t{1} << own;
        if (a >= 0) taken[a] |= bit;
        if (b >= 0) taken[b] |= bit;
    }
}

int in_whole_groups(int slots, int width) { return (slots + width - 1) / width * width; }

Counts count_colours(const Colouring& by, std::span<const int> members) {
    Counts count{};
    for (const int k : members) {
        if (by.colour[k] < colours) ++count[by.colour[k]];
    }
    return count;
}

/// Colours the contacts inside each chunk; s.chunk_start[chunk + 1] becomes its number of groups, then where its groups end.
void colour_chunks(const PlanInput& in, ThreadPool& pool, int chunks, const Colouring& by, SweepPlan& s) {
    s.chunk_start.assign(static_cast<std::size_t>(chunks) + 1, 0);
    const auto n = static_cast<std::size_t>(chunks);
    pool.for_ranges(n, in.chosen.size() < few ? n : 1, [&](std::size_t begin, std::size_t end) {
        for (int chunk = static_cast<int>(begin); chunk < static_cast<int>(end); ++chunk) {
            colour_in_order(in, by.by_chunk[chunk], by);
            for (const int count : count_colours(by, by.by_chunk[chunk]))
                s.chunk_start[chunk + 1] += (count + in.width - 1) / in.width;
        }
    });
    for (int chunk = 0; chunk < chunks; ++chunk) s.chunk_start[chunk + 1] += s.chunk_start[chunk];
}

/// Those inside a chunk by colour, each colour with a new group.
void place_chunk(const PlanInput& in, int chunk, const Colouring& by, SweepPlan& s) {
    Counts next = count_colours(by, by.by_chunk[chunk]);
    int slot = s.chunk_start[chunk] * in.width;
    for (int& count : next) {
        const int own = count;
        count = slot;
        slot += in_whole_groups(own, in.width);
    }
    for (const int k : by.by_chunk[chunk]) {
        if (by.colour[k] < colours) s.contact[next[by.colour[k]]++] = in.chosen[k];
    }
}

/// Slots between chunks, by (colour, chunk), from next[colour * chunks + chunk] on; returns the slot after the last.
int count_between(const PlanInput& in, int chunks, const Colouring& by, std::span<int> next, SweepPlan& s) {
    const auto key = [&](int k) { return by.colour[k] * chunks + first_chunk(in.contacts[in.chosen[k]]); };
    for (const int k : by.by_chunk[chunks]) {
        if (by.colour[k] < colours) ++next[key(k)];
    }
    int slot = s.chunk_start.back() * in.width;
    s.colour_start.assign(1, s.chunk_start.back());
    for (int colour = 0; colour < colours; ++colour) {
        for (int chunk = 0; chunk < chunks; ++chunk) {
            int& first = next[colour * chunks + chunk];
            const int count = first;
            first = slot;
            slot += count;
        }
        slot = in_whole_groups(slot, in.width);
        if (slot / in.width > s.colour_start.back()) s.colour_start.push_back(slot / in.width);
    }
    return slot;
}

void place_between(const PlanInput& in, int chunks, const Colouring& by, std::span<int> next, SweepPlan& s) {
    for (const int k : by.by_chunk[chunks]) {
        const int chunk = first_chunk(in.contacts[in.chosen[k]]);
        if (by.colour[k] < colours) s.contact[next[by.colour[k] * chunks + chunk]++] = in.chosen[k];
    }
}

int told_half(const PlanInput& in, std::size_t k) { return in.told.empty() ? -1 : in.told[in.chosen[k]]; }

/// Slots of told colours from `slot` on, each half with a new group, in it those of a chunk together, from next[half * chunks + chunk] on: where bodies are
/// near each other, and the order in a colour does not matter. Returns the slot after the last.
int count_told(const PlanInput& in, int chunks, int slot, std::span<int> next, SweepPlan& s) {
    s.told_start.clear();
    if (in.told_colours == 0) return slot;
    for (std::size_t k = 0; k < in.chosen.size(); ++k) {
        if (const int half = told_half(in, k); half >= 0) ++next[half * chunks + first_chunk(in.contacts[in.chosen[k]])];
    }
    for (int half = 0; half < 2 * in.told_colours; ++half) {
        s.told_start.push_back(slot / in.width);
        for (int chunk = 0; chunk < chunks; ++chunk) {
            int& first = next[half * chunks + chunk];
            const int count = first;
            first = slot;
            slot += count;
        }
        slot = in_whole_groups(slot, in.width);
    }
    s.told_start.push_back(slot / in.width);
    return slot;
}

void place_told(const PlanInput& in, int chunks, std::span<int> next, SweepPlan& s) {
    for (std::size_t k = 0; k < in.chosen.size(); ++k) {
        const int half = told_half(in, k);
        if (half >= 0) s.contact[next[half * chunks + first_chunk(in.contacts[in.chosen[k]])]++] = in.chosen[k];
    }
}

/// Those without a colour, one to a group, in their order.
void place_rest(const PlanInput& in, const Colouring& by, SweepPlan& s) {
    int slot = s.serial_start * in.width;
    for (std::size_t k = 0; k < by.colour.size(); ++k) {
        if (by.colour[k] != colours) continue;
        s.contact[slot] = in.chosen[k];
        slot += in.width;
    }
}

/// Of no contacts: kinds that a scene does not have take no room by body.
void make_empty(SweepPlan& s) {
    for (std::vector<int>* starts : {&s.chunk_start, &s.colour_start}) starts->assign(1, 0);
    s.contact.clear();
    s.told_start.clear();
    s.serial_start = 0;
}

}  // namespace

void make_plan(const PlanInput& in, ThreadPool& pool, Workbench& bench, SweepPlan& s) {
    s.width = in.width;
    if (in.chosen.empty() && in.told_colours == 0) return make_empty(s);
    const int chunks = std::max(1, (in.bodies + SweepPlan::chunk_bodies - 1) / SweepPlan::chunk_bodies);
    const auto n = static_cast<std::size_t>(chunks), halves = 2 * static_cast<std::size_t>(in.told_colours);
    const Workbench::Use use(bench);
    Colouring by;
    by.taken = use.take<std::uint32_t>(static_cast<std::size_t>(in.bodies), 0u);
    by.colour = use.take<std::uint8_t>(in.chosen.size(), told);
    const auto bucket = [&](std::size_t k) {
        const BodyPair& pair = in.contacts[in.chosen[k]];
        return told_half(in, k) >= 0 ? -1 : stays_inside(pair) ? first_chunk(pair) : chunks;
    };
    by.by_chunk = sort_into_buckets(in.chosen.size(), chunks + 1, bucket, pool, use);
    colour_chunks(in, pool, chunks, by, s);
    std::fill(by.taken.begin(), by.taken.end(), 0u);
    colour_in_order(in, by.by_chunk[chunks], by);

    const std::span<int> next = use.take<int>(static_cast<std::size_t>(colours) * n, 0), told_next = use.take<int>(halves * n, 0);
    const int slot = count_told(in, chunks, count_between(in, chunks, by, next, s), told_next, s);
    s.serial_start = slot / in.width;
    const auto rest = std::count(by.colour.begin(), by.colour.end(), static_cast<std::uint8_t>(colours));
    s.contact.assign(static_cast<std::size_t>(slot) + static_cast<std::size_t>(rest * in.width), -1);
    pool.for_ranges(n, in.chosen.size() < few ? n : 1, [&](std::size_t begin, std::size_t end) {
        for (int chunk = static_cast<int>(begin); chunk < static_cast<int>(end); ++chunk)
            place_chunk(in, chunk, by, s);
    });
    place_between(in, chunks, by, next, s);
    if (in.told_colours > 0) place_told(in, chunks, told_next, s);
    if (rest > 0) place_rest(in, by, s);
}

}  // namespace drystone

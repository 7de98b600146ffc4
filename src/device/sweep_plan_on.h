#pragma once

// The order of a sweep on a device: the chunks of solvers/sweep_plan.h, inside them its greedy colours; between them greedy colours, too,
// but in a shuffled order of the contacts, in rounds: a contact is coloured when it is the first of those left at both its bodies. The
// outcome is that of one thread that goes through the shuffled list.

#include <bit>

#include "device/arrays.h"
#include "device/kernel.h"
#include "device/sweep_order.h"

namespace drystone::device {

struct Count {
    long value = 0;
    DRYSTONE_ON_DEVICE Count& operator+=(const Count& other) {
        value += other.value;
        return *this;
    }
};

/// The first of n ascending keys that is not less.
DRYSTONE_ON_DEVICE inline int lower_bound_of(const std::uint32_t* keys, int n, std::uint32_t key) {
    int low = 0, high = n;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const bool less = keys[middle] < key;
        low = less ? middle + 1 : low;
        high = less ? high : middle;
    }
    return low;
}

template <class B>
struct SweepPlanOn {
    typename B::template Buffer<std::uint32_t> key, best, taken;
    typename B::template Buffer<int> order;         // (slots)  which contact a slot holds
    typename B::template Buffer<int> inside, starts;  // see SweepOrderView; of colours between chunks
    typename B::template Buffer<int> colour;        // (contacts)
    typename B::template Buffer<int> first;         // (chunks + 2)  contacts by chunk, those between, those of told colours last
    typename B::template Buffer<int> told_starts;
    std::vector<int> told_first;  // (told colours + 1)  slots, behind all others
    SweepOrderView view;

    /// Colours that are told from outside (other_devices.h): (contacts) -1: none is. Their contacts go behind all others.
    struct Told {
        const int* colour = nullptr;
        int colours = 0;
        bool is_there = false;  // also of a plan without contacts
        DRYSTONE_ON_DEVICE int of(int contact) const { return is_there ? colour[contact] : -1; }
    };
    Told told;

    /// row_a, row_b (contacts): rows of the bodies, -1: one that impulses do not move.
    void make(B& on, int contacts, int bodies, const int* row_a, const int* row_b) {
        const int chunks = std::max(1, (bodies + chunk_bodies - 1) / chunk_bodies);
        const auto n = static_cast<std::size_t>(contacts);
        view = {};
        view.bodies = bodies;
        view.slots = contacts;
        view.chunks = chunks;
        sort_by_chunk(on, n, chunks, row_a, row_b);
        colour.resize(n);
        on.colour_chunks({chunks, first.data(), order.data(), row_a, row_b, colour.data()});
        colour_between(on, n, chunks, row_a, row_b);
        sort_by_colour(on, n, chunks, row_a, row_b);
    }

    void sort_by_chunk(B& on, std::size_t n, int chunks, const int* row_a, const int* row_b) {
        key.resize(n);
        order.resize(n);
        std::uint32_t* own_key = key.data();
        int* own_order = order.data();
        const Told outside = told;
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            const int a = row_a[i], b = row_b[i], chunk_a = a / chunk_bodies, chunk_b = b / chunk_bodies;
            const bool within = a < 0 || b < 0 || chunk_a == chunk_b;
            own_key[i] = static_cast<std::uint32_t>(outside.of(i) >= 0 ? chunks + 1 : within ? (a >= 0 ? chunk_a : chunk_b) : chunks);
            own_order[i] = i;
        });
        on.sort(key, order, n, std::bit_width(static_cast<unsigned>(chunks + 1)));
        first.resize(static_cast<std::size_t>(chunks) + 2);
        own_key = key.data();
        int* own_first = first.data();
        const int count = static_cast<int>(n);
        on.for_each(static_cast<std::size_t>(chunks) + 2, [=] DRYSTONE_KERNEL(int chunk) {
            own_first[chunk] = lower_bound_of(own_key, count, static_cast<std::uint32_t>(chunk));
        });
    }

    void colour_between(B& on, std::size_t n, int chunks, const int* row_a, const int* row_b) {
        constexpr int rounds_a_look = 6;
        const int bodies = view.bodies;
        const int* own_first = first.data();
        const int* own_order = order.data();
        int* own_colour = colour.data();
        const long inside_chunks = on.template sum<Count>(1, [=] DRYSTONE_KERNEL(int) { return Count{own_first[chunks]}; }).value;
        const int begin = static_cast<int>(inside_chunks);
        const long alone = told.is_there ? on.template sum<Count>(1, [=] DRYSTONE_KERNEL(int) { return Count{own_first[chunks + 1]}; }).value
                                       : static_cast<long>(n);
        const std::size_t left = static_cast<std::size_t>(alone - begin);
        if (left == 0) return;
        on.fill(taken, static_cast<std::size_t>(bodies), 0U);
        best.resize(static_cast<std::size_t>(bodies));
        std::uint32_t *own_best = best.data(), *own_taken = taken.data();
        on.for_each(left, [=] DRYSTONE_KERNEL(int k) { own_colour[own_order[begin + k]] = -1; });
        for (bool done = false; !done;) {
            for (int round = 0; round < rounds_a_look; ++round) {
                on.fill(best, static_cast<std::size_t>(bodies), ~0U);
                on.for_each(left, [=] DRYSTONE_KERNEL(int k) {
                    const int i = own_order[begin + k];
                    if (own_colour[i] >= 0) return;
                    const std::uint32_t turn = shuffled(static_cast<std::uint32_t>(i));
                    lower_to(own_best + row_a[i], turn);
                    lower_to(own_best + row_b[i], turn);
                });
                on.for_each(left, [=] DRYSTONE_KERNEL(int k) {
                    const int i = own_order[begin + k], a = row_a[i], b = row_b[i];
                    const std::uint32_t turn = shuffled(static_cast<std::uint32_t>(i));
                    if (own_colour[i] >= 0 || own_best[a] != turn || own_best[b] != turn) return;
                    const int own = first_free_colour(own_taken[a] | own_taken[b]);
                    own_colour[i] = own;
                    if (own == most_colours) return;
                    own_taken[a] |= 1U << own;
                    own_taken[b] |= 1U << own;
                });
            }
            done = on.template sum<Count>(left, [=] DRYSTONE_KERNEL(int k) {
                return Count{own_colour[own_order[begin + k]] < 0 ? 1 : 0};
            }).value == 0;
        }
    }

    void sort_by_colour(B& on, std::size_t n, int chunks, const int* row_a, const int* row_b) {
        const SweepKeys keys{static_cast<std::uint32_t>(chunks)};
        std::uint32_t* own_key = key.data();
        int *own_order = order.data(), *own_colour = colour.data();
        const Told outside = told;
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            const int a = row_a[i], b = row_b[i], chunk_a = a / chunk_bodies, chunk_b = b / chunk_bodies;
            const bool within = a < 0 || b < 0 || chunk_a == chunk_b;
            const auto chunk = static_cast<std::uint32_t>(a >= 0 ? chunk_a : chunk_b), own = static_cast<std::uint32_t>(own_colour[i]);
            own_key[i] = own == most_colours ? keys.rest() : within ? keys.inside(chunk, own) : keys.between(own, chunk);
            if (outside.of(i) >= 0) own_key[i] = keys.told(static_cast<std::uint32_t>(outside.of(i)));
            own_order[i] = i;
        });
        on.sort(key, order, n, std::bit_width(keys.told(static_cast<std::uint32_t>(told.colours))));
        own_key = key.data();
        const int count = static_cast<int>(n);
        inside.resize(static_cast<std::size_t>(chunks) * most_colours + 1);
        starts.resize(most_colours + 1);
        int *own_inside = inside.data(), *own_starts = starts.data();
        on.for_each(inside.size(), [=] DRYSTONE_KERNEL(int k) {
            own_inside[k] = lower_bound_of(own_key, count, static_cast<std::uint32_t>(k));
        });
        on.for_each(most_colours + 1, [=] DRYSTONE_KERNEL(int k) {
            own_starts[k] = lower_bound_of(own_key, count, keys.between(static_cast<std::uint32_t>(k), 0));
        });
        std::vector<int> known;
        on.download(starts, known);
        std::copy(known.begin(), known.end(), view.between);
        view.inside = inside.data();
        if (!told.is_there) return;
        told_starts.resize(static_cast<std::size_t>(told.colours) + 1);
        int* told_from = told_starts.data();
        on.for_each(told_starts.size(), [=] DRYSTONE_KERNEL(int k) {
            told_from[k] = lower_bound_of(own_key, count, keys.told(static_cast<std::uint32_t>(k)));
        });
        on.download(told_starts, told_first);
    }
};

}  // namespace drystone::device

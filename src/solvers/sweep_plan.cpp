// The order of a sweep, as a function of the contact list: c(i) a colour so that contacts i and j of one colour share no body that
// impulses can move, the smallest that is free for both bodies (greedy, in index order); first inside chunks of bodies, then between
// them. Visits within a colour commute, hence threads do not change the answer. docs/theory.md section 5.3.

#include "solvers/sweep_plan.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

constexpr int colours = SweepPlan::most_colours;

int chunk_of(int body) { return body / SweepPlan::chunk_bodies; }

}  // namespace

void make_plan(std::span<const BodyPair> contacts, std::span<const int> chosen, int bodies, int width,
               SweepPlan& plan) {
    SweepPlan& s = plan;
    s.width = width;
    // Keys in the order of the sweep: (chunk, colour) inside chunks, (colour, chunk) between them, and one for the rest.
    const int chunks = std::max(1, (bodies + SweepPlan::chunk_bodies - 1) / SweepPlan::chunk_bodies);
    const auto inside_key = [&](int chunk, int colour) { return chunk * colours + colour; };
    const auto between_key = [&](int colour, int chunk) { return (colours + colour) * chunks + chunk; };
    const int serial_key = 2 * colours * chunks;

    s.inside.assign(static_cast<std::size_t>(bodies), 0);
    s.between.assign(static_cast<std::size_t>(bodies), 0);
    s.key.resize(chosen.size());
    s.next.assign(static_cast<std::size_t>(serial_key) + 2, 0);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const auto [a, b] = contacts[chosen[k]];
        const int chunk_a = chunk_of(std::max(a >= 0 ? a : b, 0)), chunk_b = b >= 0 ? chunk_of(b) : chunk_a;
        std::vector<std::uint32_t>& taken = chunk_a == chunk_b ? s.inside : s.between;
        const std::uint32_t used = (a >= 0 ? taken[a] : 0) | (b >= 0 ? taken[b] : 0);
        const int colour = std::countr_one(used);
        if (colour == colours) {
            s.key[k] = serial_key;
        } else {
            const std::uint32_t bit = std::uint32_t{1} << colour;
            if (a >= 0) taken[a] |= bit;
            if (b >= 0) taken[b] |= bit;
            s.key[k] = chunk_a == chunk_b ? inside_key(chunk_a, colour) : between_key(colour, chunk_a);
        }
        ++s.next[s.key[k]];
    }

    // Counts become the slots where each key begins; colours begin with a new group.
    int slot = 0;
    const auto new_group = [&] { slot = (slot + width - 1) / width * width; };
    const auto place = [&](int key) {
        const int count = s.next[key];
        s.next[key] = slot;
        slot += count;
    };
    s.chunk_start.assign(1, 0);
    for (int chunk = 0; chunk < chunks; ++chunk) {
        for (int colour = 0; colour < colours; ++colour) {
            place(inside_key(chunk, colour));
            new_group();
        }
        s.chunk_start.push_back(slot / width);
    }
    s.colour_start.assign(1, slot / width);
    for (int colour = 0; colour < colours; ++colour) {
        for (int chunk = 0; chunk < chunks; ++chunk) place(between_key(colour, chunk));
        new_group();
        if (slot / width > s.colour_start.back()) s.colour_start.push_back(slot / width);
    }
    s.serial_start = slot / width;
    const int serial = s.next[serial_key];
    s.next[serial_key] = slot;
    slot += serial * width;

    s.contact.assign(static_cast<std::size_t>(slot), -1);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        int& next = s.next[s.key[k]];
        s.contact[next] = chosen[k];
        next += s.key[k] == serial_key ? width : 1;
    }
}

}  // namespace drystone

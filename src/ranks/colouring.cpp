#include "ranks/colouring.h"

#include <algorithm>
#include <bit>

#include "core/index.h"

namespace drystone::ranks {

namespace {

constexpr int most_of_mask = 64;  // colours of a body's mask
constexpr int rounds_a_look = 8;  // whether somebody still waits

/// Steele, Lea and Flood's mix of 64 bits.
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

std::uint64_t with(std::uint64_t hash, std::int64_t number) { return mix(hash * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(number) + 1); }

/// Of a shared body, as it travels: 52 and twice 32 bits, which doubles have.
template <int D>
Twist<D> packed(const Colouring& c, int slot) {
    Twist<D> t;
    t.v[0] = static_cast<double>(c.first[at(slot)]);
    t.v[1] = static_cast<double>(c.taken[at(slot)] & 0xffffffffu);
    t.w[0] = static_cast<double>(c.taken[at(slot)] >> 32);
    return t;
}

template <int D>
std::uint64_t taken_of(const Twist<D>& t) {
    return static_cast<std::uint64_t>(t.v[1]) | (static_cast<std::uint64_t>(t.w[0]) << 32);
}

/// Those that are the first of both bodies choose. What is left waits on.
void choose(Colouring& c, std::vector<int>& crowded) {
    std::size_t left = 0;
    for (const int i : c.waiting) {
        const auto [a, b] = c.bodies[at(i)];
        const std::uint64_t used = (a >= 0 ? c.taken[at(a)] : 0) | (b >= 0 ? c.taken[at(b)] : 0);
        if (used == ~std::uint64_t{0}) {
            crowded.push_back(i);
            continue;
        }
        const auto is_first = [&](int slot) { return slot < 0 || c.first[at(slot)] == c.priority[at(i)]; };
        if (!is_first(a) || !is_first(b)) {
            c.waiting[left++] = i;
            continue;
        }
        c.colour[at(i)] = std::countr_one(used);
        const std::uint64_t bit = std::uint64_t{1} << c.colour[at(i)];
        if (a >= 0) c.taken[at(a)] |= bit;
        if (b >= 0) c.taken[at(b)] |= bit;
    }
    c.waiting.resize(left);
}

void look_who_is_first(Colouring& c) {
    for (const int i : c.waiting) {
        const auto [a, b] = c.bodies[at(i)];
        if (a >= 0) c.first[at(a)] = std::max(c.first[at(a)], c.priority[at(i)]);
        if (b >= 0) c.first[at(b)] = std::max(c.first[at(b)], c.priority[at(i)]);
    }
}

/// A colour for each, by priority.
void colour_crowded(const std::vector<int>& crowded, Team& team, Colouring& c) {
    double longest = static_cast<double>(crowded.size());
    team.largest({&longest, 1});
    if (longest == 0.0) return;
    std::vector<double> here(static_cast<std::size_t>(longest), -1.0);
    for (std::size_t k = 0; k < crowded.size(); ++k) here[k] = static_cast<double>(c.priority[at(crowded[k])]);
    std::vector<double> all = team.all(here);
    std::sort(all.begin(), all.end(), std::greater<>());
    all.erase(std::find(all.begin(), all.end(), -1.0), all.end());
    for (std::size_t k = 0; k < crowded.size(); ++k)
        c.colour[at(crowded[k])] = most_of_mask + static_cast<int>(std::lower_bound(all.begin(), all.end(), here[k], std::greater<>()) - all.begin());
    c.colours = most_of_mask + static_cast<int>(all.size());
}

}  // namespace

template <int D>
std::uint64_t priority_of(const World<D>& world, const ContactPoint<D>& point) {
    const int a = world.parts.body[at(point.a)], b = world.parts.body[at(point.b)];
    std::uint64_t hash = with(with(0, world.bodies.id[at(a)]), point.a - world.first_part[at(a)]);
    hash = with(with(hash, world.bodies.id[at(b)]), point.b - world.first_part[at(b)]);
    for (const int k : point.image) hash = with(hash, k);
    return with(with(hash, static_cast<std::int64_t>(point.feature)), point.layer) >> 12;
}

template <int D>
void list_contacts(const World<D>& world, Colouring& c) {
    c.bodies.resize(world.contacts.point.size());
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
        const ContactPoint<D>& point = world.contacts.point[i];
        const int a = world.parts.body[at(point.a)], b = world.parts.body[at(point.b)];
        c.bodies[i] = {world.mobile[at(a)] >= 0 ? a : -1, world.mobile[at(b)] >= 0 && b != a ? b : -1};
    }
}

template <int D>
void draw_priorities(const World<D>& world, Colouring& c) {
    c.priority.resize(world.contacts.point.size());
    for (std::size_t i = 0; i < c.priority.size(); ++i) {
        c.priority[i] = priority_of(world, world.contacts.point[i]);
    }
}

template <int D>
void colour_contacts(const std::vector<char>& chosen, Halo<D>& halo, Team& team, Colouring& c) {
    c.colour.assign(c.bodies.size(), -1);
    c.colours = 0;
    c.taken.assign(halo.sharers().size(), 0);
    c.waiting.clear();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) c.waiting.push_back(static_cast<int>(i));
    }
    std::vector<int> crowded;
    for (int round = 0; round % rounds_a_look != 0 || team.any(!c.waiting.empty()); ++round) {
        c.first.assign(halo.sharers().size(), 0);
        look_who_is_first(c);
        halo.agree([&](int slot) { return packed<D>(c, slot); },
                   [&](int slot, const Twist<D>& t) {
                       c.first[at(slot)] = std::max(c.first[at(slot)], static_cast<std::uint64_t>(t.v[0]));
                       c.taken[at(slot)] |= taken_of(t);
                   },
                   [&](int slot, const Twist<D>& t) {
                       c.first[at(slot)] = static_cast<std::uint64_t>(t.v[0]);
                       c.taken[at(slot)] = taken_of(t);
                   },
                   team);
        choose(c, crowded);
    }
    double highest = -1.0;
    for (const int colour : c.colour) highest = std::max(highest, static_cast<double>(colour));
    team.largest({&highest, 1});
    c.colours = static_cast<int>(highest) + 1;
    colour_crowded(crowded, team, c);
}

int colour_here(const std::vector<char>& chosen, std::size_t slots, Colouring& c) {
    c.colour.assign(c.bodies.size(), -1);
    c.taken.assign(slots, 0);
    int colours = 0, crowded = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!chosen[i]) continue;
        const auto [a, b] = c.bodies[i];
        const std::uint64_t used = (a >= 0 ? c.taken[at(a)] : 0) | (b >= 0 ? c.taken[at(b)] : 0);
        const int own = std::countr_one(used);
        c.colour[i] = own < most_of_mask ? own : most_of_mask + crowded++;
        colours = std::max(colours, c.colour[i] + 1);
        if (own == most_of_mask) continue;
        const std::uint64_t bit = std::uint64_t{1} << own;
        if (a >= 0) c.taken[at(a)] |= bit;
        if (b >= 0) c.taken[at(b)] |= bit;
    }
    return colours;
}

#define DRYSTONE_COLOURING(D)                                       \
    template std::uint64_t priority_of(const World<D>&, const ContactPoint<D>&); \
    template void list_contacts(const World<D>&, Colouring&);       \
    template void draw_priorities(const World<D>&, Colouring&);     \
    template void colour_contacts(const std::vector<char>&, Halo<D>&, Team&, Colouring&);
DRYSTONE_COLOURING(2)
DRYSTONE_COLOURING(3)
#undef DRYSTONE_COLOURING

}  // namespace drystone::ranks

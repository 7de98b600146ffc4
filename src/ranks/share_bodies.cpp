// Before a solve: who shares which body, and the order of the contacts that touch one, by turns or by colours on which all ranks agree.

#include <algorithm>
#include <array>
#include <utility>

#include "core/index.h"
#include "ranks/shared_solve.h"
#include "ranks/turns.h"

namespace drystone::ranks {

namespace {

/// Colours of a turn, of ranks with so many contacts at most: those with contacts (some eight) come first, and the longer the rest, the later may a neighbour be
/// without anybody waiting; but each costs a little.
int colours_of_turn(double contacts) { return std::clamp(static_cast<int>(contacts / 1000.0), 16, 64); }

template <int D>
bool touches_shared(const Halo<D>& halo, const BodyPair& pair) {
    const auto is_shared = [&](int slot) { return slot >= 0 && halo.sharers()[at(slot)] > 1; };
    return is_shared(pair.a) || is_shared(pair.b);
}

/// Who touches which body, and the contacts that touch a shared one; `all` contacts where they are asked for.
template <int D>
void choose_contacts(std::size_t slots, bool all, Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    s.touched.assign(slots, 0);
    for (const BodyPair& pair : s.colouring.bodies) {
        if (pair.a >= 0) s.touched[at(pair.a)] = 1;
        if (pair.b >= 0) s.touched[at(pair.b)] = 1;
    }
    halo.share(s.touched, team);
    s.chosen.resize(s.colouring.bodies.size());
    for (std::size_t i = 0; i < s.chosen.size(); ++i) s.chosen[i] = all || touches_shared(halo, s.colouring.bodies[i]);
}

template <int D>
void colour_by_agreement(Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    colour_contacts(s.chosen, halo, team, s.colouring);
    s.beat = {s.colouring.colours, 1, 1};
}

template <int D>
void colour_by_turns(Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    Colouring& c = s.colouring;
    const Turns turns = take_turns(halo, team);
    std::array<double, 2> largest = {static_cast<double>(colour_here(s.chosen, s.touched.size(), c)), static_cast<double>(c.bodies.size())};
    team.largest(largest);
    const int visited = std::max(1, static_cast<int>(largest[0]));
    s.beat = {largest[0] > 0.0 ? turns.count : 0, std::max(visited, colours_of_turn(largest[1])), visited};
    c.colours = s.beat.phases * s.beat.colours;
    for (int& colour : c.colour) colour += colour >= 0 ? turns.mine * s.beat.colours : 0;
}

}  // namespace

template <int D>
void share_bodies(const World<D>& world, bool all, Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    Colouring& c = s.colouring;
    list_contacts(world, c);
    choose_contacts(world.bodies.position.size(), all, halo, team, s);
    if (all) {
        draw_priorities(world, c);
        colour_by_agreement(halo, team, s);
    } else {
        colour_by_turns(halo, team, s);
    }
    s.told.colours = c.colours;
    s.told.listener = &s.phases;
    s.told.half.resize(c.bodies.size());
    for (std::size_t i = 0; i < s.chosen.size(); ++i) s.told.half[i] = s.chosen[i] ? 2 * c.colour[i] + !touches_shared(halo, c.bodies[i]) : -1;
    s.nlgs.told = s.told;
}

template <int D>
void share_listed(std::size_t slots, Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    choose_contacts(slots, false, halo, team, s);
    colour_by_agreement(halo, team, s);
}

template <int D>
void plan_by_colour(const Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    std::vector<Touch> touches;
    for (std::size_t i = 0; i < s.chosen.size(); ++i) {
        if (!s.chosen[i]) continue;
        for (const int slot : {s.colouring.bodies[i].a, s.colouring.bodies[i].b}) {
            if (slot >= 0 && halo.sharers()[at(slot)] > 1) touches.push_back({slot, s.colouring.colour[i] / s.beat.colours});
        }
    }
    s.phases.plan(std::move(touches), s.beat, halo, team);
}

#define DRYSTONE_SHARE_BODIES(D)                                                                \
    template void share_bodies(const World<D>&, bool, Halo<D>&, Team&, SharedSolveScratch<D>&); \
    template void share_listed(std::size_t, Halo<D>&, Team&, SharedSolveScratch<D>&);           \
    template void plan_by_colour(const Halo<D>&, Team&, SharedSolveScratch<D>&);
DRYSTONE_SHARE_BODIES(2)
DRYSTONE_SHARE_BODIES(3)
#undef DRYSTONE_SHARE_BODIES

}  // namespace drystone::ranks

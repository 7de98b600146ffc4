#pragma once

#include <cstdint>
#include <vector>

#include "ranks/halo.h"
#include "solvers/sweep_plan.h"
#include "step/world.h"

namespace drystone::ranks {

/// Colours of contacts that are all over the team: no two of a colour share a movable body, whoever keeps them. Greedy in the order of priorities,
///
///     c(i) = the least colour that no contact j of a higher priority has which shares a body with i,
///
/// and priorities are numbers drawn from the identity of a contact: so colours are a function of the contacts chosen alone, not of the
/// number of ranks nor of who keeps what. Found as Jones and Plassmann do (SIAM J. Sci. Comput. 14, 1993): in rounds, in each of which those
/// contacts choose that are the first of both their bodies; ranks agree on shared bodies between rounds.
///
/// Contacts that find the first 64 colours taken (of bodies with very many contacts: plates, pistons) get a colour each, in the order of priorities.
struct Colouring {
    std::vector<BodyPair> bodies;         // (contacts)  slots of the movable ones, -1: none
    std::vector<std::uint64_t> priority;  // (contacts)  below 2^52
    std::vector<int> colour;              // (contacts)  -1: not chosen
    int colours = 0;                      // of all ranks

    // Scratch
    std::vector<std::uint64_t> first;  // (slots)  the highest priority that has not chosen yet
    std::vector<std::uint64_t> taken;  // (slots)  colours, a bit each
    std::vector<int> waiting;          // contacts
};

/// Of a contact, drawn from its identity.
template <int D>
std::uint64_t priority_of(const World<D>& world, const ContactPoint<D>& point);

/// bodies of the world's contacts.
template <int D>
void list_contacts(const World<D>& world, Colouring& c);

/// priority of the world's contacts.
template <int D>
void draw_priorities(const World<D>& world, Colouring& c);

/// Colours the contacts for which chosen(contact) says so.
template <int D>
void colour_contacts(const std::vector<char>& chosen, Halo<D>& halo, Team& team, Colouring& c);

/// The same for contacts that this rank alone visits at a time (turns.h): greedy in the order of the list. Returns how many colours there are.
int colour_here(const std::vector<char>& chosen, std::size_t slots, Colouring& c);

}  // namespace drystone::ranks

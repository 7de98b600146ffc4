#pragma once

#include <span>
#include <vector>

#include "ranks/descriptions.h"
#include "step/world.h"

namespace drystone::ranks {

/// What every rank knows of the bodies of a run, by the slots that they have in the whole world: what they are, not where.
template <int D>
struct Catalogue {
    World<D>* whole = nullptr;              // its model is true on every rank, its state where bring_back() was asked for: on rank 0
    WorldDescription<D> frame;              // its description without bodies and stages, but with all ids
    std::vector<char> moves;                // (slots)  1: impulses can move it
    std::vector<char> everywhere;           // (slots)  1: known to all ranks: it does not move, is large, or somebody needs it
    std::vector<int> known_to_all;          // those slots, ascending
    std::vector<std::vector<int>> links_of;  // (slots, or none)  numbers of the links that hold it
    int shapes = 0;                         // parts of all bodies: behind them are the ends of links
    double limit = 0.0;                     // radius from which on a body is large [m]
    bool lets_go = false;                   // of the whole, once it is dealt out
    Descriptions<D> descriptions;           // of its bodies, where it is let go of

    bool has(int slot) const { return frame.ids[static_cast<std::size_t>(slot)] >= 0; }
};

/// Movable bodies are large where the ball that holds them is so many times the mean.
constexpr double large = 8.0;

/// Whether somebody comes or goes, or a stage begins, in a run.
template <int D>
bool changes(const WorldDescription<D>& d) {
    return !d.stages.empty() || !d.sources.empty() || !d.sinks.empty();
}

/// Lists the bodies of the whole as it is now.
template <int D>
void list_bodies(Catalogue<D>& catalogue);

/// The same where bodies have come or gone: those that were there before are as they were.
template <int D>
void list_changes(Catalogue<D>& catalogue, std::span<const int> slots);

/// catalogue.known_to_all, of `everywhere` and the ids.
template <int D>
void list_known_to_all(Catalogue<D>& catalogue);

/// What is free is the machine's again: other ranks may need it.
void give_back_memory();

/// Throws away what of the whole nobody will ask for on ranks other than 0, where no body comes or goes and no stage begins.
template <int D>
void strip(Catalogue<D>& catalogue);

/// The world of some bodies and links, by their numbers in the whole, which ascend: at time 0.
template <int D>
World<D> world_of(const Catalogue<D>& catalogue, std::span<const int> slots, std::span<const int> links);

}  // namespace drystone::ranks

#pragma once

#include <vector>

#include "step/world.h"

namespace drystone::ranks {

/// What every rank knows of the bodies of a run, by id: what they are, not where.
template <int D>
struct Catalogue {
    WorldDescription<D> frame;                   // the scene without its bodies
    std::vector<BodyDescription<D>> bodies;      // (ids)
    std::vector<int> surface;                    // (ids)  of the whole's laws
    std::vector<int> first_part;                 // (ids)  of the whole's parts
    std::vector<char> moves;                     // (ids)  1: impulses can move it
    std::vector<char> everywhere;                // (ids)  1: known to all ranks: it does not move, or is large
    std::vector<int> known_to_all;               // those ids
    std::vector<DrivenPose<D>> drive_base;       // (ids, or none)
    std::vector<char> known_before;              // (ids, or none)
    LawBook book;
    SurfaceTable surfaces;
    double smallest_radius = 0.0;
};

/// Movable bodies are large where the ball that holds them is so many times the mean.
constexpr double large = 8.0;

/// Of a world whose slots are its ids.
template <int D>
Catalogue<D> catalogue_of(const World<D>& whole);

/// The world of some bodies, whose ids ascend, at time 0.
template <int D>
World<D> world_of(const Catalogue<D>& catalogue, const std::vector<int>& ids);

}  // namespace drystone::ranks

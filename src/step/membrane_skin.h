#pragma once

#include <array>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// A corner of a membrane: the centre of mass of a body, or the foot of the perpendicular from there to a platen.
struct MembraneCorner {
    int id = -1;      // of the body
    int platen = -1;  // among those of the membrane
    bool operator==(const MembraneCorner&) const = default;
};

/// How a membrane lies round its grains: which of them it touches, until they have moved far enough to look again.
template <int D>
struct MembraneSkin {
    std::vector<std::array<MembraneCorner, D>> facet;  // area vectors point outwards
    std::vector<Vec<D>> listed;                        // (bodies of the membrane)  where they were then [m]
    int outside = 0;                                   // bodies that it does not hold
    bool operator==(const MembraneSkin&) const = default;
};

}  // namespace drystone

#pragma once

#include <vector>

#include "geometry/section.h"

namespace drystone {

/// A flat side of a body: face (edge) number `face` of a convex part, or a plane, where `face` is -1. A drum may stand among the neighbours
/// of a wall, likewise with -1.
struct WallFace {
    int part = -1;
    int face = -1;
    bool operator==(const WallFace&) const = default;
};

/// The side of a wall that looks at the grains, and what bounds it.
struct PressedWall {
    std::vector<WallFace> own;     // all in one plane; several of a body of several parts
    std::vector<WallFace> bounds;  // of its neighbours
    int membrane = -1;             // or the membrane that ends on it
};

}  // namespace drystone

#pragma once

#include <span>

#include "core/vec.h"

namespace drystone {

/// Half of a plane: all s with normal . s >= offset. The normal may have any length but zero.
struct HalfPlane {
    Vec<2> normal{};
    double offset = 0.0;
};

/// A circular area.
struct Disc {
    Vec<2> centre{};
    double radius = 0.0;
};

/// What several of them have in common.
struct Section {
    double area = 0.0;
    Vec<2> middle{};      // centroid; where the area is not zero
    bool bounded = true;  // else the area says nothing
};

/// The points that all half planes share: a convex polygon, its area and centroid by its edges. Each edge is its line, cut by all
/// the others; of several half planes with one line the first gives the edge.
Section common_part(std::span<const HalfPlane> halves);

/// Those of them that lie in a disc, exactly: triangles from its centre inside, sectors outside.
Section common_part(std::span<const HalfPlane> halves, const Disc& disc);

}  // namespace drystone

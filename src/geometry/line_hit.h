#pragma once

#include <optional>

#include "geometry/parts.h"

namespace drystone {

/// The line x = start + s direction; direction is a unit vector.
template <int D>
struct Line {
    Vec<D> start{};
    Vec<D> direction{};
};

/// Where a line that comes from s = -infinity enters a part.
struct LineHit {
    double s = 0.0;   // [m]
    int facet = -1;   // of the surface of a deformable body; else -1
};

/// Balls, convex shapes (of a curved one its skin) and surfaces of meshes, where place_parts() has put them; planes, drums and handles
/// are not met.
template <int D>
std::optional<LineHit> line_hit(const Parts<D>& parts, int part, const Line<D>& line);

}  // namespace drystone

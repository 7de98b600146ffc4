#pragma once

#include <span>
#include <vector>

#include "geometry/mass_moments.h"

namespace drystone {

/// A range of directions seen from a circle's centre, -pi <= from <= to <= pi [rad].
struct Arc {
    double from = 0.0;
    double to = 0.0;
};

/// The arcs of the circle that no other disk covers, in ascending order. A circle equal to another is exposed
/// on both: the caller removes duplicates. `covered` is scratch.
void exposed_arcs(const PlacedBall<2>& disk, std::span<const PlacedBall<2>> others, std::vector<Arc>& covered,
                  std::vector<Arc>& exposed);

/// What an arc of a circle, passed counter-clockwise, adds to the moments of the region on its left. By Green's
/// theorem, for f homogeneous of degree k:
///
///     int f dA = 1/(k+2) oint f (x dy - y dx),  on an arc p = c + r n:  x dy - y dx = r (c.n + r) dtheta.
Moments<2> arc_moments(const PlacedBall<2>& disk, const Arc& arc);

}  // namespace drystone

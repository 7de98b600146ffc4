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

/// Another disk, as a circle of radius r sees it.
struct SeenDisk {
    double direction = 0.0;  // of its centre, -pi .. pi [rad]
    double distance = 0.0;   // of its centre [m]
    double radius = 0.0;     // [m]
    double power =
        0.0;  // r^2 - radius^2 [m2]; given, because where radii are close it is known better than they
};

/// The arcs of a circle of radius r that no other disk covers, in ascending order. A disk equal to the circle's
/// does not cover it: the caller removes duplicates. `covered` is scratch.
void exposed_arcs(double r, std::span<const SeenDisk> others, std::vector<Arc>& covered,
                  std::vector<Arc>& exposed);

/// What an arc of a circle, passed counter-clockwise, adds to the moments of the region on its left. By Green's
/// theorem, for f homogeneous of degree k:
///
///     int f dA = 1/(k+2) oint f (x dy - y dx),  on an arc p = c + r n:  x dy - y dx = r (c.n + r) dtheta.
Moments<2> arc_moments(const PlacedBall<2>& disk, const Arc& arc);

}  // namespace drystone

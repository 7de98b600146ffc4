#pragma once

#include <algorithm>

#include "core/on_device.h"
#include "geometry/parts.h"

namespace drystone {

/// A plane or drum where it stood when the list was built: a solid without bounds, tried against every ball.
template <int D>
struct NearbyWall {
    int part = 0;
    PartKind kind = PartKind::plane;
    Vec<D> centre{};
    Vec<D> axis{};
    double radius = 0.0;  // of a drum [m]
    double length = 0.0;  // of a drum in 3D [m]
    int owner = 0;        // body; ~body if impulses cannot move it
    double margin = 0.0;  // [m]
    double span = 0.0;    // no ball's surface is further from `centre`, margin included [m]
};

/// Distance from a point of the hollow to the solid [m]; negative inside the solid.
DRYSTONE_ON_DEVICE inline double distance_to_drum(const NearbyWall<2>& drum, const Vec<2>& x) {
    return drum.radius - norm(x - drum.centre);
}

DRYSTONE_ON_DEVICE inline double distance_to_drum(const NearbyWall<3>& drum, const Vec<3>& x) {
    const Vec<3> from_centre = x - drum.centre;
    const double along = dot(drum.axis, from_centre);
    const double to_shell = drum.radius - norm(from_centre - along * drum.axis);
    return std::min(to_shell, 0.5 * drum.length - std::abs(along));
}

template <int D>
DRYSTONE_ON_DEVICE double distance_to_wall(const NearbyWall<D>& wall, const Vec<D>& x) {
    if (wall.kind == PartKind::plane) return dot(wall.axis, x - wall.centre);
    return distance_to_drum(wall, x);
}

/// The most by which a wall's move to `centre`, `axis` can have changed its distance to a ball [m].
///
///     plane:  |n . dp| + |dn| span        (sliding along itself changes nothing)
///     drum:   |dp| + |da| span            (nor does turning about its own axis)
template <int D>
double wall_motion(const NearbyWall<D>& wall, const Vec<D>& centre, const Vec<D>& axis) {
    const Vec<D> shift = centre - wall.centre;
    const double shifted = wall.kind == PartKind::plane ? std::abs(dot(axis, shift)) : norm(shift);
    return shifted + norm(axis - wall.axis) * wall.span;
}

}  // namespace drystone

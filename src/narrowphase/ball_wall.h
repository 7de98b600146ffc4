#pragma once

#include "geometry/parts.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"

namespace drystone {

/// A plane or drum, as balls meet it.
template <int D>
struct BallWall {
    bool is_drum = false;
    Vec<D> place{};       // [m]
    Vec<D> axis{};        // unit: outward normal of a plane; of drums in space
    double radius = 0.0;  // of a drum [m]
    double length = 0.0;  // likewise
};

template <int D>
BallWall<D> wall_of(const Parts<D>& parts, int wall) {
    return {parts.kind[wall] == PartKind::drum, parts.centre[wall], parts.axis[wall], parts.radius[wall], parts.length[wall]};
}

/// How many features a ball may have at this wall: their numbers are as find_contacts.h says.
template <int D>
std::uint32_t wall_features(const Parts<D>& parts, int wall) {
    return D == 3 && parts.kind[wall] == PartKind::drum ? 3 : 1;
}

/// The ball (x, r) at one feature of a wall; the normal points from the ball to the wall.
template <int D>
Touch<D> ball_wall(const Vec<D>& x, double r, const BallWall<D>& wall, std::uint32_t feature) {
    if (!wall.is_drum) return ball_plane(x, r, wall.place, wall.axis);
    if constexpr (D == 3) {
        if (feature > 0) return ball_drum_end(x, r, {wall.place, wall.axis, wall.length, feature == 1 ? -1.0 : 1.0});
    }
    return ball_drum_shell(x, r, wall.place, wall.axis, wall.radius);
}

}  // namespace drystone

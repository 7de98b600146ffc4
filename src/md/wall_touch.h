#pragma once

#include "geometry/parts.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"

namespace drystone {

/// Features of a ball at this wall: as narrowphase/find_contacts.h names them.
template <int D>
std::uint32_t wall_features(const Parts<D>& parts, int wall) {
    return D == 3 && parts.kind[wall] == PartKind::drum ? 3 : 1;
}

/// The ball (x, r) at one feature of a wall; the normal points from the ball to the wall.
template <int D>
Touch<D> touch_wall(const Parts<D>& parts, int wall, std::uint32_t feature, const Vec<D>& x, double r) {
    const Vec<D>&place = parts.centre[wall], &axis = parts.axis[wall];
    if (parts.kind[wall] == PartKind::plane) return ball_plane(x, r, place, axis);
    if constexpr (D == 3) {
        if (feature > 0)
            return ball_drum_end(x, r, {place, axis, parts.length[wall], feature == 1 ? -1.0 : 1.0});
    }
    return ball_drum_shell(x, r, place, axis, parts.radius[wall]);
}

}  // namespace drystone

#pragma once

#include "core/on_device.h"
#include "narrowphase/touch.h"

namespace drystone {

/// A ball and the half-space below the plane through p with outward normal m:
///
///     gap = m . (c - p) - r,   n = -m,   point = c + r n
///
/// A ball whose centre has sunk below the plane is pushed out the same way.
template <int D>
DRYSTONE_ON_DEVICE Touch<D> ball_plane(const Vec<D>& centre, double radius, const Vec<D>& place, const Vec<D>& outward) {
    return {
        .gap = dot(outward, centre - place) - radius, .normal = -outward, .point = centre - radius * outward};
}

}  // namespace drystone

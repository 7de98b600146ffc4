#pragma once

#include "geometry/placed_ball.h"
#include "geometry/shape.h"

namespace drystone {

/// A body's geometry with all lengths times `scale` > 0, about the origin of its frame. Planes stay what they are.
template <int D>
Geometry<D> scaled(const Geometry<D>& geometry, double scale);

/// A ball about the centre of mass that holds a geometry of balls and convex parts.
template <int D>
PlacedBall<D> surrounding_ball(const Geometry<D>& geometry);

}  // namespace drystone

#pragma once

#include <limits>

#include "geometry/convex.h"
#include "narrowphase/manifold.h"
#include "narrowphase/touch.h"

namespace drystone {

/// A ball and a convex shape: with x the point of the shape nearest the centre c,
///
///     d = x - c,   gap = |d| - r,   n = d / |d|,   point = c + (r + gap / 2) n   midway between
///
/// A centre inside the shape is pushed out through the nearest face, n = -(its normal), gap = -(depth) - r.
/// So is one that lies on the surface as far as rounding can tell. One point a pair.
///
/// Beyond `reach` the gap is only known to be greater than it: the shape is then judged by one plane.
template <int D>
Touch<D> ball_convex(const Vec<D>& centre, double radius, const Convex<D>& shape, const Pose<D>& pose,
                     double reach = std::numeric_limits<double>::infinity());

}  // namespace drystone

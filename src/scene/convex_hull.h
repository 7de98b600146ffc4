#pragma once

#include <span>

#include "geometry/convex.h"

namespace drystone {

/// The smallest convex shape that holds all points. Points inside, in faces or on edges are dropped: what
/// lies within half the flatness of a plane is one face. Refused with a reason where the points are too few,
/// or lie in one plane (2D: on one line) as far as the flatness can tell.
///
/// 2D: the monotone chain (Andrew 1979). 3D: Qhull (Barber, Dobkin, Huhdanpaa 1996); its facets are merged
/// here.
ConvexResult<2> convex_hull(std::span<const Vec<2>> points, double flatness = default_flatness);
ConvexResult<3> convex_hull(std::span<const Vec<3>> points, double flatness = default_flatness);

}  // namespace drystone

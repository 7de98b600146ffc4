#pragma once

#include <limits>

#include "narrowphase/convex_plane.h"
#include "narrowphase/touch.h"

namespace drystone {

/// The hollow of a drum where it stands (geometry/shape.h); axis and length are not read in 2D.
template <int D>
struct Hollow {
    Vec<D> place{};                                           // its middle [m]
    Vec<D> axis{};                                            // unit
    double radius = 0.0;                                      // [m]
    double length = std::numeric_limits<double>::infinity();  // [m]
};

/// One of several points of a pair, each with its own normal.
template <int D>
struct DrumTouch {
    Touch<D> touch;
    double area = 0.0;          // [m2], where a face lies on a flat end
    std::uint32_t feature = 0;  // the vertex; + 2^30 at the end at -l/2, + 2^31 at the end at +l/2
};

/// A convex shape in the hollow of a drum (ball_drum.h): the curved wall bends away from a flat face, so what
/// touches it is always a vertex x, with a normal of its own,
///
///     gap = R - |q|,   n = q / |q|,   point = x + gap / 2 n           q = x - p off the axis
///
/// The ends are planes (convex_plane.h). Replaces what `touches` held by all points sought;
/// returns whether there is one.
template <int D>
bool convex_drum(const ConvexAtPose<D>& solid, const Hollow<D>& drum, SoughtPoints sought, FlatScratch& scratch,
                 std::vector<DrumTouch<D>>& touches);

}  // namespace drystone

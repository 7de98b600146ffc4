#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "geometry/region.h"

namespace drystone {

// What two simple solids have in common, in closed form: how much of a grain is in a region. Areas in the plane, else volumes.
//
// A ball and a polygon or polyhedron: the solid is a signed sum of cones from the ball's middle o over its faces. Over a face at the
// distance d of o, that cuts the disk C out of its plane, the ball has of the cone, with the solid angle Omega of a flat piece seen from o,
//
//     d/3 |face n C| + R^3/3 (Omega(face) - Omega(face n C)),
//
// and face n C is in turn a signed sum of triangles and sectors from the foot of o over its edges; a sector of the angle phi
// has Omega = phi (1 - d/R). In the plane likewise with triangles and sectors.

/// A polygon, its vertices in order.
using Polygon = std::vector<Vec<2>>;
/// A polyhedron: faces as corners in order, counter-clockwise seen from outside.
using Polyhedron = std::vector<std::vector<Vec<3>>>;

double common_volume(const Polygon& polygon, const BallRegion<2>& disk);
double common_volume(const Polyhedron& polyhedron, const BallRegion<3>& ball);

/// A lens, or the smaller of the two.
template <int D>
double common_volume(const BallRegion<D>& a, const BallRegion<D>& b);

/// Of a convex polygon or polyhedron: what is left when it is cut by the planes of the box.
double common_volume(const Polygon& convex, const BoxRegion<2>& box);
double common_volume(const Polyhedron& convex, const BoxRegion<3>& box);

/// A box as a polygon or polyhedron.
Polygon outline(const BoxRegion<2>& box);
Polyhedron outline(const BoxRegion<3>& box);

}  // namespace drystone

#pragma once

#include "geometry/convex.h"
#include "narrowphase/manifold.h"
#include "narrowphase/overlap_polygon.h"

namespace drystone {

/// Scratch of one thread, grown by the first calls and then reused.
template <class Kit>
struct FlatScratchOf {
    template <class T, Room room>
    using Row = typename Kit::template Row<T, room>;

    Row<double, Room::features> height;        // (vertices) above the plane [m]
    Row<PlanarVertex, Room::corners> polygon;  // the face that lies on it
    PolygonSharesOf<Kit> shares;
    Row<char, Room::features> taken;  // (vertices) 1: a corner of that face
    ManifoldOf<3, Kit> manifold;      // of a drum's end
};
using FlatScratch = FlatScratchOf<OnHeap>;

/// A convex shape and the half-space below the plane through p with outward normal m: for each vertex x,
///
///     gap = m . (x - p),   n = -m,   point = x + gap / 2 n       midway between the surfaces
///
/// Every vertex with gap <= reach is a point. A face that lies on the plane (tilted no more than
/// convex_convex() allows) shares its whole area among its corners; the plane is larger than any face, so
/// nothing is cut. With PointRule::gauss the corners of that face are drawn inwards; other vertices stay as
/// they are, with area 0. Features: the vertex. Returns whether there is a point.
template <int D>
bool convex_plane(const ConvexAtPose<D>& solid, const HalfSpace<D>& wall, SoughtPoints sought, FlatScratch& scratch,
                  Manifold<D>& manifold);

}  // namespace drystone

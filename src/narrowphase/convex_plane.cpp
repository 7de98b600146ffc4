// Polygons and polyhedra on a plane, on this processor.

#include "narrowphase/convex_plane.h"

#include "narrowphase/stands_on.h"

namespace drystone {

template <int D>
bool convex_plane(const ConvexAtPose<D>& solid, const HalfSpace<D>& wall, SoughtPoints sought, FlatScratch& scratch,
                  Manifold<D>& manifold) {
    return stands_on<D, OnHeap>(solid.shape, solid.pose, {wall.place, wall.outward, sought.reach, sought.rule}, scratch,
                                manifold);
}

template bool convex_plane(const ConvexAtPose<2>&, const HalfSpace<2>&, SoughtPoints, FlatScratch&, Manifold<2>&);
template bool convex_plane(const ConvexAtPose<3>&, const HalfSpace<3>&, SoughtPoints, FlatScratch&, Manifold<3>&);

}  // namespace drystone

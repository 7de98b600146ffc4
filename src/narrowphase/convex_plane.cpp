// Polygons and polyhedra on a plane, on this processor.

#include "narrowphase/convex_plane.h"

#include "narrowphase/stands_on.h"

namespace drystone {

template <int D>
bool convex_plane(const Convex<D>& shape, const Pose<D>& pose, const Vec<D>& place, const Vec<D>& outward,
                  double reach, PointRule rule, FlatScratch& scratch, Manifold<D>& manifold) {
    return stands_on<D, OnHeap>(shape, pose, {place, outward, reach, rule}, scratch, manifold);
}

template bool convex_plane(const Convex<2>&, const Pose<2>&, const Vec<2>&, const Vec<2>&, double, PointRule,
                           FlatScratch&, Manifold<2>&);
template bool convex_plane(const Convex<3>&, const Pose<3>&, const Vec<3>&, const Vec<3>&, double, PointRule,
                           FlatScratch&, Manifold<3>&);

}  // namespace drystone

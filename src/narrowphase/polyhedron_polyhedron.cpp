// Two polyhedra on this processor.

#include "narrowphase/polyhedron_polyhedron.h"

#include "narrowphase/convex_convex.h"

namespace drystone {

bool convex_convex(const Convex<3>& a, const Pose<3>& pose_a, const Convex<3>& b, const Pose<3>& pose_b,
                   double reach, PointRule rule, ConvexScratch<3>& scratch, Manifold<3>& manifold) {
    PolyhedronPair<OnHeap> pair;
    pair.reach = reach;
    pair.rule = rule;
    return polyhedra_touch<OnHeap>({a, pose_a}, {b, pose_b}, pair, scratch, manifold);
}

}  // namespace drystone

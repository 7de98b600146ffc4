// Two polyhedra on this processor.

#include "narrowphase/polyhedron_polyhedron.h"

#include "narrowphase/convex_convex.h"

namespace drystone {

bool convex_convex(const ConvexAtPose<3>& a, const ConvexAtPose<3>& b, SoughtPoints sought, ConvexScratch<3>& scratch,
                   Manifold<3>& manifold) {
    PolyhedronPair<OnHeap> pair;
    pair.reach = sought.reach;
    pair.rule = sought.rule;
    return polyhedra_touch<OnHeap>(a, b, pair, scratch, manifold);
}

}  // namespace drystone

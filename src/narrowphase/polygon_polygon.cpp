// Two polygons on this processor.

#include "narrowphase/polygon_polygon.h"

#include "narrowphase/convex_convex.h"

namespace drystone {

bool convex_convex(const Convex<2>& a, const Pose<2>& pose_a, const Convex<2>& b, const Pose<2>& pose_b,
                   double reach, PointRule rule, ConvexScratch<2>& scratch, Manifold<2>& manifold) {
    polygons::Pair<OnHeap> pair{};
    pair.reach = reach;
    pair.rule = rule;
    return polygons_touch<OnHeap>({a, pose_a}, {b, pose_b}, pair, scratch, manifold);
}

}  // namespace drystone

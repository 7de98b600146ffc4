// Two polygons on this processor.

#include "narrowphase/polygon_polygon.h"

#include "narrowphase/convex_convex.h"

namespace drystone {

bool convex_convex(const ConvexAtPose<2>& a, const ConvexAtPose<2>& b, SoughtPoints sought, ConvexScratch<2>& scratch,
                   Manifold<2>& manifold) {
    polygons::Pair<OnHeap> pair{};
    pair.reach = sought.reach;
    pair.rule = sought.rule;
    return polygons_touch<OnHeap>(a, b, pair, scratch, manifold);
}

}  // namespace drystone

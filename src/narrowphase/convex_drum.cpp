// Polygons and polyhedra in a drum, on this processor.

#include "narrowphase/convex_drum.h"

#include "narrowphase/lies_in.h"

namespace drystone {

template <int D>
bool convex_drum(const ConvexAtPose<D>& solid, const Hollow<D>& drum, SoughtPoints sought, FlatScratch& scratch,
                 std::vector<DrumTouch<D>>& touches) {
    return lies_in<D, OnHeap>(solid.shape, solid.pose, {drum, sought.reach, sought.rule}, scratch, touches);
}

template bool convex_drum(const ConvexAtPose<2>&, const Hollow<2>&, SoughtPoints, FlatScratch&, std::vector<DrumTouch<2>>&);
template bool convex_drum(const ConvexAtPose<3>&, const Hollow<3>&, SoughtPoints, FlatScratch&, std::vector<DrumTouch<3>>&);

}  // namespace drystone

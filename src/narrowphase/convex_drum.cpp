// Polygons and polyhedra in a drum, on this processor.

#include "narrowphase/convex_drum.h"

#include "narrowphase/lies_in.h"

namespace drystone {

template <int D>
bool convex_drum(const Convex<D>& shape, const Pose<D>& pose, const Hollow<D>& drum, double reach,
                 PointRule rule, FlatScratch& scratch, std::vector<DrumTouch<D>>& touches) {
    return lies_in<D, OnHeap>(shape, pose, {drum, reach, rule}, scratch, touches);
}

template bool convex_drum(const Convex<2>&, const Pose<2>&, const Hollow<2>&, double, PointRule, FlatScratch&,
                          std::vector<DrumTouch<2>>&);
template bool convex_drum(const Convex<3>&, const Pose<3>&, const Hollow<3>&, double, PointRule, FlatScratch&,
                          std::vector<DrumTouch<3>>&);

}  // namespace drystone

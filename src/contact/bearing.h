#pragma once

#include <algorithm>
#include <limits>

#include "core/on_device.h"
#include "geometry/parts.h"
#include "narrowphase/contact_point.h"

namespace drystone {

/// The least a point of two faces bears on, as a share of what a corner of the smaller face stands for: where faces overlap by a
/// sliver, joints do not become infinitely soft. [-]
constexpr double least_bearing = 1.0 / 16.0;

/// Of two angular sides, of which walls without end have infinite corners; `area`: the point's share of the faces' overlap.
DRYSTONE_ON_DEVICE inline double bearing_between(const CornerArea& a, const CornerArea& b, double area) {
    const CornerArea corner = a.seen < b.seen ? a : b;
    if (corner.seen == std::numeric_limits<double>::infinity()) return area;  // the skin of a deformable body: its points bring their own
    if (area == 0.0) return corner.seen;
    return std::max(area * (corner.seen / corner.flattest), least_bearing * corner.seen);
}

/// The area that a contact point bears on: its share of the faces' overlap, or where an edge or a corner meets something what a
/// corner of the smaller face stands for; of a round body 0, but where it has a flat end. docs/theory.md (3.20). [m2], 2D [m]
template <int D>
double bearing_area(const Parts<D>& parts, const ContactPoint<D>& c);

}  // namespace drystone

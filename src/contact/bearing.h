#pragma once

#include "geometry/parts.h"
#include "narrowphase/contact_point.h"

namespace drystone {

/// The least a point of two faces bears on, as a share of what a corner of the smaller face stands for: where faces overlap by a
/// sliver, joints do not become infinitely soft. [-]
constexpr double least_bearing = 1.0 / 16.0;

/// The area that a contact point bears on: its share of the faces' overlap, or where an edge or a corner meets something what a
/// corner of the smaller face stands for; of a round body 0, but where it has a flat end. docs/theory.md (3.20). [m2], 2D [m]
template <int D>
double bearing_area(const Parts<D>& parts, const ContactPoint<D>& c);

}  // namespace drystone

#pragma once

#include <string>

#include "geometry/shape.h"

namespace drystone {

/// The shape of a body as a scene writes it, in one line: { type = "sphere", radius = 0.1 }. Read again it is the same shape: to the bit if
/// it is round, to rounding where a hull is made of vertices, or a part of a compound is turned by an angle in degrees. Boxes and
/// prisms are polygons and polyhedra.
template <int D>
std::string shape_in_toml(const Geometry<D>& geometry);

}  // namespace drystone

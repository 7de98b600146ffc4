#pragma once

#include <array>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// Simplices of points, in the plane triangles (the fourth is -1), in space tetrahedra, whose circumscribed ball has no other point in it. Empty
/// where all points lie on a line or plane, or are too few.
using Simplex = std::array<int, 4>;
std::vector<Simplex> delaunay(const std::vector<Vec<3>>& points, int dimension);

}  // namespace drystone

#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// Delaunay's triangulation of points: simplices (triangles, tetrahedra) that fill their convex hull, with no point inside the circle or
/// sphere through the corners of any.
template <int D>
struct Delaunay {
    std::vector<std::array<int, D + 1>>
        simplex;  // corners, all turned the same way: volumes are not negative but for rounding
    std::vector<std::array<int, D + 1>>
        neighbour;  // across the face that lies opposite corner k, or -1 at the hull
};

/// By insertion (delaunay_insert.h), else by Qhull: both break ties (points on one circle, lattices) by a tiny shift that is always the same: the
/// answer is a function of the points. How simplices are turned and joined is combinatorial, so that the border of any set of them is closed, flat ones included.
/// Empty where there are too few points, or all lie in one plane.
template <int D>
Delaunay<D> delaunay(std::span<const Vec<D>> points);

}  // namespace drystone

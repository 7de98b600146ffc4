#pragma once

#include "geometry/polytope.h"

namespace drystone {

/// A piece of a solid's surface, the solid behind it.
template <int D>
struct SurfacePatch {
    Patch<D> corner;
    int plane = 0;  // in which it lies
};

/// A closed surface that does not cross itself, as convex pieces. Pieces in one plane that look the same way have one plane.
template <int D>
struct Boundary {
    std::vector<CutPlane<D>> plane;
    std::vector<SurfacePatch<D>> side;
};

/// The solid within as convex parts that share faces and no volume, each bounded by planes of the surface alone. Empty where there
/// would be more than `most`, or where the surface is not as promised. `tolerance`: within which points lie in a plane [m].
template <int D>
std::vector<Polytope<D>> convex_parts(const Boundary<D>& boundary, double tolerance, int most);

}  // namespace drystone

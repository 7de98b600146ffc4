#pragma once

#include <utility>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// normal . x <= offset.
template <int D>
struct CutPlane {
    Vec<D> normal{};      // unit, out of it
    double offset = 0.0;  // [m]

    double height(const Vec<D>& x) const { return dot(normal, x) - offset; }  // > 0: outside [m]
};

/// Corners in order of a flat convex piece of surface; in the plane the two ends of a side.
template <int D>
using Patch = std::vector<Vec<D>>;

/// A convex solid as the patches around it, in no order: what is cut by planes. Empty: nothing.
template <int D>
using Polytope = std::vector<Patch<D>>;

template <int D>
Polytope<D> box_polytope(const Vec<D>& low, const Vec<D>& high);

/// What of a patch lies behind a plane and what in front of it. Corners within the tolerance [m] of the plane lie in it and
/// stay where they are; a patch that lies in it altogether is in neither. Two patches with an edge in common are cut at
/// the same point of it, to the last bit.
template <int D>
std::pair<Patch<D>, Patch<D>> cut(const Patch<D>& patch, const CutPlane<D>& plane, double tolerance);

/// The same of a solid; both halves have the cut as a patch.
template <int D>
std::pair<Polytope<D>, Polytope<D>> cut(const Polytope<D>& solid, const CutPlane<D>& plane, double tolerance);

/// Every corner once: those nearer to each other than the tolerance are one.
template <int D>
std::vector<Vec<D>> corners_of(const Polytope<D>& solid, double tolerance);

}  // namespace drystone

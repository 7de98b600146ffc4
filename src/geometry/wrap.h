#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// A skin round points, as a foil that is drawn tight round them: it spans openings that a ball of radius `reach` does not pass and
/// follows the points where one does, inwards too. docs/theory.md (7.20).
template <int D>
struct Wrap {
    std::vector<std::array<int, D>>
        facet;  // corners; edges in 2D, triangles in 3D, turned so that area_vector() points outwards
    std::vector<char> inside;  // (points)  1: on the skin or within it
    bool whole = true;         // false: one of the points that were left out would make it another
};

/// Says of a face of the triangulation that nothing passes it, whatever its size.
template <int D>
using Closed = std::function<bool(const std::array<int, D>&)>;

/// Simplices of Delaunay's triangulation are taken away from outside, one after the other, through faces whose circle is larger than
/// `reach`; the skin is the border of what is left. It is closed: its area vectors add up to nothing. Empty where the points have no
/// triangulation, or nothing is left. Facets are in an order of their own, whatever the triangulation's.
///
/// `deep`: points within, which need not be triangulated. A simplex whose ball holds none of them is one of Delaunay's triangulation of all points: if
/// that is so of all that are taken away, the skin is that of all points (`whole`).
template <int D>
Wrap<D> shrink_wrap(std::span<const Vec<D>> points, double reach, const Closed<D>& closed,
                    std::span<const Vec<D>> deep = {});

/// Normal of a facet times its area (length), from its corners in their order.
inline Vec<2> area_vector(const std::array<Vec<2>, 2>& corner) {
    const Vec<2> along = corner[1] - corner[0];
    return {{along[1], -along[0]}};
}
inline Vec<3> area_vector(const std::array<Vec<3>, 3>& corner) {
    return 0.5 * cross(corner[1] - corner[0], corner[2] - corner[0]);
}

}  // namespace drystone

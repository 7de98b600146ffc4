#pragma once

#include <span>

#include "core/random.h"
#include "geometry/convex.h"
#include "masonry/block.h"

namespace drystone::masonry {

/// Stones by cutting a solid, given as convex parts that share faces: by level beds and upright joints in bond, or into the Voronoi cells of
/// random points. Nothing is lost: the stones fill the solid.
template <int D>
struct CutParameters {
    Vec<D> block{};      // courses, equally high: length (3D: and depth) and height of a stone, about [m]
    double stone = 0.0;  // Voronoi: size of a stone, its volume is on average stone^D [m]; 0: courses
    int relaxation = 5;  // Voronoi: times that each point moves to the middle of its cell's corners
};

/// A stone for each cell: "course.k" from below, or "k". What a cell has of each convex part stands in `parts`; whether it is convex together is
/// for those who can tell.
template <int D>
std::vector<Block<D>> cut_solid(const CutParameters<D>& parameters, std::span<const Convex<D>> solid,
                                Random& random);

}  // namespace drystone::masonry

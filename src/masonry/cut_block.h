#pragma once

#include "geometry/polytope.h"
#include "masonry/block.h"

namespace drystone::masonry {

/// The prism over a polygon, to be cut.
inline Polytope<3> prism_polytope(const Polygon& polygon, const Depth& depth) {
    Polytope<3> solid(2);
    const std::size_t n = polygon.size();
    const auto corner = [&](std::size_t i, double y) {
        return Vec<3>{{polygon[i % n][0], y, polygon[i % n][1]}};
    };
    for (std::size_t i = 0; i < n; ++i) {
        solid[0].push_back(corner(i, depth.from));
        solid[1].push_back(corner(i, depth.to));
        solid.push_back(
            {corner(i, depth.from), corner(i + 1, depth.from), corner(i + 1, depth.to), corner(i, depth.to)});
    }
    return solid;
}

}  // namespace drystone::masonry

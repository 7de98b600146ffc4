#pragma once

#include <numeric>
#include <vector>

#include "geometry/convex.h"

namespace drystone {

/// Faces as lists of vertices; a polygon is its own and only one.
inline std::vector<std::vector<int>> faces_of(const Convex<2>& shape) {
    std::vector<int> all(static_cast<std::size_t>(shape.size()));
    std::iota(all.begin(), all.end(), 0);
    return {all};
}

inline std::vector<std::vector<int>> faces_of(const Convex<3>& shape) {
    std::vector<std::vector<int>> faces;
    for (int f = 0; f < shape.faces(); ++f)
        faces.emplace_back(shape.face_vertex.begin() + shape.face_start[f],
                           shape.face_vertex.begin() + shape.face_start[f + 1]);
    return faces;
}

}  // namespace drystone

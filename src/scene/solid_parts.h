#pragma once

#include <span>

#include "scene/read_mesh.h"

namespace drystone {

/// Convex shapes that are a solid together: they share faces and no volume. Or why there are none.
template <int D>
struct SolidParts {
    std::vector<Convex<D>> part;
    std::string error{};
    int polygon = -1;  // of the mesh, at which the error shows; -1: at none
};

/// The surfaces of a mesh that hang together.
struct Shells {
    std::vector<int> polygon;    // (polygons) which of them
    std::vector<double> volume;  // (surfaces) what each holds, negative where it faces inwards [m3]
};
Shells shells_of(const SurfaceMesh& mesh);

/// A body has at most so many convex parts; a surface that would need more is refused.
constexpr int most_parts = 1000;

/// The solid that a closed surface bounds, convex or not, as the convex parts that cuts along its own faces make (geometry/decompose.h);
/// parts that are convex together are one again. Their volumes add up to the mesh's, to rounding where its faces are flat.
/// Refused as convex_from_mesh does: what is open, doubled, not oriented alike or crosses itself; and several solids.
SolidParts<3> solid_from_mesh(const SurfaceMesh& mesh, double flatness = mesh_flatness);

/// The same of the polygon with these vertices in order, either way round.
SolidParts<2> solid_from_polygon(std::span<const Vec<2>> vertices, double flatness = default_flatness);

/// One part instead of two whose hull holds no more than they do, until there are no such two.
template <int D>
void join_parts(std::vector<Convex<D>>& parts, double flatness);

}  // namespace drystone

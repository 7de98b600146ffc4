#pragma once

#include <span>
#include <vector>

#include "elastic/mesh.h"

namespace drystone {

/// Quads and hexahedra, or each cut into two triangles or six tetrahedra.
enum class Cells { quads, simplices };

/// A box about the origin.
Mesh<2> divide_box(const Vec<2>& size, std::array<int, 2> divisions, Cells cells = Cells::quads);
Mesh<3> divide_box(const Vec<3>& size, std::array<int, 3> divisions, Cells cells = Cells::quads);

/// A convex quadrilateral, counter-clockwise, mapped bilinearly: divisions along 01 and along 03.
Mesh<2> divide_quadrilateral(const std::array<Vec<2>, 4>& corner, std::array<int, 2> divisions,
                             Cells cells = Cells::quads);
/// A block with eight corners in the order of a hexahedron, mapped trilinearly: divisions along 01, 03 and 04.
Mesh<3> divide_hexahedron(const std::array<Vec<3>, 8>& corner, std::array<int, 3> divisions,
                          Cells cells = Cells::quads);

/// A convex polygon, counter-clockwise: a quad at each corner (corner, middles of its sides, centroid), each halved in both
/// directions `refinements` times.
Mesh<2> divide_polygon(std::span<const Vec<2>> corner, int refinements);
/// A convex polyhedron: faces as lists of vertices. Tetrahedra from its centre over triangles of the faces about their
/// centres, each cut in eight `refinements` times.
Mesh<3> divide_polyhedron(std::span<const Vec<3>> vertex, const std::vector<std::vector<int>>& faces,
                          int refinements);

/// The corners of a convex polyhedron with eight vertices and six faces of four, each vertex in three, in the order of a
/// hexahedron, its base the first face; empty for any other polyhedron.
std::vector<Vec<3>> hexahedron_corners(std::span<const Vec<3>> vertex,
                                       const std::vector<std::vector<int>>& faces);

}  // namespace drystone

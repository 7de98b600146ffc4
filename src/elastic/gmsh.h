#pragma once

#include <string>
#include <string_view>

#include "elastic/mesh.h"

namespace drystone {

/// A mesh from the text of a Gmsh file (.msh, formats 2.2 and 4.1, ASCII), finished: see `finish`. In the plane z must be 0 and
/// triangles and quads of first order count, in space tetrahedra and hexahedra of first order; points, lines and, in space,
/// surface elements are passed over; other elements are refused. `file` names it in errors (InputError, "file:line: what").
template <int D>
Mesh<D> read_gmsh(std::string_view text, const std::string& file);

}  // namespace drystone

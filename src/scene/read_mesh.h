#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/place.h"
#include "geometry/convex.h"

namespace drystone {

/// A surface as a file gives it: points and polygons, corners counter-clockwise seen from outside.
struct SurfaceMesh {
    std::vector<Vec<3>> vertex;             // [m]
    std::vector<std::vector<int>> polygon;  // vertices of each
    std::vector<int> line;                  // (polygons) of the file where each ends; none in files of bytes
};

/// Reads .obj, .stl (text or binary) or .ply (text, binary of either byte order), told by the ending. What is
/// wrong becomes an InputError that begins with file:line, or with `place`, which named the file, where there are no lines. Of a
/// file only polygons and their points are read. The triangles of an STL file repeat their corners; equal ones
/// become one vertex.
SurfaceMesh read_mesh(const std::string& path, const Place& place);

// The same from text; `path` is for messages.
SurfaceMesh read_obj(std::string_view text, const std::string& path);
SurfaceMesh read_stl(std::string_view text, const std::string& path);
SurfaceMesh read_ply(std::string_view text, const std::string& path);

/// Single-precision files give flat faces to about this fraction of the size.
constexpr double mesh_flatness = 1e-6;

/// A shape, or why there is none and at which polygon that shows (-1: at none).
struct MeshedConvex {
    std::optional<Convex<3>> convex;
    std::string error;
    int polygon = -1;
};

/// The convex shape a closed surface bounds, triangles in one plane made one face. Refused with a reason: a
/// surface that is open, doubled, not oriented alike, bends inwards or crosses itself. It may face inwards as a whole.
MeshedConvex convex_from_mesh(const SurfaceMesh& mesh, double flatness = mesh_flatness);

/// The convex shape in a file that a scene names at `place`; what is wrong is refused as read_mesh does.
Convex<3> read_convex_mesh(const std::string& path, const Place& place);

}  // namespace drystone

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/convex.h"

namespace drystone {

/// A surface as a file gives it: points and polygons, corners counter-clockwise seen from outside.
struct SurfaceMesh {
    std::vector<Vec<3>> vertex;             // [m]
    std::vector<std::vector<int>> polygon;  // vertices of each
};

/// Reads .obj, .stl (text or binary) or .ply (text, binary of either byte order), told by the ending. What is
/// wrong becomes an InputError that begins with file:line, or with the file where there are no lines. Of a
/// file only points and polygons are read. The triangles of an STL file repeat their corners; equal ones
/// become one vertex.
SurfaceMesh read_mesh(const std::string& path);

// The same from text; `path` is for messages.
SurfaceMesh read_obj(std::string_view text, const std::string& path);
SurfaceMesh read_stl(std::string_view text, const std::string& path);
SurfaceMesh read_ply(std::string_view text, const std::string& path);

/// Single-precision files give flat faces to about this fraction of the size.
constexpr double mesh_flatness = 1e-6;

/// The convex shape a closed surface bounds, triangles in one plane made one face. Refused with a reason: a
/// surface that is open, not oriented alike, or bends inwards. It may face inwards as a whole.
ConvexResult<3> convex_from_mesh(const SurfaceMesh& mesh, double flatness = mesh_flatness);

}  // namespace drystone

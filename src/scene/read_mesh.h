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
    std::vector<int> group;                 // (polygons) index into group_name; none: the file names no groups
    std::vector<std::string> group_name;
};

/// One surface of a file that holds several.
struct NamedMesh {
    std::string name;   // of its group; empty: it has none
    std::string layer;  // of a drawing; of other files the name
    SurfaceMesh mesh;
};

/// Points that no polygon has are no part of the surface.
void drop_loose_points(SurfaceMesh& mesh);

/// A surface for each group (`o` and `g` of OBJ, `solid` of STL) and, in a group, for each that hangs together: those are called name.0,
/// name.1, .. in the order of the file. A group with a hollow stays whole.
std::vector<NamedMesh> split_mesh(const SurfaceMesh& mesh);

/// Reads .obj, .stl (text or binary) or .ply (text, binary of either byte order), told by the ending. What is
/// wrong becomes an InputError that begins with file:line, or with `place`, which named the file, where there are no lines. Of a
/// file only polygons, their points and the names of groups are read. The triangles of an STL file repeat their corners; equal ones
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
    bool closed = false;  // of a surface with an error: it bounds something, but nothing convex
};

/// The convex shape a closed surface bounds, triangles in one plane made one face. Refused with a reason: a
/// surface that is open, doubled, not oriented alike, bends inwards or crosses itself. It may face inwards as a whole.
MeshedConvex convex_from_mesh(const SurfaceMesh& mesh, double flatness = mesh_flatness);

/// The convex parts of the solid that a mesh bounds; without `decompose` only what is convex as a whole. What is wrong is refused at
/// the line of `path`, or at `place`, which named it.
std::vector<Convex<3>> parts_of(const SurfaceMesh& mesh, const std::string& path, const Place& place, bool decompose);

/// The same of a file that a scene names at `place`.
std::vector<Convex<3>> read_solid_mesh(const std::string& path, const Place& place, bool decompose);

}  // namespace drystone

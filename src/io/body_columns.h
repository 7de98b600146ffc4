#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hdf5/shape.h"

namespace drystone {

/// The tables of bodies in frames.h5, as flat arrays for any dimension D; docs/results.md says what each means. The frame of a body
/// has its origin at the centre of mass. Lists of lists: where the list of number k begins is entry k of a list that is one longer.
struct BodyColumns {
    std::vector<std::string> name, group;   // (bodies)
    std::vector<std::int32_t> id;           // (bodies)  none where only the reader of frames asked
    std::vector<std::int32_t> material;     // (bodies)
    std::vector<double> mass, volume;       // (bodies)
    std::vector<std::uint8_t> fixed, wall;  // (bodies)
    std::vector<double> inertia, shape_origin, shape_orientation;  // (bodies, ..)  as id
    std::vector<double> first_position,
        first_orientation;  // (bodies, ..)  in the first frame that had it; only where bodies come and go

    std::vector<std::int32_t> part_body;   // (parts)
    std::vector<std::uint8_t> part_kind;   // (parts)  0 ball, 1 plane, 2 drum, 3 solid, 4 surface of a mesh
    std::vector<double> part_radius;       // (parts)
    std::vector<double> part_length;       // (parts)  drums
    std::vector<double> part_centre;       // (parts, D)  in the body's frame
    std::vector<double> part_axis;         // (parts, D)  of planes and drums, in the body's frame
    std::vector<std::int32_t> part_solid;  // (parts)  index of a solid, or -1

    std::vector<std::int32_t> solid_shape;  // (solids)
    std::vector<double> solid_origin;       // (solids, D)     of the shape's frame in the body's
    std::vector<double> solid_turn;         // (solids, D, D)  rows; shape's frame -> body's

    std::vector<std::int32_t> vertex_start;  // (shapes + 1)  into vertex
    std::vector<double> vertex;              // (vertices, D)
    std::vector<std::int32_t> face_start;    // (shapes + 1)  into corner_start
    std::vector<std::int32_t> corner_start;  // (faces + 1)   into corner
    std::vector<std::int32_t>
        corner;  // vertices of the face, counted from the shape's first, counter-clockwise from outside

    int bodies() const { return static_cast<int>(mass.size()); }
    int parts() const { return static_cast<int>(part_body.size()); }
};

/// How many rows the tables have.
enum class RowsOf { bodies, parts, solids, shapes, vertices, faces, corners };
using TableSizes = std::array<std::int64_t, 7>;  // by RowsOf

inline std::int64_t& size_of(TableSizes& sizes, RowsOf which) {
    return sizes[static_cast<std::size_t>(which)];
}
inline std::int64_t size_of(const TableSizes& sizes, RowsOf which) {
    return sizes[static_cast<std::size_t>(which)];
}

/// A column of numbers: its place in the file, and its list in BodyColumns.
template <class T>
struct TableColumn {
    const char* group;
    const char* name;
    std::vector<T> BodyColumns::*list;
    RowsOf of;
    hdf5::Shape entry = {};   // of a row
    std::int64_t before = 0;  // 1: of starts, which are one more and begin with 0
};

/// visit(column) for every column of numbers.
template <class Visit>
void for_columns(int D, const Visit& visit) {
    using Bytes = TableColumn<std::uint8_t>;
    using Whole = TableColumn<std::int32_t>;
    using Real = TableColumn<double>;
    const hdf5::Shape vector{D}, matrix{D, D};
    visit(Whole{"bodies", "id", &BodyColumns::id, RowsOf::bodies});
    visit(Whole{"bodies", "material", &BodyColumns::material, RowsOf::bodies});
    visit(Real{"bodies", "mass", &BodyColumns::mass, RowsOf::bodies});
    visit(Real{"bodies", "volume", &BodyColumns::volume, RowsOf::bodies});
    visit(Bytes{"bodies", "fixed", &BodyColumns::fixed, RowsOf::bodies});
    visit(Bytes{"bodies", "wall", &BodyColumns::wall, RowsOf::bodies});
    visit(Real{"bodies", "inertia", &BodyColumns::inertia, RowsOf::bodies, {D == 2 ? 1 : 3}});
    visit(Real{"bodies", "shape_origin", &BodyColumns::shape_origin, RowsOf::bodies, vector});
    visit(Real{"bodies", "shape_orientation", &BodyColumns::shape_orientation, RowsOf::bodies,
               D == 2 ? hdf5::Shape{} : hdf5::Shape{4}});
    visit(Real{"bodies", "first_position", &BodyColumns::first_position, RowsOf::bodies, vector});
    visit(Real{"bodies", "first_orientation", &BodyColumns::first_orientation, RowsOf::bodies,
               D == 2 ? hdf5::Shape{} : hdf5::Shape{4}});
    visit(Whole{"parts", "body", &BodyColumns::part_body, RowsOf::parts});
    visit(Bytes{"parts", "kind", &BodyColumns::part_kind, RowsOf::parts});
    visit(Real{"parts", "radius", &BodyColumns::part_radius, RowsOf::parts});
    visit(Real{"parts", "length", &BodyColumns::part_length, RowsOf::parts});
    visit(Real{"parts", "centre", &BodyColumns::part_centre, RowsOf::parts, vector});
    visit(Real{"parts", "axis", &BodyColumns::part_axis, RowsOf::parts, vector});
    visit(Whole{"parts", "solid", &BodyColumns::part_solid, RowsOf::parts});
    visit(Whole{"solids", "shape", &BodyColumns::solid_shape, RowsOf::solids});
    visit(Real{"solids", "origin", &BodyColumns::solid_origin, RowsOf::solids, vector});
    visit(Real{"solids", "turn", &BodyColumns::solid_turn, RowsOf::solids, matrix});
    visit(Whole{"shapes", "vertex_start", &BodyColumns::vertex_start, RowsOf::shapes, {}, 1});
    visit(Real{"shapes", "vertex", &BodyColumns::vertex, RowsOf::vertices, vector});
    visit(Whole{"shapes", "face_start", &BodyColumns::face_start, RowsOf::shapes, {}, 1});
    visit(Whole{"shapes", "corner_start", &BodyColumns::corner_start, RowsOf::faces, {}, 1});
    visit(Whole{"shapes", "corner", &BodyColumns::corner, RowsOf::corners});
}

}  // namespace drystone

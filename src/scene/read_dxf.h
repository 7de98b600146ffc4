#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// What a drawing has of one block, or of a face of one.
struct DxfEntity {
    std::string layer;
    int line = 0;                 // of the file where it begins
    std::vector<Vec<3>> point{};  // [m]
    std::vector<std::vector<int>> face{};  // of points: a 3DFACE has one, a polyface mesh several
    double thickness = 0.0;  // of a polyline: how far it is drawn out along z [m]
    std::string trouble{};   // why it is no block; empty: it is one
};

/// The blocks of a DXF file in text form: 3DFACE, POLYLINE and LWPOLYLINE of its section ENTITIES. Lines, texts, dimensions and the like are
/// passed over; what may hold a block that is not read (INSERT, 3DSOLID, open polylines, arcs in them) comes back with its trouble, for a
/// layer may be one that nobody wants. Arcs become chords of at most `arc_deg` degrees; 0: they are such trouble. What is no DXF file becomes an InputError that begins with file:line.
std::vector<DxfEntity> read_dxf(std::string_view text, const std::string& path, double arc_deg = 0.0);

}  // namespace drystone

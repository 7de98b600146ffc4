#pragma once

#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace drystone {

enum class PartKind : std::uint8_t { ball, plane, drum };

/// The primitives of all bodies in one flat table: what detection works on. Part indices are given in the
/// order of the bodies and, in a body, of its geometry; they never change, so they name contacts.
template <int D>
struct Parts {
    // Constant                            shape     meaning
    std::vector<int> body;             // (parts)   owner
    std::vector<PartKind> kind;        // (parts)
    std::vector<char> movable;         // (parts)   1 if contact impulses can move the owner
    std::vector<double> radius;        // (parts)   ball or drum [m]; 0 for planes
    std::vector<double> length;        // (parts)   drums in 3D [m], may be infinite; else 0
    std::vector<Vec<D>> local_centre;  // (parts)   in the body's frame, from the centre of mass [m]
    std::vector<Vec<D>> local_axis;    // (parts)   plane normal or drum axis in the body's frame; else 0

    // Written by place_parts() whenever bodies have moved
    std::vector<Vec<D>> centre;  // (parts)   world [m]
    std::vector<Vec<D>> axis;    // (parts)   world, unit for planes and 3D drums

    int size() const { return static_cast<int>(body.size()); }
};

}  // namespace drystone

#pragma once

#include <cstddef>
#include <vector>

#include "core/on_device.h"
#include "core/vec.h"
#include "geometry/convex.h"

namespace drystone {

/// What a row of scratch is for: a memory that cannot grow makes it as long as that may need.
enum class Room {
    features,   // vertices, faces, edges or edge directions of one shape
    products,   // edge directions of one shape times faces of the other
    crossings,  // edge directions of one times edges of the other
    corners,    // of the overlap of two faces
};

/// Where the narrow phase of polygons and polyhedra has its shapes and scratch: its functions are written once, with a kit as parameter. This is the
/// processor's; one whose rows are of a fixed length, for a thread of a GPU, is in device/fixed_kit.h.
struct OnHeap {
    template <int D>
    using Shape = Convex<D>;
    template <class T, Room>
    using Row = std::vector<T>;
};

}  // namespace drystone

#pragma once

#include "core/vec.h"

namespace drystone {

/// A disk or sphere at its place: of a clump in the clump's frame, of a packing in the world's.
template <int D>
struct PlacedBall {
    Vec<D> centre{};      // [m]
    double radius = 0.0;  // [m]
};

}  // namespace drystone

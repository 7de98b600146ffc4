#pragma once

#include "core/vec.h"

namespace drystone {

/// What a pair of shapes says of one point where they touch or nearly touch: the geometry of a ContactPoint.
template <int D>
struct Touch {
    double gap = 0.0;  // [m], < 0: overlapping
    Vec<D> normal{};   // unit, from the shape named first to the shape named second
    Vec<D> point{};    // the one point that serves both [m]
};

}  // namespace drystone

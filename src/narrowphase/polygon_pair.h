#pragma once

#include "narrowphase/kit.h"

namespace drystone {

/// B in the frame of A; what edges leave.
template <class Kit>
struct PolygonScratchOf {
    template <class T>
    using Row = typename Kit::template Row<T, Room::features>;

    Row<Vec<2>> vertex, normal;              // (vertices of b)
    Row<double> offset;                      // (vertices of b) [m]
    Row<double> separation_a, separation_b;  // (edges), -inf: too small to matter [m]
};
using PolygonScratch = PolygonScratchOf<OnHeap>;

}  // namespace drystone

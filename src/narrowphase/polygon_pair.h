#pragma once

#include <vector>

#include "core/vec.h"

namespace drystone {

/// B in the frame of A; what edges leave.
struct PolygonScratch {
    std::vector<Vec<2>> vertex, normal;              // (vertices of b)
    std::vector<double> offset;                      // (vertices of b) [m]
    std::vector<double> separation_a, separation_b;  // (edges), -inf: too small to matter [m]
};

}  // namespace drystone

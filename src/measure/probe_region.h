#pragma once

#include <variant>
#include <vector>

#include "geometry/region.h"

namespace drystone {

/// Where a probe of a region looks: fixed in space, or moving with a body as if it were a part of it.
struct ProbeRegion {
    std::variant<Region<2>, Region<3>> shape;  // at time 0
    int with = -1;                             // id of the body that it moves with
};

/// A plane that a probe cuts the world with.
struct ProbeCut {
    std::vector<double> point, normal;  // (D) [m]; unit
};

}  // namespace drystone

#pragma once

#include <vector>

#include "core/vec.h"

namespace drystone {

/// Degrees of freedom of one deformable body, or of all of them one after the other: what a state has of them.
template <int D>
struct Dofs {
    std::vector<Vec<D>> place;     // [m]
    std::vector<Vec<D>> velocity;  // [m/s]
};

}  // namespace drystone

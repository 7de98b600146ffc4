#pragma once

#include "scene/draft.h"

namespace drystone {

/// gravity of [scene]: a vector, or a table with the vector and how it changes; zero where it is not given.
template <int D>
void read_gravity(const Node& document, Draft<D>& draft);

}  // namespace drystone

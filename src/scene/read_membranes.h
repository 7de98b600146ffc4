#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[membranes]]: foils round grains with a pressure outside.
template <int D>
void read_membranes(const Node& document, Draft<D>& draft);

}  // namespace drystone

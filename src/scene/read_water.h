#pragma once

#include "scene/draft.h"

namespace drystone {

/// [water], if there is one; bodies and gravity must have been read.
template <int D>
void read_water(const Node& document, Draft<D>& draft);

}  // namespace drystone

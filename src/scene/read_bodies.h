#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[bodies]]
template <int D>
void read_bodies(const Node& document, Draft<D>& draft);

}  // namespace drystone

#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[drives]]: motions, holds and loads of bodies.
template <int D>
void read_drives(const Node& document, Draft<D>& draft);

}  // namespace drystone

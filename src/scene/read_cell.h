#pragma once

#include "scene/draft.h"
#include "scene/node.h"

namespace drystone {

/// [cell]
template <int D>
void read_cell(const Node& document, Draft<D>& draft);

}  // namespace drystone

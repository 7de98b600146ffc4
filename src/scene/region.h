#pragma once

#include "geometry/region.h"
#include "scene/node.h"

namespace drystone {

/// `inside = { type = .. }`; `what`: the key, for messages.
template <int D>
Region<D> read_region(const Node& node, const char* what = "inside");

}  // namespace drystone

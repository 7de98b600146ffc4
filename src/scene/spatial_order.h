#pragma once

#include <cstdint>
#include <vector>

#include "scene/region.h"

namespace drystone {

/// The order in which to store points so that neighbours in space are mostly neighbours in memory: along a
/// Morton curve over cells of the given size. Points in one cell keep their order.
template <int D>
std::vector<int> spatial_order(const std::vector<Vec<D>>& points, const BoxRegion<D>& box, double cell);

}  // namespace drystone

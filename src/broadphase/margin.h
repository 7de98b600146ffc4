#pragma once

#include <algorithm>

#include "core/on_device.h"

namespace drystone {

// 0.1 to 0.2 measured about equal, see README.md.
constexpr double neighbour_spare = 0.15;      // motion a ball is given before the list is rebuilt, over its radius [-]
constexpr double neighbour_closeness = 1e-6;  // of the radius: covers rounding and what counts as touching

/// m of a part that detection looks `reach` ahead of (neighbours.h).
DRYSTONE_ON_DEVICE inline double choose_margin(double radius, double reach) {
    return reach + std::max(neighbour_spare * radius, std::min(reach, radius));
}

/// How far it may then move before the list is made anew; negative: not at all.
DRYSTONE_ON_DEVICE inline double may_move(double margin, double radius, double reach) {
    return margin - reach - neighbour_closeness * radius;
}

}  // namespace drystone

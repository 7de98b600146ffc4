#pragma once

#include <vector>

#include "step/world.h"

namespace drystone {

/// Two bodies that overlap.
struct BodyOverlap {
    int a = 0, b = 0;    // bodies, a < b
    double depth = 0.0;  // of their deepest point [m]
    double share = 0.0;  // depth / size of the smaller body [-]
};

/// Overlaps up to this share of the smaller part are what typing and rounding leave: nobody is told of them, and
/// nothing moves because of them. [-]
constexpr double overlap_noise = 1e-5;

/// All pairs of bodies that overlap where they stand, largest share first. A body is as large as the largest ball within one
/// of its parts; planes and drums are without end. Two bodies that cannot move do not count.
template <int D>
std::vector<BodyOverlap> find_overlaps(const World<D>& world);

}  // namespace drystone

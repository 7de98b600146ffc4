#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// Drums on top of each other. The axis is x = 0 (x = y = 0 in space), the foot of the lowest drum at height
/// 0. At part s = z / height of the shaft
///
///     r(s) = radius + (top_radius - radius) s + 4 entasis s (1 - s)
///
/// A drum is straight between its beds: a trapezium in the plane, the frustum of a regular polygon in space
/// with corners on the circles and a flat side towards +x.
struct ColumnParameters {
    int drums = 0;                     // with height; or drum_heights
    double height = 0.0;               // of the shaft [m]
    std::vector<double> drum_heights;  // from below [m]
    double radius = 0.0;               // at the foot [m]
    double top_radius = 0.0;           // [m]; 0: as the foot
    double entasis = 0.0;              // by which the shaft swells at half its height [m]
    int sides = 16;                    // of a drum; 3D
    Vec<2> capital{};                  // width and height of a square block on top [m]; 0: none
    Vec<2> base{};                     // of a fixed square block below [m]; 0: none
};

/// Parts: "base", "drum.k" from 0 below, "capital".
template <int D>
std::vector<Block<D>> column(const ColumnParameters& parameters);

}  // namespace drystone::masonry

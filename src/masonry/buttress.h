#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// A mass of level courses that leans on whatever is at x < 0: its back is upright at x = 0, its outer side comes in from
/// `foot` below to `top`, along a slope or in set-offs. Height 0 is its foot; in space its depth is centred on y = 0.
struct ButtressParameters {
    double height = 0.0;  // [m]
    double foot = 0.0;    // length along x below [m]
    double top = 0.0;     // and above [m]; at most foot
    int courses = 0;
    int steps = 0;       // set-offs: so many lengths from foot to top, at equal heights; 0: a slope
    double block = 0.0;  // length of a stone, about [m]
    double depth = 0.0;  // [m]; 3D
    double base = 0.0;   // height of a fixed slab below [m]; 0: none
};

/// Parts: "course.stone" from below and from the back; "base".
template <int D>
std::vector<Block<D>> buttress(const ButtressParameters& parameters);

}  // namespace drystone::masonry

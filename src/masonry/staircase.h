#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

enum class StairForm { straight, spiral };

/// Stone treads built into a wall at one end, each on the one below; space only.
///
/// Straight: treads go up along +x, `width` long along y from 0; their ends beyond it are held by fixed stones above and below.
/// Spiral: treads go round the z axis from azimuth 0, anticlockwise; each has its drum of the newel, a regular polygon of `per_turn`
/// sides, in one piece with it: a stone that is not convex. Their outer ends lie on fixed stones.
struct StaircaseParameters {
    StairForm form = StairForm::straight;
    int treads = 0;
    double rise = 0.0;     // height of a tread [m]
    double width = 0.0;    // of the stair: length of a tread from wall or newel to the other side [m]
    double overlap = 0.0;  // by which a tread lies on the one below, along x [m]; spiral: at its outer end
    double bearing = 0.0;  // of a tread in the wall [m]
    double going = 0.0;    // straight: depth of a tread without the overlap [m]
    double newel = 0.0;    // spiral: radius of the newel to its corners [m]
    int per_turn = 0;      // spiral: treads in a turn
};

/// Parts: "tread.k" from below; "wall.k" below the end of tread k, straight also "wall.k.above"; "foot" or "newel.base" below the first. All but
/// the treads are fixed.
std::vector<Block<3>> staircase(const StaircaseParameters& parameters);

}  // namespace drystone::masonry

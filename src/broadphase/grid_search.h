#pragma once

#include <vector>

#include "broadphase/ball_grids.h"
#include "geometry/part_pair.h"

namespace drystone {

/// A stretch of BallGrids::ball within one level: the unit of work of the search.
struct GridStretch {
    std::size_t level = 0;
    std::size_t begin = 0, end = 0;
};

/// Cuts the levels into stretches of at most `longest` balls.
template <int D>
void cut_into_stretches(const BallGrids<D>& grids, std::size_t longest, std::vector<GridStretch>& stretches);

/// Appends each pair of swollen balls |c_a - c_b| <= R_a + R_b once, over all stretches: partners of the same
/// level lie in the forward half of the 3^D cells around; of two levels, the one that has to open fewer rows
/// of cells looks into the other. Only pairs that may be in contact: different bodies, one movable.
template <int D>
void find_ball_pairs(const BallGrids<D>& grids, const GridStretch& stretch, std::vector<PartPair>& found);

}  // namespace drystone

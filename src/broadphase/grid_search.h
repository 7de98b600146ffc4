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

/// Appends the numbers in BallGrids::ball of all swollen balls that meet `ball`, which need not be among them.
template <int D>
void find_meeting(const BallGrids<D>& grids, const GridBall<D>& ball, std::vector<int>& found);

/// Whether two swollen balls meet, and whether they are of different bodies, one of them movable.
template <int D>
bool balls_meet(const GridBall<D>& p, const GridBall<D>& q) {
    const Vec<D> apart = q.centre - p.centre;
    const double sum = p.radius + q.radius;
    return dot(apart, apart) <= sum * sum;
}
template <int D>
bool may_pair(const GridBall<D>& p, const GridBall<D>& q) {
    return p.owner != q.owner && (p.owner >= 0 || q.owner >= 0);
}

}  // namespace drystone

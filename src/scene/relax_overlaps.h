#pragma once

#include "scene/ball_levels.h"
#include "scene/pack_balls.h"

namespace drystone {

/// Balls while they are packed: those to place, then the obstacles among which they are placed.
template <int D>
struct Crush {
    std::vector<Vec<D>> x;    // (balls)  centres [m]
    std::vector<double> r;    // (balls)  radii [m]
    std::size_t movable = 0;  // balls before this one can be moved
};

/// Moves balls apart until none overlaps: sweeps over the pairs that are near, each overlapping pair moved
/// apart along its line of centres, the smaller ball more, as if the radii were a few percent larger, so
/// that a finite number of sweeps ends clear of contact. Returns false if that gets stuck: the balls are
/// jammed.
template <int D>
bool relax_overlaps(const PackingSpace<D>& space, BallLevels<D>& levels, Crush<D>& crush);

/// Whether no ball touches another, a wall or the border of the region.
template <int D>
bool all_clear(const PackingSpace<D>& space, BallLevels<D>& levels, const Crush<D>& crush);

}  // namespace drystone

#pragma once

#include <vector>

#include "scene/generate.h"

namespace drystone {

/// A plane or the inside of a drum, in the world's frame, that generated balls must keep clear of.
template <int D>
struct PackingWall {
    bool is_drum = false;
    Vec<D> point{};  // of the plane; centre of the drum [m]
    Vec<D> axis{};   // unit normal of the plane; axis of a drum in 3D, zero in 2D
    double radius = 0.0;
    double half_length = 0.0;  // may be infinite

    /// Whether a ball of radius r at x is clear of the wall.
    bool clears(const Vec<D>& x, double r) const;
    /// x, moved to the nearest place where it is clear (up to rounding).
    Vec<D> pushed(const Vec<D>& x, double r) const;
};

/// Everything in the draft that stands in the way of a packing.
template <int D>
struct Obstacles {
    std::vector<PackingWall<D>> walls;
    std::vector<PlacedBall<D>> balls;
};
template <int D>
Obstacles<D> obstacles_of(const WorldDescription<D>& world);

}  // namespace drystone

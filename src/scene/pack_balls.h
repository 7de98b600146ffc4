#pragma once

#include "scene/region.h"
#include "scene/walls.h"

namespace drystone {

/// What a packing has to fit in.
template <int D>
struct PackingSpace {
    Region<D> region;
    Obstacles<D> obstacles;

    bool clears_walls(const Vec<D>& x, double r) const;     // inside the region, clear of planes and drums
    Vec<D> pushed_inside(const Vec<D>& x, double r) const;  // moved there, up to rounding
};

/// Gives balls of given radii centres at random, so that they touch neither each other nor the obstacles,
/// and puts them in spatial order. Returns false if they found no room.
///
/// 1. Large balls first, each takes the first of a few random places where it is clear, else the least bad.
///    (Random sequential addition alone ends near a solid fraction of 0.54 in the plane and 0.38 in space.)
/// 2. What overlaps is pushed apart, see relax_overlaps(). Together they reach about 0.80 and 0.60.
template <int D>
bool pack_balls(const PackingSpace<D>& space, Random& random, std::vector<PlacedBall<D>>& balls);

/// Solid fraction that pack_balls() can be trusted to reach in a region many balls wide.
template <int D>
constexpr double trusted_fraction = D == 2 ? 0.75 : 0.55;

/// Volume of the region that obstacles leave free, within about one percent.
template <int D>
double free_volume(const PackingSpace<D>& space, Random& random);

}  // namespace drystone

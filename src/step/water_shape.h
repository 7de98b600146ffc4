#pragma once

#include "step/world.h"

namespace drystone {

// What water sees of a body: the one place to extend for a new shape. Reference point: the body's centre of mass.

/// Volume of part p [m3] (2D: m2); 0 for planes and drums.
template <int D>
double part_volume(const Parts<D>& parts, int p);

/// Its centroid in the body's frame [m].
template <int D>
Vec<D> part_centroid(const Parts<D>& parts, int p);

/// The body below the surface. Exact for one ball and for balls that do not overlap; where they do, each ball's share is
/// scaled so that the whole body under water is exact.
template <int D>
Submerged<D> submerged_part(const World<D>& world, const WetBody<D>& wet, const WaterSurface<D>& surface);

/// The body's side that water coming along `direction` (unit) meets: its balls added up, none in the lee of another.
template <int D>
WetSide<D> wet_side(const World<D>& world, const WetBody<D>& wet, const Vec<D>& direction,
                    const WaterSurface<D>& surface);

/// The faces of a part that has any: of convex solids and of meshes, as they stand.
template <int D>
int faces(const Parts<D>& parts, int p);

/// Its corners, counter-clockwise seen from outside, and its normal.
template <int D>
struct Face {
    std::vector<Vec<D>> corner;
    Vec<D> normal{};

    Vec<D> middle() const;  // of the corners
};

template <int D>
Face<D> face_of(const Parts<D>& parts, int p, int f);

/// What a face shows of itself to the water before it.
template <int D>
WetSide<D> wet_side(const Face<D>& face, const Vec<D>& reference, const WaterSurface<D>& surface);

}  // namespace drystone

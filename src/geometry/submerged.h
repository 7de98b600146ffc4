#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// Water fills dot(up, x) <= level.
template <int D>
struct WaterSurface {
    Vec<D> up{};         // unit
    double level = 0.0;  // [m]

    double depth(const Vec<D>& x) const { return level - dot(up, x); }
};

/// The part of a solid below the surface.
template <int D>
struct Submerged {
    double volume = 0.0;  // [m3] (2D: m2)
    Vec<D> moment{};      // volume times (its centre - the reference point) [m4] (2D: m3)
};

/// What a solid shows of itself below the surface, seen along a horizontal direction.
template <int D>
struct WetSide {
    double area = 0.0;  // projected [m2] (2D: m)
    double load = 0.0;  // integral of the depth over it [m3] (2D: m2)
    Vec<D> moment{};    // integral of depth times (x - the reference point)
};

// Balls, in closed form; the reference point is their centre.

template <int D>
Submerged<D> submerged_ball(const Vec<D>& centre, double radius, const WaterSurface<D>& surface);

/// The same from every horizontal direction.
template <int D>
WetSide<D> wet_side_of_ball(const Vec<D>& centre, double radius, const WaterSurface<D>& surface);

// Convex polygons and polyhedra, exact. Places and the reference point in world axes.

/// Vertices counter-clockwise.
Submerged<2> submerged_polygon(std::span<const Vec<2>> vertices, const Vec<2>& reference,
                               const WaterSurface<2>& surface);
WetSide<2> wet_side_of_polygon(std::span<const Vec<2>> vertices, const Vec<2>& reference,
                               const Vec<2>& direction, const WaterSurface<2>& surface);

/// Faces: vertex numbers, counter-clockwise seen from outside.
Submerged<3> submerged_polyhedron(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                                  const Vec<3>& reference, const WaterSurface<3>& surface);
WetSide<3> wet_side_of_polyhedron(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                                  const Vec<3>& reference, const Vec<3>& direction,
                                  const WaterSurface<3>& surface);

}  // namespace drystone

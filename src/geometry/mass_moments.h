#pragma once

#include <span>

#include "geometry/moments.h"
#include "geometry/placed_ball.h"

namespace drystone {

template <int D>
double distance(const PlacedBall<D>& a, const PlacedBall<D>& b) {
    return norm(b.centre - a.centre);
}

/// Whether the surfaces of two balls cross: neither apart nor one inside the other. Touching is not crossing.
template <int D>
bool surfaces_cross(const PlacedBall<D>& a, const PlacedBall<D>& b) {
    const double d = distance(a, b);
    return d < a.radius + b.radius && a.radius < d + b.radius && b.radius < d + a.radius;
}

/// Of the union of balls that overlap; no ball may lie inside another one. 2D: mass_arcs.cpp, closed form.
/// 3D: mass_spheres.cpp, quadrature. The origin should be near the balls: errors grow as its distance squared.
Moments<2> union_moments(std::span<const PlacedBall<2>> disks);
Moments<3> union_moments(std::span<const PlacedBall<3>> spheres);

}  // namespace drystone

#pragma once

#include "geometry/common_volume.h"

namespace drystone {

// What a ball or a convex polyhedron has in common with a cylinder: the integral along the axis of what sections have in common, which is
// known in closed form (geometry/common_volume.h). Between the heights where a section gains or loses a corner, or a circle or side touches the
// cylinder's circle, the integrand is analytic, and a quadrature by tanh-sinh nodes (Takahasi and Mori) has all digits but the last few.

double common_volume(const BallRegion<3>& ball, const CylinderRegion& cylinder);
double common_volume(const Polyhedron& convex, const CylinderRegion& cylinder);

}  // namespace drystone

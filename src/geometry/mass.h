#pragma once

#include "core/mat.h"
#include "geometry/shape.h"

namespace drystone {

/// Mass properties of a body's geometry at uniform density.
template <int D>
struct MassProperties {
    double mass = 0.0;           // [kg] (2D: kg per metre of depth)
    Vec<D> centre{};             // centre of mass in the shape's frame [m]
    Mat<spin_dim<D>> inertia{};  // about the centre, along the axes of the shape's frame [kg m2]
};

/// Of the union of the balls, where matter counts once where they overlap, and of the convex parts, each for itself: where
/// these overlap each other or a ball, matter counts twice. Planes and drums have no mass; a geometry made of them alone has
/// mass 0.
template <int D>
MassProperties<D> mass_properties(const Geometry<D>& geometry, double density);

}  // namespace drystone

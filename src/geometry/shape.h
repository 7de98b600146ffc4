#pragma once

#include <limits>
#include <memory>
#include <variant>
#include <vector>

#include "core/rotation.h"

namespace drystone {

/// A disk (2D) or sphere (3D) about the origin of its frame.
template <int D>
struct Ball {
    double radius = 0.0;  // [m]
};

/// The half-space below the plane through the origin of its frame.
template <int D>
struct Plane {
    Vec<D> normal{};  // unit, points out of the solid
};

/// The solid outside a hollow cylinder: inside a circle (2D) or inside a cylinder along local z (3D), closed
/// by flat ends at +-length/2 where the length is finite.
template <int D>
struct Drum {
    double radius = 0.0;                                      // of the hollow [m]
    double length = std::numeric_limits<double>::infinity();  // [m], 3D only
};

template <int D>
struct Convex;

/// A convex polygon or polyhedron (geometry/convex.h). Bodies of one shape share it.
template <int D>
struct Solid {
    std::shared_ptr<const Convex<D>> convex;
};

template <int D>
struct Curved;

/// Any other convex shape, given by its support function (geometry/curved.h): cylinders, ellipsoids, rounded blocks. Shared likewise.
template <int D>
struct CurvedSolid {
    std::shared_ptr<const Curved<D>> curved;
};

template <int D>
using Shape = std::variant<Ball<D>, Plane<D>, Drum<D>, Solid<D>, CurvedSolid<D>>;

/// One primitive placed in a body's frame. A body's geometry is a list of these; a clump is several.
template <int D>
struct PlacedShape {
    Shape<D> shape;
    Vec<D> position{};  // [m], in the frame of the body's shape
    Rotation<D> rotation{};
};

template <int D>
using Geometry = std::vector<PlacedShape<D>>;

}  // namespace drystone

#pragma once

#include <memory>
#include <variant>

#include "geometry/ellipsoid.h"
#include "geometry/frustum.h"
#include "geometry/hull.h"
#include "geometry/segment.h"
#include "geometry/superquadric.h"

namespace drystone {

/// A point: the core of a ball that meets a curved shape. It is never a shape of its own.
template <int D>
struct Dot {
    Vec<D> support(const Vec<D>&) const { return {}; }
    int bits() const { return 1; }
    int point_name(int bit) const { return bit; }
    int bit_at(const Vec<D>&) const { return 0; }
    Vec<D> support(const Vec<D>&, int) const { return {}; }
    Mat<D> radii(const Vec<D>&) const { return {}; }
    bool face(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
    bool line(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
};

/// The cores that shapes may have (core_feature.h says what a core can be asked). A new one: its file, its line here.
///
///     cylinder, cone    Frustum           capsule                                   Segment
///     ellipsoid         Ellipsoid         superquadric                              Superquadric
///     rounded box, polygon, polyhedron    Hull
template <int D>
struct Cores;
template <>
struct Cores<2> {
    using Any = std::variant<Dot<2>, Hull<2>, Segment<2>, Ellipsoid<2>, Superquadric<2>>;
};
template <>
struct Cores<3> {
    using Any = std::variant<Dot<3>, Hull<3>, Segment<3>, Frustum, Ellipsoid<3>, Superquadric<3>>;
};
template <int D>
using Core = typename Cores<D>::Any;

/// A convex shape by its support function: all points within `rounding` of a core, h(d) = h_core(d) + rounding |d|. Made by
/// make_curved() and never changed, like a Convex; bodies of one shape share it. Everything is in the shape's own frame.
template <int D>
struct Curved {
    Core<D> core;
    double rounding = 0.0;                  // [m]
    std::shared_ptr<const Convex<D>> hull;  // what a Hull looks at, else none
    Vec<D> middle{};                        // an inner point [m]
    double radius = 0.0;                    // of the ball about the middle that holds it [m]
    double inner_radius = 0.0;              // of the ball about the middle inside it [m]
    Moments<D> moments;                     // about the origin
    Skin<D> skin;                           // to be drawn
};

/// `hull`: of a Hull, what it looks at.
template <int D>
Curved<D> make_curved(const Core<D>& core, double rounding, std::shared_ptr<const Convex<D>> hull = {});

/// All within `rounding` of a polygon or polyhedron.
template <int D>
Curved<D> make_rounded(std::shared_ptr<const Convex<D>> hull, double rounding);

template <int D>
MassProperties<D> mass_properties(const Curved<D>& curved, double density);

/// Smallest radius of curvature of the surface with the unit normal d: infinite of a flat face, that across it of a straight side,
/// the rounding at an edge or corner [m].
template <int D>
double least_radius(const Curved<D>& curved, const Vec<D>& d);

}  // namespace drystone

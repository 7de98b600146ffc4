#pragma once

#include "geometry/core_feature.h"
#include "geometry/moments.h"
#include "geometry/skin.h"

namespace drystone {

/// A superquadric about the origin with half axes a, b, c and exponents m (across), n (along z), both > 1:
///
///     (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n <= 1             (2D: |x/a|^m + |y/b|^m <= 1)
///     h(d) = ( G^n' + |c d_z|^n' )^(1/n'),   G = ( |a d_x|^m' + |b d_y|^m' )^(1/m'),   1/m + 1/m' = 1/n + 1/n' = 1
///
/// Its polar is again one, of half axes 1/a and exponents m', n': the support points of that are normals of this. m = n = 2 is an ellipsoid, large exponents approach a box with rounded edges. Volume and moments by Dirichlet's integral
///
///     int x^(p-1) y^(q-1) over x, y >= 0, x^m + y^m <= 1  =  G(p/m) G(q/m) / ( m^2 G((p+q)/m + 1) )      G: Euler's function
template <int D>
struct Superquadric {
    Vec<D> half{};        // [m]
    double across = 2.0;  // m
    double along = 2.0;   // n, 3D only

    Vec<D> support(const Vec<D>& d) const;
    int bits() const { return 1; }
    int point_name(int bit) const { return bit; }
    int bit_at(const Vec<D>&) const { return 0; }
    Vec<D> support(const Vec<D>& d, int) const { return support(d); }
    Mat<D> radii(const Vec<D>& d) const;
    Vec<D> normal_at(const Vec<D>& x) const;  // of the surface of its size through x; not unit
    bool face(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
    bool line(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
    Moments<D> moments(double) const;
    Skin<D> skin(double) const;
    Vec<D> middle() const { return {}; }
    double radius() const;
    double inner_radius() const;
};

template <>
Skin<2> Superquadric<2>::skin(double) const;
template <>
Skin<3> Superquadric<3>::skin(double) const;

/// Exponents that are allowed: more than one (a convex shape), and no more than doubles tell from a box.
constexpr double least_exponent = 1.1, most_exponent = 20.0;

}  // namespace drystone

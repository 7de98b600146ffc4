#pragma once

#include "geometry/core_feature.h"
#include "geometry/moments.h"
#include "geometry/skin.h"

namespace drystone {

/// A cylinder, a cone or a cone cut short, along local z: the hull of two circles,
///
///     |x, y| = low at z = -half,     |x, y| = high at z = +half;      h(d) = max_k ( r_k |d_xy| -+ half d_z )
///
/// The flat ends stand as polygons of `rim_points` corners on the rim, the first on the x axis, that share the area of the true
/// disc. Between two rims runs a straight line, of whose normals there is one for each azimuth. With rounding it is a
/// solid of revolution, integrated over its profile rho(z):
///
///     V = int pi rho^2 dz,    int z^2 dV = int pi rho^2 z^2 dz,    int x^2 dV = int pi/4 rho^4 dz
struct Frustum {
    double low = 0.0;   // radius at z = -half [m]
    double high = 0.0;  // radius at z = +half [m]
    double half = 0.0;  // [m]

    static constexpr int rim_points = 16;

    double rim(int bit) const { return bit == 0 ? low : high; }
    double height(int bit) const { return bit == 0 ? -half : half; }
    Vec<3> support(const Vec<3>& d) const { return support(d, bit_at(d)); }
    int bits() const { return 2; }
    int point_name(int bit) const { return rim_name(bit); }
    int bit_at(const Vec<3>& d) const;
    Vec<3> support(const Vec<3>& d, int bit) const;
    Mat<3> radii(const Vec<3>& d) const;
    bool face(const Vec<3>& d, double flat, CoreFeature<3>* out) const;
    bool line(const Vec<3>& d, double flat, CoreFeature<3>* out) const;
    Moments<3> moments(double rounding) const;
    Skin<3> skin(double rounding) const;
    Vec<3> middle() const { return {}; }
    double radius() const;
    double inner_radius() const;

    /// Names of contact points: those of the two rims, after the corners of the two ends.
    static constexpr int rim_name(int bit) { return 2 * rim_points + bit; }
};

}  // namespace drystone

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/submerged.h"

namespace drystone {

namespace {

using std::numbers::pi;

/// A cap (2D: a segment) of height c, 0 < c < 2R: its volume, and how far its centre is from the ball's.
struct Cap {
    double volume = 0.0;
    double distance = 0.0;
};

template <int D>
Cap cap_of(double R, double c) {
    const double half_chord2 = c * (2.0 * R - c);
    Cap cap;
    if constexpr (D == 3) {
        cap.volume = pi * c * c * (3.0 * R - c) / 3.0;
        cap.distance = 3.0 * (2.0 * R - c) * (2.0 * R - c) / (4.0 * (3.0 * R - c));
    } else {
        const double half_chord = std::sqrt(half_chord2);
        cap.volume = R * R * std::atan2(half_chord, R - c) - (R - c) * half_chord;
        const double distance = cap.volume > 0.0 ? 2.0 / 3.0 * half_chord * half_chord2 / cap.volume : R;
        cap.distance = std::clamp(distance, std::min(0.0, R - c), R);  // a sliver's volume is rounding
    }
    return cap;
}

/// Integrals of width(y) y^k over -R <= y <= a, k = 0, 1, 2; y is the height above the centre, width(y) that of a
/// disk (the silhouette of a sphere) or 1 (that of a disk in the plane).
struct Silhouette {
    double m0 = 0.0, m1 = 0.0, m2 = 0.0;
};

template <int D>
Silhouette silhouette_below(double a, double R) {
    if constexpr (D == 2) return {a + R, 0.5 * (a * a - R * R), (a * a * a + R * R * R) / 3.0};
    const double s2 = std::max(0.0, R * R - a * a), s = std::sqrt(s2);
    const double area = a * s + R * R * (std::asin(std::clamp(a / R, -1.0, 1.0)) + 0.5 * pi);
    return {area, -2.0 / 3.0 * s2 * s, 0.25 * R * R * area - 0.5 * a * s2 * s};
}

}  // namespace

template <int D>
Submerged<D> submerged_ball(const Vec<D>& centre, double R, const WaterSurface<D>& surface) {
    const double c = surface.depth(centre) + R;  // depth of the lowest point
    if (c <= 0.0) return {};
    if (c >= 2.0 * R) return {D == 3 ? 4.0 / 3.0 * pi * R * R * R : pi * R * R, {}};
    const Cap cap = cap_of<D>(R, c);
    return {cap.volume, -(cap.volume * cap.distance) * surface.up};
}

template <int D>
WetSide<D> wet_side_of_ball(const Vec<D>& centre, double R, const WaterSurface<D>& surface) {
    const double s = surface.depth(centre);
    if (s <= -R) return {};
    const Silhouette below = silhouette_below<D>(std::min(s, R), R);
    return {below.m0, s * below.m0 - below.m1, (s * below.m1 - below.m2) * surface.up};
}

template Submerged<2> submerged_ball(const Vec<2>&, double, const WaterSurface<2>&);
template Submerged<3> submerged_ball(const Vec<3>&, double, const WaterSurface<3>&);
template WetSide<2> wet_side_of_ball(const Vec<2>&, double, const WaterSurface<2>&);
template WetSide<3> wet_side_of_ball(const Vec<3>&, double, const WaterSurface<3>&);

}  // namespace drystone

#include "geometry/region.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/random_point.h"

namespace drystone {

namespace {

/// x, or the point of length `most` in its direction where x is longer; zero where `most` is negative.
template <int D>
Vec<D> shortened(const Vec<D>& x, double most) {
    const double length = norm(x);
    return length > most ? (std::max(most, 0.0) / length) * x : x;
}

/// The nearest number in [lo, hi]; the middle where that is empty.
double limited(double x, double lo, double hi) {
    return lo > hi ? 0.5 * (lo + hi) : std::min(std::max(x, lo), hi);
}

}  // namespace

template <>
double unit_ball_volume<2>() {
    return std::numbers::pi;
}
template <>
double unit_ball_volume<3>() {
    return 4.0 / 3.0 * std::numbers::pi;
}

template <int D>
double BoxRegion<D>::volume() const {
    double product = 1.0;
    for (int i = 0; i < D; ++i) product *= max[i] - min[i];
    return product;
}

template <int D>
double BoxRegion<D>::least_width() const {
    double least = max[0] - min[0];
    for (int i = 1; i < D; ++i) least = std::min(least, max[i] - min[i]);
    return least;
}

template <int D>
Vec<D> BoxRegion<D>::sample(double r, Random& random) const {
    Vec<D> x;
    for (int i = 0; i < D; ++i) x[i] = random.uniform(min[i] + r, max[i] - r);
    return x;
}

template <int D>
Vec<D> BoxRegion<D>::nearest(const Vec<D>& x, double r) const {
    Vec<D> y;
    for (int i = 0; i < D; ++i) y[i] = limited(x[i], min[i] + r, max[i] - r);
    return y;
}

template <int D>
bool BoxRegion<D>::holds(const Vec<D>& x, double r) const {
    const double reach = r - rounding(r);
    bool inside = true;
    for (int i = 0; i < D; ++i) inside = inside && x[i] - reach >= min[i] && x[i] + reach <= max[i];
    return inside;
}

template <int D>
bool BoxRegion<D>::is_near(const Vec<D>& x, double reach) const {
    const Vec<D> out = x - nearest(x, 0.0);
    return dot(out, out) <= reach * reach;
}

template <int D>
double BallRegion<D>::volume() const {
    return unit_ball_volume<D>() * std::pow(radius, D);
}

template <int D>
Vec<D> BallRegion<D>::sample(double r, Random& random) const {
    return centre + (radius - r) * in_unit_ball<D>(random);
}

template <int D>
Vec<D> BallRegion<D>::nearest(const Vec<D>& x, double r) const {
    return centre + shortened(x - centre, radius - r);
}

template <int D>
bool BallRegion<D>::holds(const Vec<D>& x, double r) const {
    return norm(x - centre) + r - rounding(r) <= radius;
}

template <int D>
BoxRegion<D> BallRegion<D>::bounds() const {
    BoxRegion<D> box;
    for (int i = 0; i < D; ++i) {
        box.min[i] = centre[i] - radius;
        box.max[i] = centre[i] + radius;
    }
    return box;
}

double CylinderRegion::volume() const { return std::numbers::pi * radius * radius * height; }

double CylinderRegion::least_width() const { return std::min(2.0 * radius, height); }

Vec<3> CylinderRegion::sample(double r, Random& random) const {
    const Mat<3> frame = contact_frame(axis);
    const Vec<2> across = (radius - r) * in_unit_ball<2>(random);
    const double along = random.uniform(r - 0.5 * height, 0.5 * height - r);
    return centre + along * axis + across[0] * frame[1] + across[1] * frame[2];
}

Vec<3> CylinderRegion::nearest(const Vec<3>& x, double r) const {
    const double along = dot(x - centre, axis);
    const double most = 0.5 * height - r;
    const Vec<3> across = shortened(x - centre - along * axis, radius - r);
    return centre + limited(along, -most, most) * axis + across;
}

bool CylinderRegion::holds(const Vec<3>& x, double r) const {
    const double along = dot(x - centre, axis);
    const double reach = r - rounding(r);
    return std::abs(along) + reach <= 0.5 * height && norm(x - centre - along * axis) + reach <= radius;
}

BoxRegion<3> CylinderRegion::bounds() const {
    BoxRegion<3> box;
    for (int i = 0; i < 3; ++i) {
        const double rim = radius * std::sqrt(std::max(0.0, 1.0 - axis[i] * axis[i]));
        const double half = 0.5 * height * std::abs(axis[i]) + rim;
        box.min[i] = centre[i] - half;
        box.max[i] = centre[i] + half;
    }
    return box;
}

template struct BoxRegion<2>;
template struct BoxRegion<3>;
template struct BallRegion<2>;
template struct BallRegion<3>;

}  // namespace drystone

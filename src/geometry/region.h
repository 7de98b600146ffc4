#pragma once

#include <variant>

#include "core/motion.h"
#include "core/random.h"

namespace drystone {

// Where a packing is to be, a source or a sink: convex regions. A ball of radius r is inside where its centre is in the region
// shrunk by r; every function below means the shrunk region. A ball that just fits, to rounding, fits.

/// What rounding may take from a clearance, for a ball of radius r.
constexpr double rounding(double r) { return 1e-12 * r; }

template <int D>
struct BoxRegion {
    Vec<D> min{}, max{};

    double volume() const;
    double least_width() const;  // diameter of the largest ball that fits
    Vec<D> sample(double r, Random& random) const;
    Vec<D> nearest(const Vec<D>& x, double r) const;
    bool holds(const Vec<D>& x, double r) const;
    bool is_near(const Vec<D>& x, double reach) const;  // x is no farther from it than that
    BoxRegion bounds() const { return *this; }
};

template <int D>
struct BallRegion {
    Vec<D> centre{};
    double radius = 0.0;

    double volume() const;
    double least_width() const { return 2.0 * radius; }
    Vec<D> sample(double r, Random& random) const;
    Vec<D> nearest(const Vec<D>& x, double r) const;
    bool holds(const Vec<D>& x, double r) const;
    BoxRegion<D> bounds() const;
};

struct CylinderRegion {
    Vec<3> centre{};  // half-way up the axis
    Vec<3> axis{};    // unit
    double radius = 0.0, height = 0.0;

    double volume() const;
    double least_width() const;
    Vec<3> sample(double r, Random& random) const;
    Vec<3> nearest(const Vec<3>& x, double r) const;
    bool holds(const Vec<3>& x, double r) const;
    BoxRegion<3> bounds() const;
};

template <int D>
struct RegionKinds;
template <>
struct RegionKinds<2> {
    using Type = std::variant<BoxRegion<2>, BallRegion<2>>;
};
template <>
struct RegionKinds<3> {
    using Type = std::variant<BoxRegion<3>, BallRegion<3>, CylinderRegion>;
};
template <int D>
using Region = typename RegionKinds<D>::Type;

/// The same of any of them.
template <int D>
double least_width(const Region<D>& region) {
    return std::visit([](const auto& one) { return one.least_width(); }, region);
}
template <int D>
bool holds(const Region<D>& region, const Vec<D>& x, double r = 0.0) {
    return std::visit([&](const auto& one) { return one.holds(x, r); }, region);
}
template <int D>
Vec<D> sample(const Region<D>& region, double r, Random& random) {
    return std::visit([&](const auto& one) { return one.sample(r, random); }, region);
}
template <int D>
BoxRegion<D> bounds(const Region<D>& region) {
    return std::visit([](const auto& one) { return one.bounds(); }, region);
}

/// Area of the unit disk, volume of the unit sphere.
template <int D>
double unit_ball_volume();

}  // namespace drystone

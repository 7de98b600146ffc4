#include "geometry/curved.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/motion.h"
#include "geometry/inertia.h"

namespace drystone {

namespace {

constexpr double as_good_as_flat =
    1e-6;  // sine of a tilt: bodies that rest on a face or line roll on neither

/// The principal radii of curvature, the least first.
struct Radii {
    double least = 0.0, most = 0.0;  // [m]
};

Radii principal(const Mat<2>& R, const Mat<2>& frame) {
    const double radius = dot(frame[1], R * frame[1]);
    return {radius, radius};
}

Radii principal(const Mat<3>& R, const Mat<3>& frame) {
    const Vec<3> u = R * frame[1], v = R * frame[2];
    const double a = dot(frame[1], u), b = dot(frame[2], v), c = dot(frame[1], v);
    const double most = 0.5 * (a + b) + std::sqrt(0.25 * (a - b) * (a - b) + c * c);
    return {most > 0.0 ? std::max(0.0, (a * b - c * c) / most) : 0.0,
            most};  // their product: one may be very large
}

}  // namespace

template <int D>
Curved<D> make_curved(const Core<D>& core, double rounding, std::shared_ptr<const Convex<D>> hull) {
    assert(rounding >= 0.0);
    Curved<D> curved;
    curved.core = core;
    curved.rounding = rounding;
    curved.hull = std::move(hull);
    std::visit(
        [&](const auto& one) {
            if constexpr (requires { one.middle(); }) {
                curved.middle = one.middle();
                curved.radius = one.radius() + rounding;
                curved.inner_radius = one.inner_radius() + rounding;
                curved.moments = one.moments(rounding);
                curved.skin = one.skin(rounding);
            }
        },
        core);
    assert(curved.inner_radius > 0.0 && curved.inner_radius <= curved.radius && curved.moments.volume > 0.0);
    return curved;
}

template <int D>
Curved<D> make_rounded(std::shared_ptr<const Convex<D>> hull, double rounding) {
    const Hull<D> core{hull.get()};
    return make_curved<D>(core, rounding, std::move(hull));
}

template <int D>
MassProperties<D> mass_properties(const Curved<D>& curved, double density) {
    const Moments<D>& m = curved.moments;
    const Vec<D> centroid = (1.0 / m.volume) * m.first;
    return {density * m.volume, centroid, density * inertia_of(m.second - outer(m.first, centroid))};
}

template <int D>
double least_radius(const Curved<D>& curved, const Vec<D>& d) {
    return std::visit(
        [&](const auto& core) {
            if (core.face(d, as_good_as_flat, nullptr)) return std::numeric_limits<double>::infinity();
            const Radii radii = principal(core.radii(d), contact_frame(d));
            return curved.rounding + (core.line(d, as_good_as_flat, nullptr) ? radii.most : radii.least);
        },
        curved.core);
}

#define DRYSTONE_CURVED(D)                                                                    \
    template Curved<D> make_curved(const Core<D>&, double, std::shared_ptr<const Convex<D>>); \
    template Curved<D> make_rounded(std::shared_ptr<const Convex<D>>, double);                \
    template MassProperties<D> mass_properties(const Curved<D>&, double);                     \
    template double least_radius(const Curved<D>&, const Vec<D>&);
DRYSTONE_CURVED(2)
DRYSTONE_CURVED(3)
#undef DRYSTONE_CURVED

}  // namespace drystone

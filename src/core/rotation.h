#pragma once

#include <cmath>

#include "core/motion.h"
#include "core/on_device.h"

namespace drystone {

/// Orientation of a body: takes vectors of the body's frame to world axes.
template <int D>
struct Rotation;

template <>
struct Rotation<2> {
    double angle = 0.0;  // [rad], counted without wrapping
    bool operator==(const Rotation&) const = default;
};

template <>
struct Rotation<3> {
    double w = 1.0;  // unit quaternion w + x i + y j + z k
    Vec<3> q{};
    bool operator==(const Rotation&) const = default;
};

DRYSTONE_ON_DEVICE inline Mat<2> matrix(const Rotation<2>& r) {
    const double c = std::cos(r.angle), s = std::sin(r.angle);
    return {{Vec<2>{{c, -s}}, Vec<2>{{s, c}}}};
}

DRYSTONE_ON_DEVICE inline Mat<3> matrix(const Rotation<3>& r) {
    const double w = r.w, x = r.q[0], y = r.q[1], z = r.q[2];
    return {{Vec<3>{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)}},
             Vec<3>{{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)}},
             Vec<3>{{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}}};
}

template <int D>
DRYSTONE_ON_DEVICE Vec<D> rotate(const Rotation<D>& r, const Vec<D>& v) {
    return matrix(r) * v;
}

template <int D>
DRYSTONE_ON_DEVICE Vec<D> rotate_back(const Rotation<D>& r, const Vec<D>& v) {
    return transpose_times(matrix(r), v);
}

/// a after b.
DRYSTONE_ON_DEVICE inline Rotation<2> operator*(const Rotation<2>& a, const Rotation<2>& b) { return {a.angle + b.angle}; }
DRYSTONE_ON_DEVICE inline Rotation<3> operator*(const Rotation<3>& a, const Rotation<3>& b) {
    return {a.w * b.w - dot(a.q, b.q), a.w * b.q + b.w * a.q + cross(a.q, b.q)};
}

DRYSTONE_ON_DEVICE inline Rotation<2> inverse(const Rotation<2>& r) { return {-r.angle}; }
DRYSTONE_ON_DEVICE inline Rotation<3> inverse(const Rotation<3>& r) { return {r.w, -r.q}; }

/// The rotation by |phi| about phi (world axes).
DRYSTONE_ON_DEVICE inline Rotation<2> rotation_by(const Vec<1>& phi) { return {phi[0]}; }
DRYSTONE_ON_DEVICE inline Rotation<3> rotation_by(const Vec<3>& phi) {
    const double angle = norm(phi);
    if (angle == 0.0) return {};
    return {std::cos(0.5 * angle), (std::sin(0.5 * angle) / angle) * phi};
}

/// Its inverse: in space at most half a turn long.
DRYSTONE_ON_DEVICE inline Vec<1> vector_of(const Rotation<2>& r) { return {{r.angle}}; }
DRYSTONE_ON_DEVICE inline Vec<3> vector_of(const Rotation<3>& r) {
    const double side = r.w < 0.0 ? -1.0 : 1.0, sine = norm(r.q);
    return sine == 0.0 ? Vec<3>{} : (side * 2.0 * std::atan2(sine, side * r.w) / sine) * r.q;
}

DRYSTONE_ON_DEVICE inline Rotation<2> normalised(const Rotation<2>& r) { return r; }
DRYSTONE_ON_DEVICE inline Rotation<3> normalised(const Rotation<3>& r) {
    const double s = 1.0 / std::sqrt(r.w * r.w + dot(r.q, r.q));
    return {s * r.w, s * r.q};
}

}  // namespace drystone

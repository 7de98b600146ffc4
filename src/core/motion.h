#pragma once

#include "core/mat.h"
#include "core/on_device.h"
#include "core/vec.h"

namespace drystone {

/// Rotations have one component in the plane and three in space.
template <int D>
constexpr int spin_dim = (D == 2) ? 1 : 3;

/// Angular velocity, or torque, in world axes.
template <int D>
using Spin = Vec<spin_dim<D>>;

/// Velocity of a rigid body at its centre of mass, world axes.
template <int D>
struct Twist {
    Vec<D> v{};   // [m/s]
    Spin<D> w{};  // [rad/s]
    bool operator==(const Twist&) const = default;
};

/// w x l: velocity of the point at lever arm l of a body turning at w.
constexpr Vec<2> turn(const Vec<1>& w, const Vec<2>& l) { return {{-w[0] * l[1], w[0] * l[0]}}; }
constexpr Vec<3> turn(const Vec<3>& w, const Vec<3>& l) { return cross(w, l); }

/// l x f: moment of f acting at lever arm l.
constexpr Vec<1> moment(const Vec<2>& l, const Vec<2>& f) { return {{l[0] * f[1] - l[1] * f[0]}}; }
constexpr Vec<3> moment(const Vec<3>& l, const Vec<3>& f) { return cross(l, f); }

/// Rows n, t (2D) or n, t1, t2 (3D): an orthonormal right-handed contact frame, a smooth function of n except
/// at n_z = 0 where the tangents jump. (Duff et al., Building an orthonormal basis, revisited, 2017.)
[[gnu::always_inline]] DRYSTONE_ON_DEVICE inline Mat<2> contact_frame(const Vec<2>& n) { return {{n, Vec<2>{{-n[1], n[0]}}}}; }

[[gnu::always_inline]] DRYSTONE_ON_DEVICE inline Mat<3> contact_frame(const Vec<3>& n) {
    const double sign = std::copysign(1.0, n[2]);
    const double a = -1.0 / (sign + n[2]);
    const double b = n[0] * n[1] * a;
    return {{n, Vec<3>{{1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}},
             Vec<3>{{b, sign + n[1] * n[1] * a, -n[1]}}}};
}

}  // namespace drystone

#pragma once

#include <algorithm>
#include <cmath>

#include "core/motion.h"
#include "core/on_device.h"

namespace drystone {

/// A mobile body as the sweep sees it: one cache line, of eight doubles to the kernels that take several bodies at a time.
template <int D>
struct alignas(64) SweepBody {
    Vec<D> v{};                    // velocity given by the impulses so far [m/s]
    Spin<D> w{};                   // [rad/s]
    double inverse_mass = 0.0;     // of isotropic bodies [1/kg]
    double inverse_inertia = 0.0;  // of isotropic bodies [1/(kg m2)]
};

/// A plain Coulomb contact between round bodies: lever arms along n, W_ii = diag(1/k_n, 1/k_t, 1/k_t).
/// World axes throughout, so that no tangents are needed. Stored eight at a time, as RoundGroup.
template <int D>
struct RoundContact {
    Vec<D> n{};
    Vec<D> b{};                       // free velocity, the law's shift included [m/s]
    Vec<D> r{};                       // impulse [N s]
    double arm_a = 0.0, arm_b = 0.0;  // lever arms are arm_a n and -arm_b n [m]
    double k_n = 0.0, k_t = 0.0;      // 1 / W_nn, 1 / W_tt [kg]
    double mu = 0.0;
    int body_a = 0, body_b = 0;  // rows of the body table; its last row stands for all that cannot move
};

namespace nlgs {

// Letters as in docs/theory.md section 5: r impulse, u velocity (b included), n normal, mu friction.

/// k_n and k_t, once the arms are there.
template <int D>
DRYSTONE_ON_DEVICE void weigh(const SweepBody<D>& a, const SweepBody<D>& b, RoundContact<D>& c) {
    const double w_n = a.inverse_mass + b.inverse_mass;
    c.k_n = 1.0 / w_n;
    c.k_t = 1.0 / (w_n + c.arm_a * c.arm_a * a.inverse_inertia + c.arm_b * c.arm_b * b.inverse_inertia);
}

template <int D>
DRYSTONE_ON_DEVICE Vec<D> velocity(const RoundContact<D>& c, const SweepBody<D>& a, const SweepBody<D>& b) {
    return c.b + (b.v - a.v) - turn(c.arm_b * b.w + c.arm_a * a.w, c.n);
}

/// Gives dr to the two bodies of a contact, `turning` = n x dr.
template <int D>
DRYSTONE_ON_DEVICE void give_to_a(const RoundContact<D>& c, const Vec<D>& dr, const Spin<D>& turning, SweepBody<D>& a) {
    a.v -= a.inverse_mass * dr;
    a.w -= (a.inverse_inertia * c.arm_a) * turning;
}

template <int D>
DRYSTONE_ON_DEVICE void give_to_b(const RoundContact<D>& c, const Vec<D>& dr, const Spin<D>& turning, SweepBody<D>& b) {
    b.v += b.inverse_mass * dr;
    b.w -= (b.inverse_inertia * c.arm_b) * turning;
}

/// The impulse that the law asks for at velocity u. Brendel (1.30): normal and tangential parts do not couple, so clipping the
/// sticking impulse is exact here.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> solve_round(const RoundContact<D>& c, const Vec<D>& u) {
    const double u_n = dot(c.n, u), r_n = dot(c.n, c.r);
    const double normal = std::max(0.0, r_n - c.k_n * u_n);
    const Vec<D> stick = (c.r - r_n * c.n) - c.k_t * (u - u_n * c.n);
    const double limit = c.mu * normal, size2 = dot(stick, stick);
    const double keep = size2 > limit * limit ? limit / std::sqrt(size2) : 1.0;
    return normal * c.n + keep * stick;
}

/// The same with the lift held: r in K, v + lift n in K*, at right angles. docs/theory.md (5.29)
template <int D>
Vec<D> solve_round_held(const RoundContact<D>& c, const Vec<D>& u, double lift) {
    const double u_n = dot(c.n, u), r_n = dot(c.n, c.r);
    const double pressed = r_n - c.k_n * (u_n + lift);
    const Vec<D> stick = (c.r - r_n * c.n) - c.k_t * (u - u_n * c.n);
    const double size = std::sqrt(dot(stick, stick));
    if (size <= c.mu * pressed) return pressed * c.n + stick;
    const double edge = (c.k_t * pressed + c.mu * c.k_n * size) / (c.k_t + c.mu * c.mu * c.k_n);
    if (!(edge > 0.0)) return {};
    return edge * c.n + (c.mu * edge / size) * stick;
}

/// 1 / mean diagonal of W_ii [kg].
template <int D>
DRYSTONE_ON_DEVICE double step_length(const RoundContact<D>& c) {
    return D * (c.k_n * c.k_t) / (c.k_t + (D - 1) * c.k_n);
}

/// The natural map (3.7) at velocity v, in world axes, the cone's axis along n.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> error(const RoundContact<D>& c, const Vec<D>& v) {
    const double v_n = dot(c.n, v);
    const Vec<D> v_t = v - v_n * c.n;
    const Vec<D> s = c.r - step_length(c) * (v + (c.mu * norm(v_t)) * c.n);
    const double s_n = dot(c.n, s);
    const Vec<D> s_t = s - s_n * c.n;
    const double slip = norm(s_t);
    if (c.mu * slip <= -s_n) return c.r;
    if (slip <= c.mu * s_n) return c.r - s;
    const double normal = (s_n + c.mu * slip) / (1.0 + c.mu * c.mu);
    return c.r - (normal * c.n + (c.mu * normal / slip) * s_t);
}

}  // namespace nlgs

}  // namespace drystone

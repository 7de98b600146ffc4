#pragma once

#include <algorithm>
#include <cmath>

#include "core/motion.h"
#include "md/soft_contact.h"
#include "md/soft_law.h"

namespace drystone {

// Inlined by force: the parts of a contact then stay in registers from end to end. Left to the compiler, they went through memory, and a contact took
// twice as long.
#define DRYSTONE_INLINE [[gnu::always_inline]] inline

/// Two surfaces that overlap.
template <int D>
struct Meeting {
    Vec<D> normal{};       // n, unit, a -> b
    double overlap = 0.0;  // > 0 [m]
    Vec<D> velocity{};     // u: of b's surface relative to a's, at the contact point [m/s]
    Spin<D> spin{};        // Omega = w_b - w_a [rad/s]
    Spin<D> mean_spin{};   // (w_a + w_b) / 2 [rad/s]
    double radius = 0.0;   // r* = r_a r_b / (r_a + r_b); a ball's own at a wall [m]
    double damping = 0.0;  // gamma_N [N s/m]
    double dt = 0.0;       // since the last evaluation [s]
};

/// Gives a memory that was laid into another plane its length back. A loss of 1e-14 is left alone: that is rounding, or a hundredth of a per cent
/// after 10^10 steps.
template <int N>
DRYSTONE_INLINE void keep_length(double was, Vec<N>& xi) {
    const double is = dot(xi, xi);
    if (is < (1.0 - 1e-14) * was && is > 0.0) {
        const double stretch = std::sqrt(was / is);
#pragma GCC unroll 4
        for (int i = 0; i < N; ++i) xi[i] *= stretch;
    }
}

/// Turns a memory with the contact: by the mean spin about the normal and, keeping its length, into the new plane (13.6).
DRYSTONE_INLINE void follow(const Vec<2>& n, const Vec<1>&, double, Vec<2>& xi) {
    const double was = dot(xi, xi);
    xi -= dot(n, xi) * n;
    keep_length(was, xi);
}

DRYSTONE_INLINE void follow(const Vec<3>& n, const Vec<3>& mean_spin, double dt, Vec<3>& xi) {
    const double was = dot(xi, xi);
    xi += (dt * dot(mean_spin, n)) * cross(n, xi);
    xi -= dot(n, xi) * n;
    keep_length(was, xi);
}

/// A spring and a dashpot in parallel, with a slider of strength `limit` in series, drawn by `step` within dt:
///
///     xi <- xi + step,   f = - k xi - c step / dt,   |f| <= limit: else f is cut and xi with it    (13.4), (13.5)
///
/// The loss is the slider's path times the mean force of the spring, and what the dashpot took.
template <int N>
DRYSTONE_INLINE Vec<N> draw(double k, double c, double limit, const Vec<N>& rate, double dt, Vec<N>& xi,
                            double& loss, bool& slides) {
    Vec<N> trial, f;
    // By components: copies of whole vectors go through memory in pieces of another size, and stall.
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        trial[i] = xi[i] + dt * rate[i];
        f[i] = -k * trial[i] - c * rate[i];
    }
    const double size2 = dot(f, f);
    slides = size2 > limit * limit;
    const double cut = slides ? limit / std::sqrt(size2) : 1.0, give = slides && k > 0.0 ? -1.0 / k : 0.0;
    double slid = 0.0, drag = 0.0;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        f[i] *= cut;
        const double spring = slides ? give * (f[i] + c * rate[i]) : trial[i];
        slid += (xi[i] + spring) * (trial[i] - spring);
        drag += (f[i] + k * spring) * rate[i];
        xi[i] = spring;
    }
    loss += 0.5 * k * slid - dt * drag;
    return f;
}

/// Moments of rolling and torsion, each with its own slider.
DRYSTONE_INLINE Vec<1> draw_turn(const SoftLaw& law, const Meeting<2>& m, double pressure, Vec<1>& theta,
                                 double& loss) {
    const double k = law.bend > 0.0 ? law.bend : law.normal * m.radius * m.radius;
    bool slides = false;
    return draw(k, m.damping * (k / law.normal), law.rolling * pressure, m.spin, m.dt, theta, loss, slides);
}

DRYSTONE_INLINE Vec<3> draw_turn(const SoftLaw& law, const Meeting<3>& m, double pressure, Vec<3>& theta,
                                 double& loss) {
    const double default_k = law.normal * m.radius * m.radius;
    const double k_t = law.bend > 0.0 ? law.bend : default_k, k_n = law.twist > 0.0 ? law.twist : default_k;
    Vec<1> twist{{dot(m.normal, theta)}};
    Vec<3> roll = theta - twist[0] * m.normal;
    const Vec<1> twist_rate{{dot(m.normal, m.spin)}};
    const Vec<3> roll_rate = m.spin - twist_rate[0] * m.normal;
    bool slides = false;
    follow(m.normal, m.mean_spin, m.dt, roll);
    const Vec<3> rolling = draw(k_t, m.damping * (k_t / law.normal), law.rolling * pressure, roll_rate, m.dt,
                                roll, loss, slides);
    const Vec<1> torsion = draw(k_n, m.damping * (k_n / law.normal), law.torsion * pressure, twist_rate, m.dt,
                                twist, loss, slides);
    theta = roll + twist[0] * m.normal;
    return rolling + torsion[0] * m.normal;
}

/// Force and moment of one contact, its springs xi and theta drawn; docs/theory.md (13.1)-(13.6). The normal force is not clipped: at the end of a fast bounce the
/// dashpot pulls, as in the equation that (13.3) solves. Sliders see max(0, N).
template <bool Turning, int D>
DRYSTONE_INLINE SoftForce<D> respond(const SoftLaw& law, const Meeting<D>& m, Vec<D>& xi, Spin<D>& theta) {
    SoftForce<D> out;
    const double u_n = dot(m.normal, m.velocity);
    const double N = law.normal * m.overlap - m.damping * u_n;
    const double pressure = std::max(N, 0.0);
    out.force = N * m.normal;
    out.impact = m.dt * m.damping * u_n * u_n;
    if (law.slips()) {
        Vec<D> slip = xi;
        follow(m.normal, m.mean_spin, m.dt, slip);
        out.force += draw(law.slip, law.slip_damping, law.friction * pressure, m.velocity - u_n * m.normal,
                          m.dt, slip, out.friction, out.slides);
#pragma GCC unroll 4
        for (int i = 0; i < D; ++i) xi[i] = slip[i];
    }
    if constexpr (Turning) {
        if (law.turns()) out.moment = draw_turn(law, m, pressure, theta, out.friction);
    }
    return out;
}

/// Elastic energy of a contact [J].
template <int D>
double elastic_energy(const SoftLaw& law, double overlap, double radius, const Vec<D>& normal,
                      const SoftMemory<D>& memory) {
    double sum = law.normal * overlap * overlap + law.slip * dot(memory.slip, memory.slip);
    if (law.turns()) {
        const double default_k = law.normal * radius * radius;
        const double k_t = law.bend > 0.0 ? law.bend : default_k,
                     k_n = law.twist > 0.0 ? law.twist : default_k;
        double along = 0.0;
        if constexpr (D == 3) along = dot(normal, memory.turn);
        sum += k_t * (dot(memory.turn, memory.turn) - along * along) + k_n * along * along;
    }
    return 0.5 * sum;
}

#undef DRYSTONE_INLINE

}  // namespace drystone

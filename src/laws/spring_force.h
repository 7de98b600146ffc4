#pragma once

#include <algorithm>
#include <cmath>

#include "core/motion.h"
#include "laws/spring.h"

namespace drystone {

// The forces of the law `spring`, for every method whose contacts deform: soft grains in time (docs/theory.md section 13), and
// statics, which has no time (section 12): there rates are displacements, dt = 1, and nothing damps.
//
//     N = k_N overlap - gamma_N u_n,   T = - k_T xi - gamma_T u_t,   |T| <= mu N
//     M = - k theta - gamma Omega, rolling and torsion each,         |M_t| <= l_t N,   |M_n| <= l_n N      (12.1), (13.1)-(13.6)

// Inlined by force: the parts of a contact then stay in registers from end to end. Left to the compiler, they went through memory, and a contact took
// twice as long.
#define DRYSTONE_INLINE [[gnu::always_inline]] inline

/// Two surfaces that overlap, or a bond between them.
template <int D>
struct SpringContact {
    Vec<D> normal{};       // n, unit, a -> b
    double overlap = 0.0;  // > 0; of a bond also < 0 [m]
    Vec<D> velocity{};     // u: of b's surface relative to a's, at the contact point [m/s]
    Spin<D> spin{};        // Omega = w_b - w_a [rad/s]
    Spin<D> mean_spin{};   // (w_a + w_b) / 2 [rad/s]
    double radius =
        0.0;  // r* = r_a r_b / (r_a + r_b), a ball's own at a wall; 0: turning springs have no default [m]
    double damping = 0.0;  // gamma_N [N s/m]
    double dt = 0.0;       // since the last evaluation [s]
    bool bonded = false;   // carries pull, and shear and moments without limit: who breaks it sees to that
    bool damps = true;     // false: rates are displacements, and no dashpot feels them
};

/// A spring and a dashpot in parallel, with a slider in series.
struct Slider {
    double k = 0.0;      // [N/m] or [N m]
    double c = 0.0;      // [N s/m] or [N m s]
    double limit = 0.0;  // [N] or [N m]
};

/// What a slider did.
struct SliderPath {
    double loss = 0.0;   // added to [J]
    double share = 1.0;  // limit over trial force
    bool slides = false;
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

/// Draws a slider by `rate` for dt:
///
///     xi <- xi + rate dt,   f = - k xi - c rate,   |f| <= limit: else f is cut and xi with it    (13.4), (13.5)
///
/// The loss is the slider's path times the mean force of the spring, and what the dashpot took.
template <int N>
DRYSTONE_INLINE Vec<N> draw(const Slider& s, const Vec<N>& rate, double dt, Vec<N>& xi, SliderPath& path) {
    Vec<N> trial, f;
    // By components: copies of whole vectors go through memory in pieces of another size, and stall.
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        trial[i] = xi[i] + dt * rate[i];
        f[i] = -s.k * trial[i] - s.c * rate[i];
    }
    const double size2 = dot(f, f);
    const bool slides = size2 > s.limit * s.limit;
    const double cut = slides ? s.limit / std::sqrt(size2) : 1.0,
                 give = slides && s.k > 0.0 ? -1.0 / s.k : 0.0;
    double slid = 0.0, drag = 0.0;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        f[i] *= cut;
        const double spring = slides ? give * (f[i] + s.c * rate[i]) : trial[i];
        slid += (xi[i] + spring) * (trial[i] - spring);
        drag += (f[i] + s.k * spring) * rate[i];
        xi[i] = spring;
    }
    path.loss += 0.5 * s.k * slid - dt * drag;
    path.slides = slides;
    path.share = s.limit > 0.0 ? cut : 0.0;
    return f;
}

/// Stiffness of a turning spring: as the law has it, or k_N r*^2.
DRYSTONE_INLINE double turning_stiffness(const Spring& law, double given, double radius) {
    return given > 0.0 ? given : law.normal_stiffness * radius * radius;
}

/// The slider of a turning spring: damped in proportion to the normal one.
template <int D>
DRYSTONE_INLINE Slider turning_slider(const Spring& law, const SpringContact<D>& m, double given,
                                      double limit) {
    const double k = turning_stiffness(law, given, m.radius);
    return {k, m.damping * (k / law.normal_stiffness), m.bonded ? Spring::unbreakable : limit};
}

/// Moments of rolling and torsion, each with its own slider.
DRYSTONE_INLINE void draw_turn(const Spring& law, const SpringContact<2>& m, double pressure, Vec<1>& theta,
                               SpringForce<2>& out) {
    SliderPath roll{out.friction};
    out.moment = draw(turning_slider(law, m, law.bend_stiffness, law.rolling_friction * pressure), m.spin,
                      m.dt, theta, roll);
    out.friction = roll.loss;
    out.roll_share = roll.share;
}

DRYSTONE_INLINE void draw_turn(const Spring& law, const SpringContact<3>& m, double pressure, Vec<3>& theta,
                               SpringForce<3>& out) {
    Vec<1> twist{{dot(m.normal, theta)}};
    Vec<3> roll = theta - twist[0] * m.normal;
    const Vec<1> twist_rate{{dot(m.normal, m.spin)}};
    const Vec<3> roll_rate = m.spin - twist_rate[0] * m.normal;
    SliderPath drawn{out.friction};
    follow(m.normal, m.mean_spin, m.dt, roll);
    const Vec<3> rolling = draw(turning_slider(law, m, law.bend_stiffness, law.rolling_friction * pressure),
                                roll_rate, m.dt, roll, drawn);
    out.roll_share = drawn.share;
    const Vec<1> torsion = draw(turning_slider(law, m, law.twist_stiffness, law.torsion_friction * pressure),
                                twist_rate, m.dt, twist, drawn);
    out.twist_share = drawn.share;
    out.friction = drawn.loss;
    theta = roll + twist[0] * m.normal;
    out.moment = rolling + torsion[0] * m.normal;
}

/// Force and moment of one contact, its springs xi and theta drawn. The normal force is not clipped: at the end of a fast bounce the
/// dashpot pulls, as in the equation that (13.3) solves. Sliders see max(0, N).
template <bool Turning, int D>
DRYSTONE_INLINE SpringForce<D> respond(const Spring& law, const SpringContact<D>& m, Vec<D>& xi,
                                       Spin<D>& theta) {
    SpringForce<D> out;
    const double u_n = dot(m.normal, m.velocity);
    out.press = law.normal_stiffness * m.overlap - m.damping * u_n;
    const double pressure = std::max(out.press, 0.0);
    out.force = out.press * m.normal;
    out.impact = m.dt * m.damping * u_n * u_n;
    if (law.slips()) {
        const Slider slider{law.tangential_stiffness, m.damps ? law.tangential_damping : 0.0,
                            m.bonded ? Spring::unbreakable : law.friction * pressure};
        Vec<D> slip = xi;
        SliderPath drawn;
        follow(m.normal, m.mean_spin, m.dt, slip);
        out.shear = draw(slider, m.velocity - u_n * m.normal, m.dt, slip, drawn);
        out.force += out.shear;
        out.friction = drawn.loss;
        out.slides = drawn.slides;
        out.shear_share = drawn.share;
#pragma GCC unroll 4
        for (int i = 0; i < D; ++i) xi[i] = slip[i];
    }
    if constexpr (Turning) {
        if (law.turns() || m.bonded)
            draw_turn(law, m, pressure, theta, out);
        else
            out.roll_share = out.twist_share = 0.0;  // nothing resists
    }
    return out;
}

/// Elastic energy of a contact [J].
template <int D>
double elastic_energy(const Spring& law, double overlap, double radius, const Vec<D>& normal,
                      const SpringMemory<D>& memory) {
    double along = 0.0;
    if constexpr (D == 3) along = dot(normal, memory.turn);
    const double k_t = turning_stiffness(law, law.bend_stiffness, radius),
                 k_n = turning_stiffness(law, law.twist_stiffness, radius);
    const double drawn =
        law.normal_stiffness * overlap * overlap + law.tangential_stiffness * dot(memory.slip, memory.slip);
    return 0.5 * (drawn + (k_t * (dot(memory.turn, memory.turn) - along * along) + k_n * along * along));
}

#undef DRYSTONE_INLINE

}  // namespace drystone

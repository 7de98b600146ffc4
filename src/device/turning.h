#pragma once

// Rolling and torsion friction at one contact, on a device: laws/turning_law.h and solve_turning() of laws/local_solve.h without what only
// links and bonds have (play, limits without a load). Held against those, number by number, in tests/device/turning_test.cpp.
//
//     |m_t| <= l_t s_n (1 + power),  |m_n| <= l_n s_n,  m_t + lag s_n Omega_t = 0 within the limit where it is viscous      (3.8), (3.19)

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/on_device.h"
#include "laws/tangential.h"
#include "laws/turning_law.h"

namespace drystone::device {

DRYSTONE_ON_DEVICE inline bool carries_moments(const TurningLaw& law) { return law.rolling > 0.0 || law.torsion > 0.0 || law.lag > 0.0; }

DRYSTONE_ON_DEVICE inline double rolling_limit(const TurningLaw& law, double s_n) {
    if (law.rolling == 0.0) return law.lag > 0.0 && s_n > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
    const double s = std::max(s_n, 0.0);
    return law.power == 0.0 ? law.rolling * s : law.rolling * std::pow(s, 1.0 + law.power);
}
DRYSTONE_ON_DEVICE inline double torsion_limit(const TurningLaw& law, double s_n) { return law.torsion * std::max(s_n, 0.0); }
DRYSTONE_ON_DEVICE inline double viscosity(const TurningLaw& law, double s_n) { return law.lag * std::max(s_n, 0.0); }

DRYSTONE_ON_DEVICE inline Vec<1> shortened(const TurningLaw& law, double s_n, const Vec<1>& m) {
    const double limit = rolling_limit(law, s_n);
    return {{std::min(std::max(m[0], -limit), limit)}};
}
DRYSTONE_ON_DEVICE inline Vec<3> shortened(const TurningLaw& law, double s_n, const Vec<3>& m) {
    const double spin = torsion_limit(law, s_n), roll = rolling_limit(law, s_n), size = std::hypot(m[1], m[2]);
    const double keep = size > roll ? roll / size : 1.0;
    return {{std::min(std::max(m[0], -spin), spin), keep * m[1], keep * m[2]}};
}

/// Zero exactly where the law holds, for any rho > 0 [kg m2].
template <int S>
DRYSTONE_ON_DEVICE Vec<S> turning_error(const TurningLaw& law, double s_n, const Vec<S>& m, const Vec<S>& Omega, double rho) {
    Vec<S> wanted = m - rho * Omega;
    if (law.lag > 0.0) {
        const double nu = viscosity(law, s_n), keep = nu > 0.0 ? nu / (nu + rho) : 0.0;
        for (int k = S == 1 ? 0 : 1; k < S; ++k) wanted[k] *= keep;
    }
    return m - shortened(law, s_n, wanted);
}

/// The moment that the law asks for at normal impulse s_n, with Omega = W m + q.
DRYSTONE_ON_DEVICE inline Vec<1> moment_at(const TurningLaw& law, double s_n, const Mat<1>& W, const Vec<1>& q, const Vec<1>&) {
    if (!(W[0][0] > 0.0)) return {};
    const double nu = viscosity(law, s_n);
    const double m = law.lag > 0.0 ? -nu * q[0] / (1.0 + nu * W[0][0]) : -q[0] / W[0][0];
    return shortened(law, s_n, Vec<1>{{m}});
}

DRYSTONE_ON_DEVICE inline Vec<3> moment_at(const TurningLaw& law, double s_n, const Mat<3>& W, const Vec<3>& q, const Vec<3>& m) {
    Vec<3> next{};
    const double spin = torsion_limit(law, s_n), roll = rolling_limit(law, s_n);
    if (spin > 0.0 && W[0][0] > 0.0) {
        const double held = -(q[0] + W[0][1] * m[1] + W[0][2] * m[2]) / W[0][0];
        next[0] = std::min(std::max(held, -spin), spin);
    }
    if (!(roll > 0.0) || !(W[1][1] + W[2][2] > 0.0)) return next;
    Tangential c{.S = {{Vec<2>{{W[1][1], W[1][2]}}, Vec<2>{{W[2][1], W[2][2]}}}},
                 .t = {{-q[1] - W[1][0] * next[0], -q[2] - W[2][0] * next[0]}},
                 .slope = {},
                 .normal_at_rest = 0.0,
                 .cohesion = roll};
    if (law.lag > 0.0) {
        const double nu = viscosity(law, s_n);
        c.S = nu * c.S + Mat<2>::scaled_identity(1.0);
        c.t = nu * c.t;
    }
    regularise(c, c.S[0][0] + c.S[1][1]);
    const Vec<2> m_t = stick_or_slip(c, 0.0);
    next[1] = m_t[0];
    next[2] = m_t[1];
    return next;
}

}  // namespace drystone::device

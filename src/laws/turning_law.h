#pragma once

#include <algorithm>
#include <cmath>

#include "core/vec.h"

namespace drystone {

/// Rolling and torsion friction: the moment m a contact carries besides its impulse r, on body B, in the contact
/// frame (3D: about n, t1, t2; 2D: about the one axis there is), against the relative spin Omega = w_B - w_A.
///
///     |m_t| <= M_t + l_t s_n,  |m_n| <= M_n + l_n s_n;
///     a part within its limit has no spin, one at its limit opposes it
///                                                              Brendel (1.38)-(1.42), docs/theory.md (3.8)
///
/// s_n = r_n + tension. The length l_t may grow with the load, l_t = rolling s_n^power (Brendel 1.44, 1.45).
struct TurningLaw {
    double rolling = 0.0;   // l_t [m], times (N s)^-power
    double torsion = 0.0;   // l_n [m], 3D only
    double power = 0.0;     // 0; 1/2 for disks or 1/3 for spheres whose contact widens under load
    double bending = 0.0;   // M_t, carried without a load: a bond [N m s]; may be infinite
    double twisting = 0.0;  // M_n, likewise, 3D only [N m s]

    bool turns() const { return rolling > 0.0 || torsion > 0.0 || bending > 0.0 || twisting > 0.0; }
    bool operator==(const TurningLaw&) const = default;

    double rolling_limit(double s_n) const {
        if (rolling == 0.0) return bending;  // also where s_n is infinite
        const double s = std::max(s_n, 0.0);
        return bending + (power == 0.0 ? rolling * s : rolling * std::pow(s, 1.0 + power));
    }
    double torsion_limit(double s_n) const {
        return torsion == 0.0 ? twisting : twisting + torsion * std::max(s_n, 0.0);
    }
};

/// Nearest moment within the limits at normal impulse s_n.
inline Vec<1> within_limits(const TurningLaw& law, double s_n, const Vec<1>& m) {
    const double limit = law.rolling_limit(s_n);
    return {{std::clamp(m[0], -limit, limit)}};
}

inline Vec<3> within_limits(const TurningLaw& law, double s_n, const Vec<3>& m) {
    const double spin = law.torsion_limit(s_n), roll = law.rolling_limit(s_n), size = std::hypot(m[1], m[2]);
    const double keep = size > roll ? roll / size : 1.0;
    return {{std::clamp(m[0], -spin, spin), keep * m[1], keep * m[2]}};
}

/// m - P(m - rho Omega): zero exactly where the law holds, for any rho > 0 [kg m2].
template <int S>
Vec<S> turning_map(const TurningLaw& law, double s_n, const Vec<S>& m, const Vec<S>& Omega, double rho) {
    return m - within_limits(law, s_n, m - rho * Omega);
}

}  // namespace drystone

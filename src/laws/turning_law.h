#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/on_device.h"
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
///
/// viscous: within its limit the rolling part has the spin that its moment asks for,
///
///     m_t + lag s_n Omega_t = 0                                (Brendel sec. 1.7), docs/theory.md (3.19)
///
/// and there is no limit but that of a load, s_n > 0, unless one is given.
///
/// play: the first component, about n in space, has two stops instead: no moment while -play <= Omega <= 0,
///
///     m <= 0 where Omega = 0,   m >= 0 where Omega = -play                              docs/theory.md (3.44)
struct TurningLaw {
    double rolling = 0.0;   // l_t [m], times (N s)^-power
    double torsion = 0.0;   // l_n [m], 3D only
    double power = 0.0;     // 0; 1/2 for disks or 1/3 for spheres whose contact widens under load
    double bending = 0.0;   // M_t, carried without a load: a bond [N m s]; may be infinite
    double twisting = 0.0;  // M_n, likewise, 3D only [N m s]
    double lag = 0.0;       // of viscous rolling; 0: it is not viscous [m s]
    double play = 0.0;      // between two stops; 0: it is held [rad/s]

    DRYSTONE_ON_DEVICE bool viscous() const { return lag > 0.0; }
    DRYSTONE_ON_DEVICE bool turns() const {
        return viscous() || rolling > 0.0 || torsion > 0.0 || bending > 0.0 || twisting > 0.0;
    }
    bool operator==(const TurningLaw&) const = default;

    /// m_t over -Omega_t, below the limit [N m s2].
    DRYSTONE_ON_DEVICE double viscosity(double s_n) const { return lag * std::max(s_n, 0.0); }

    DRYSTONE_ON_DEVICE double rolling_limit(double s_n) const {
        if (rolling == 0.0 && viscous()) return s_n > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
        if (rolling == 0.0) return bending;  // also where s_n is infinite
        const double s = std::max(s_n, 0.0);
        return bending + (power == 0.0 ? rolling * s : rolling * std::pow(s, 1.0 + power));
    }
    DRYSTONE_ON_DEVICE double torsion_limit(double s_n) const {
        return torsion == 0.0 ? twisting : twisting + torsion * std::max(s_n, 0.0);
    }
};

/// Nearest moment within the limits at normal impulse s_n.
DRYSTONE_ON_DEVICE inline Vec<1> within_limits(const TurningLaw& law, double s_n, const Vec<1>& m) {
    const double limit = law.rolling_limit(s_n);
    return {{std::clamp(m[0], -limit, limit)}};
}

DRYSTONE_ON_DEVICE inline Vec<3> within_limits(const TurningLaw& law, double s_n, const Vec<3>& m) {
    const double spin = law.torsion_limit(s_n), roll = law.rolling_limit(s_n), size = std::hypot(m[1], m[2]);
    const double keep = size > roll ? roll / size : 1.0;
    return {{std::clamp(m[0], -spin, spin), keep * m[1], keep * m[2]}};
}

/// The m with z - m in rho T(m), -Omega = T(m) the staircase of a law with play: its resolvent.
DRYSTONE_ON_DEVICE inline double across_play(double play, double z, double rho) {
    return play == 0.0 || z <= 0.0 ? z : std::max(0.0, z - rho * play);
}

/// m - P(m - rho Omega), where a viscous part first shrinks by viscosity / (viscosity + rho): zero exactly where the law
/// holds, for any rho > 0 [kg m2].
template <int S>
DRYSTONE_ON_DEVICE Vec<S> turning_map(const TurningLaw& law, double s_n, const Vec<S>& m, const Vec<S>& Omega, double rho) {
    Vec<S> wanted = m - rho * Omega;
    wanted[0] = across_play(law.play, wanted[0], rho);
    if (law.viscous()) {
        const double viscosity = law.viscosity(s_n),
                     keep = viscosity > 0.0 ? viscosity / (viscosity + rho) : 0.0;
        for (int k = S == 1 ? 0 : 1; k < S; ++k) wanted[k] *= keep;
    }
    return m - within_limits(law, s_n, wanted);
}

}  // namespace drystone

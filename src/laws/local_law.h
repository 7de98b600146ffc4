#pragma once

#include <algorithm>
#include <limits>

#include "core/on_device.h"
#include "core/vec.h"
#include "laws/turning_law.h"

namespace drystone {

/// How the normal direction and the slip of a joint give way. With the defaults nothing does: a rigid contact.
///
///     r_n = -c            v_n >= C- c             it opens, or tears
///     -c <= r_n <= 0      v_n = -C- r_n           it is pulled
///     0 <= r_n <= P       v_n = -C+ r_n           it is pressed
///     r_n = P             0 >= v_n + C+ P >= -w   it gives way: crushing, or closing after it has opened a little
///     r_n >= P            v_n + w = -C+ r_n       it has closed
///
/// c is LocalLaw::tension. A monotone staircase: docs/theory.md (3.9), (3.10).
struct Yielding {
    static constexpr double never = std::numeric_limits<double>::infinity();

    double pulled = 0.0;      // C-, compliance in tension [1/kg]
    double pressed = 0.0;     // C+, compliance in compression [1/kg]
    double slip = 0.0;        // C_t, compliance in shear [1/kg]
    double gives_at = never;  // P [N s]
    double gives_by = never;  // w [m/s]

    bool operator==(const Yielding&) const = default;
};

/// What every law boils down to, at one contact and for one step. Solvers know this and nothing else.
///
/// Frame: component 0 along n, which points from body A to body B.
/// r is the impulse received by B [N s], u the velocity of B relative to A [m/s], v = u + velocity_shift.
///
///     (r_n, v_n) on the staircase of Yielding,   |r_t| <= a + mu r_n,   v_t + C_t r_t = 0 where it is less,
///     and else against r_t                                                   docs/theory.md (3.11)
///
/// Dry friction: c = a = 0, nothing yields. Then, and whenever a = mu c, it is one cone with its tip at -c n:
///
///     s = r + c n in K,   v + mu |v_t| n in K*,   s . (v + mu |v_t| n) = 0       docs/theory.md (3.4)
template <int D>
struct LocalLaw {
    double mu = 0.0;          // friction coefficient [-]
    Vec<D> velocity_shift{};  // restitution, gap and elastic terms [m/s]
    double tension = 0.0;     // c, the pull the contact can carry [N s]; may be infinite
    double cohesion = 0.0;    // a, the shear it can carry at r_n = 0 [N s]; may be infinite
    Yielding yields{};
    TurningLaw turning{};  // rolling and torsion friction

    bool operator==(const LocalLaw&) const = default;

    DRYSTONE_ON_DEVICE bool is_cone() const {
        return tension < Yielding::never && cohesion == mu * tension && yields == Yielding{};
    }
    DRYSTONE_ON_DEVICE bool is_dry() const { return tension == 0.0 && is_cone(); }
    DRYSTONE_ON_DEVICE double shear_limit(double r_n) const { return std::max(0.0, cohesion + mu * r_n); }
};

/// Nearest point of K to s.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> project_on_cone(double mu, const Vec<D>& s) {
    const double slip = tangential_norm(s);

    // The polar cone comes first: at mu = 0 the cone is a ray, and s_n < 0, s_t = 0 passes both tests.
    if (mu * slip <= -s[0]) return {};
    if (slip <= mu * s[0]) return s;

    const double normal = (s[0] + mu * slip) / (1.0 + mu * mu);
    Vec<D> on_cone = (mu * normal / slip) * s;
    on_cone[0] = normal;
    return on_cone;
}

/// The one r_n with r_n + rho T(r_n) = z, where -v_n = T(r_n) is the staircase: its resolvent.
DRYSTONE_ON_DEVICE inline double on_staircase(const Yielding& y, double tension, double z, double rho) {
    const double pulled = 1.0 + rho * y.pulled, pressed = 1.0 + rho * y.pressed;
    if (z < 0.0) return std::max(-tension, z / pulled);
    if (z <= y.gives_at * pressed) return z / pressed;
    if (y.gives_by == Yielding::never) return y.gives_at;
    return std::max(y.gives_at, (z - rho * y.gives_by) / pressed);
}

/// Zero exactly where the law holds, for any rho > 0 [kg]; its length is the contact's error e_i. v includes the
/// law's velocity_shift.
///
///     cone:  r + c n - P_K(r + c n - rho (v + mu |v_t| n))                        docs/theory.md (3.6)
///     else:  r_n - (its place on the staircase from r_n - rho v_n),
///            r_t - (r_t - rho v_t) / (1 + rho C_t) shortened to a + mu r_n        docs/theory.md (3.12)
template <int D>
DRYSTONE_ON_DEVICE Vec<D> natural_map(const LocalLaw<D>& law, const Vec<D>& r, Vec<D> v, double rho) {
    if (law.is_cone()) {
        v[0] += law.mu * tangential_norm(v);
        Vec<D> s = r;
        s[0] += law.tension;
        return s - project_on_cone(law.mu, s - rho * v);
    }
    Vec<D> wanted = (1.0 / (1.0 + rho * law.yields.slip)) * (r - rho * v);
    const double limit = law.shear_limit(r[0]), shear = tangential_norm(wanted);
    if (shear > limit) wanted = (limit / shear) * wanted;
    wanted[0] = on_staircase(law.yields, law.tension, r[0] - rho * v[0], rho);
    return r - wanted;
}

}  // namespace drystone

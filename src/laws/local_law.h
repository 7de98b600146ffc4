#pragma once

#include "core/vec.h"
#include "laws/turning_law.h"

namespace drystone {

/// What every law boils down to, at one contact and for one step. Solvers know this and nothing else.
///
/// Frame: component 0 along n, which points from body A to body B.
/// r is the impulse received by B [N s], u the velocity of B relative to A [m/s].
///
///     v = u + velocity_shift,   s = r + impulse_shift n,   K = { s : |s_t| <= mu s_n }
///     s in K,   v + mu |v_t| n in K*,   s . (v + mu |v_t| n) = 0              docs/theory.md (3.4)
///
/// With both shifts zero this is Signorini's condition and Coulomb's friction, in one line. How finite-range
/// cohesion and elastic or damaging joints fit: docs/theory.md section 3.4.
template <int D>
struct LocalLaw {
    double mu = 0.0;             // friction coefficient [-]
    Vec<D> velocity_shift{};     // restitution and gap terms [m/s]
    double impulse_shift = 0.0;  // cohesion: the tension the contact can carry [N s]
    TurningLaw turning{};        // rolling and torsion friction

    bool operator==(const LocalLaw&) const = default;
};

/// Nearest point of K to s.
template <int D>
Vec<D> project_on_cone(double mu, const Vec<D>& s) {
    const double slip = tangential_norm(s);

    // The polar cone comes first: at mu = 0 the cone is a ray, and s_n < 0, s_t = 0 passes both tests.
    if (mu * slip <= -s[0]) return {};
    if (slip <= mu * s[0]) return s;

    const double normal = (s[0] + mu * slip) / (1.0 + mu * mu);
    Vec<D> on_cone = (mu * normal / slip) * s;
    on_cone[0] = normal;
    return on_cone;
}

/// r - P_K(s - rho (v + mu |v_t| n)) + impulse_shift n: zero exactly where the law holds, for any rho > 0 [kg].
/// Its length is the contact's error e_i, docs/theory.md (3.6). v includes the law's velocity_shift.
template <int D>
Vec<D> natural_map(const LocalLaw<D>& law, const Vec<D>& r, Vec<D> v, double rho) {
    v[0] += law.mu * tangential_norm(v);
    Vec<D> s = r;
    s[0] += law.impulse_shift;
    return s - project_on_cone(law.mu, s - rho * v);
}

}  // namespace drystone

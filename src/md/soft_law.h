#pragma once

#include <cmath>
#include <numbers>

#include "laws/spring.h"

namespace drystone {

/// The law `spring` as soft particles feel it, docs/theory.md (13.1)-(13.5): numbers a kernel reads, one entry for each law of the book.
struct SoftLaw {
    double normal = 0.0;          // k_N [N/m]
    double slip = 0.0;            // k_T [N/m]
    double slip_damping = 0.0;    // gamma_T [N s/m]
    double friction = 0.0;        // mu [-]
    double rolling = 0.0;         // l_t [m]
    double torsion = 0.0;         // l_n [m]
    double bend = 0.0;            // k_bend [N m]; 0: k_N r*^2
    double twist = 0.0;           // k_twist [N m]; 0: k_N r*^2
    double normal_damping = 0.0;  // gamma_N [N s/m], where `damping_given`
    double restitution = 0.0;     // e_n [-], where not
    bool damping_given = false;
    bool acts = false;  // it is a spring: others have no stiffness, and refuse_rigid_laws() has seen to it

    bool slips() const { return slip > 0.0 || slip_damping > 0.0; }
    bool turns() const { return rolling > 0.0 || torsion > 0.0; }
};

inline SoftLaw soft_law(const Spring& law) {
    return {.normal = law.normal_stiffness,
            .slip = law.tangential_stiffness,
            .slip_damping = law.tangential_damping,
            .friction = law.friction,
            .rolling = law.rolling_friction,
            .torsion = law.torsion_friction,
            .bend = law.bend_stiffness,
            .twist = law.twist_stiffness,
            .normal_damping = law.has_normal_damping() ? law.normal_damping : 0.0,
            .restitution = law.restitution_normal,
            .damping_given = law.has_normal_damping(),
            .acts = true};
}

/// gamma_N of a pair of reduced mass M: as given, or such that a central impact bounces with e_n,
///
///     gamma = 2 L sqrt(k M / (pi^2 + L^2)),   L = - ln e_n        (13.3)
///
/// e_n = 0 is critical damping, the limit.
inline double damping_of(const SoftLaw& law, double M) {
    if (law.damping_given) return law.normal_damping;
    if (law.restitution >= 1.0) return 0.0;
    const double critical = 2.0 * std::sqrt(law.normal * M);
    if (law.restitution <= 0.0) return critical;
    const double L = -std::log(law.restitution);
    return critical * (L / std::sqrt(std::numbers::pi * std::numbers::pi + L * L));
}

/// The time a time step is measured against [s], (13.9): the collision time
///
///     t_c = pi / sqrt(k/M - (gamma / 2M)^2)
///
/// of the normal spring, at most twice that of the undamped one, at most 4 pi M / gamma; and pi sqrt(M / k_T) where the
/// tangential spring is the stiffer.
inline double shortest_time(const SoftLaw& law, double M) {
    constexpr double pi = std::numbers::pi;
    const double gamma = damping_of(law, M), k = std::max(law.normal, law.slip);
    const double undamped = k / M, half_rate = gamma / (2.0 * M);
    const double frequency2 = std::max(undamped - half_rate * half_rate, 0.25 * undamped);
    const double t = pi / std::sqrt(frequency2), damping = std::max(gamma, law.slip_damping);
    return damping > 0.0 ? std::min(t, 4.0 * pi * M / damping) : t;
}

}  // namespace drystone

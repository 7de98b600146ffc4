#pragma once

#include <algorithm>
#include <cmath>

#include "core/vec.h"
#include "laws/local_law.h"

namespace drystone {

/// What a law may know of a contact when a step begins.
template <int D>
struct Approach {
    Vec<D> velocity{};        // u-, relative velocity before the step, contact frame [m/s]
    double gap = 0.0;         // at detection [m]
    double step = 0.0;        // h [s]
    double radius = 0.0;      // r* = r1 r2 / (r1 + r2) of the two surfaces (Brendel 1.42) [m]
    bool closes_gap = false;  // the integrator asks for contacts still open and lets them close (euler)
    bool push = false;        // overlaps are pushed apart, not kept ([time] overlap)
};

/// Dry friction with Newton's restitution, rolling and torsion friction.
///
///     velocity_shift = (e_n min(u-_n, 0),  e_t u-_t)      a contact that is closed     docs/theory.md (4.2)
///     velocity_shift = (g / h,             0)             one still open at gap g      docs/theory.md (4.3)
///
///     rolling length = l_t + mu-bar r* + c (r* F_n)^p,  p = 1/2 (2D), 1/3 (3D): one of the three      (3.8)
///
/// Scene keys: friction, restitution = [e_n, e_t], rolling_friction, rolling_friction_ratio, rolling_growth,
/// torsion_friction.
struct Coulomb {
    double friction = 0.0;                // mu [-], >= 0
    double restitution_normal = 0.0;      // e_n [-], in [0, 1]
    double restitution_tangential = 0.0;  // e_t [-], in [0, 1]
    double rolling_friction = 0.0;        // l_t [m]
    double rolling_friction_ratio = 0.0;  // mu-bar [-]
    double rolling_growth = 0.0;          // c [m (N m)^-p]
    double torsion_friction = 0.0;        // l_n [m]

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in) const {
        LocalLaw<D> law;
        law.mu = friction;
        law.turning = turning_law(D, in.radius, in.step);
        if (in.closes_gap && in.gap > 0.0 && !strikes(in.velocity[0], in.gap, in.step)) {
            law.velocity_shift[0] = in.gap / in.step;
            return law;
        }
        law.velocity_shift = restitution_tangential * in.velocity;
        // A contact that is already opening does not bounce; without min() it would be allowed to sink.
        law.velocity_shift[0] = restitution_normal * std::min(in.velocity[0], 0.0);
        if (in.push && in.gap < 0.0)
            law.velocity_shift[0] = std::min(law.velocity_shift[0], in.gap / in.step);
        return law;
    }

  private:
    TurningLaw turning_law(int dimension, double radius, double h) const {
        if (rolling_growth > 0.0) {
            const double p = dimension == 2 ? 1.0 / 2.0 : 1.0 / 3.0;
            return {rolling_growth * std::pow(radius / h, p), torsion_friction, p};  // F_n = s_n / h
        }
        return {rolling_friction + rolling_friction_ratio * radius, torsion_friction, 0.0};
    }

    /// Closing the gap first would hide the impact velocity from the bounce one step later, so a contact with
    /// restitution bounces in the step in which it would close.
    bool strikes(double approach, double gap, double h) const {
        const bool bounces = restitution_normal > 0.0 || restitution_tangential > 0.0;
        return bounces && gap + h * approach < 0.0;
    }
};

}  // namespace drystone

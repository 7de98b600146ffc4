#pragma once

#include <cmath>
#include <utility>

#include "laws/cohesion.h"
#include "laws/dry_contact.h"
#include "laws/losses.h"
#include "laws/memory_schema.h"

namespace drystone {

/// Dry friction with restitution, static friction, rolling and torsion friction, viscous rolling, cohesion.
///
///     mu             = friction, or static_friction where the contact did not slide in the last step      (3.13)
///     rolling length = l_t + mu-bar r* + c (r* F_n)^p,  p = 1/2 (2D), 1/3 (3D): one of the three           (3.8)
///     rolling spin   = moment / (rolling_viscosity F_n) below its limit                                   (3.19)
///     velocity_shift by Restitution, tension by Cohesion                                docs/theory.md sec. 3, 4
///
/// Scene keys: friction, static_friction, restitution = [e_n, e_t], restitution_threshold, rolling_friction,
/// rolling_friction_ratio, rolling_growth, rolling_viscosity, torsion_friction, cohesion_force, cohesion_range.
struct Coulomb {
    double friction = 0.0;                // mu [-], >= 0
    double restitution_normal = 0.0;      // e_n [-], in [0, 1]
    double restitution_tangential = 0.0;  // e_t [-], in [0, 1]
    double rolling_friction = 0.0;        // l_t [m]
    double rolling_friction_ratio = 0.0;  // mu-bar [-]
    double rolling_growth = 0.0;          // c [m (N m)^-p]
    double rolling_viscosity = 0.0;       // lag of viscous rolling [m s]; 0: dry
    double torsion_friction = 0.0;        // l_n [m]
    double static_friction = 0.0;         // [-], >= friction; 0: there is one coefficient only
    double restitution_threshold = 0.0;   // approach slower than this does not bounce [m/s]
    Cohesion cohesion{};

    template <int D>
    struct Memory {
        bool intact = false;   // a cohesive bridge is there
        bool holds = false;    // the same: it acts across a gap
        bool sliding = false;  // it slid in the last step

        static constexpr auto fields() {
            return std::tuple{remember::flag("intact", &Memory::intact).shared(),
                              remember::flag("holds", &Memory::holds).shared().inner(),
                              remember::flag("sliding", &Memory::sliding).inner()};
        }
    };

    bool shares_force() const { return cohesion.force > 0.0; }
    bool has_two_coefficients() const { return static_friction > friction; }
    bool remembers() const { return has_two_coefficients() || cohesion.force > 0.0; }
    double reach() const { return cohesion.range; }

    template <int D>
    void meet(const Encounter& now, Memory<D>& memory) const {
        cohesion.meet(now, memory);
    }

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory = {}) const {
        const Restitution restitution{restitution_normal, restitution_tangential, restitution_threshold};
        LocalLaw<D> law;
        law.mu = has_two_coefficients() && !memory.sliding ? static_friction : friction;
        law.turning = turning_law(D, in.radius, in.step);
        law.velocity_shift = restitution.shift(in);
        if (memory.intact) cohesion.add_to(law, in);
        return law;
    }

    template <int D>
    Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        memory.sliding = out.slides();
        if (memory.intact) cohesion.settle(out, memory);
        Dissipation losses = dry_losses(out);
        if (out.r[0] < 0.0) std::swap(losses.impact, losses.cohesion);
        return losses;
    }

  private:
    TurningLaw turning_law(int dimension, double radius, double h) const {
        TurningLaw law{.rolling = rolling_friction + rolling_friction_ratio * radius,
                       .torsion = torsion_friction,
                       .lag = rolling_viscosity};
        if (rolling_growth > 0.0) {
            law.power = dimension == 2 ? 1.0 / 2.0 : 1.0 / 3.0;
            law.rolling = rolling_growth * std::pow(radius / h, law.power);  // F_n = s_n / h
        }
        return law;
    }
};

}  // namespace drystone

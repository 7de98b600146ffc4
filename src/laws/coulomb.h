#pragma once

#include <utility>

#include "core/on_device.h"
#include "laws/cohesion.h"
#include "laws/dry_contact.h"
#include "laws/losses.h"
#include "laws/memory_schema.h"
#include "laws/rolling.h"

namespace drystone {

/// Dry friction with restitution, static friction, rolling and torsion friction, viscous rolling, cohesion.
///
///     mu             = friction, or static_friction where the contact did not slide in the last step      (3.13)
///     velocity_shift by Restitution, moments by Rolling, tension by Cohesion            docs/theory.md sec. 3, 4
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

    DRYSTONE_ON_DEVICE bool shares_force() const { return cohesion.force > 0.0; }
    DRYSTONE_ON_DEVICE bool has_two_coefficients() const { return static_friction > friction; }
    bool remembers() const { return has_two_coefficients() || cohesion.force > 0.0; }
    double reach() const { return cohesion.range; }

    template <int D>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, Memory<D>& memory) const {
        cohesion.meet(now, memory);
    }

    template <int D>
    DRYSTONE_ON_DEVICE LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory = {}) const {
        const Restitution restitution{restitution_normal, restitution_tangential, restitution_threshold};
        const Rolling rolls{rolling_friction, rolling_friction_ratio, rolling_growth, rolling_viscosity, torsion_friction};
        LocalLaw<D> law;
        law.mu = has_two_coefficients() && !memory.sliding ? static_friction : friction;
        law.turning = rolls.turning(in);
        law.velocity_shift = restitution.shift(in);
        if (memory.intact) cohesion.add_to(law, in);
        return law;
    }

    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        memory.sliding = out.rubs();
        if (memory.intact) cohesion.settle(out, memory);
        Dissipation losses = dry_losses(out);
        if (out.r[0] < 0.0) std::swap(losses.impact, losses.cohesion);
        return losses;
    }
};

}  // namespace drystone

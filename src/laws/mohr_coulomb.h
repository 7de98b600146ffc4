#pragma once

#include "laws/dry_contact.h"
#include "laws/joining.h"
#include "laws/losses.h"
#include "laws/rolling.h"

namespace drystone {

/// A rigid mortar joint of area A that fails at once: tension cut-off, Mohr-Coulomb shear, crushing.
///
///     whole:   r_n >= -h A f_t,   |r_t| <= h A c + mu r_n,   r_n <= h A f_c        docs/theory.md (3.14)
///     failed:  the same with the residual values, and no tension once it has opened
///
/// It fails when it opens or slides at its limit (Outcome), not when one of many admissible sets of forces touches it. The limit
/// holds within that step too: no force ever exceeds the strength. A whole joint is anchored: it keeps its patch and two
/// material points together. Crushing goes on at f_c and moves the joint's place of rest with it; it does not break the joint.
/// A rigid joint has no fracture energy: what it takes to part it vanishes with the time step. See CohesiveZone.
struct MohrCoulomb {
    double tensile_strength = 0.0;                  // f_t [Pa], at most c / mu
    double cohesion = 0.0;                          // c [Pa]
    double friction = 0.0;                          // mu [-]
    double compressive_strength = Yielding::never;  // f_c [Pa]
    double residual_tensile_strength = 0.0;         // [Pa]
    double residual_cohesion = 0.0;                 // [Pa]
    double residual_friction = 0.0;                 // [-]
    JointArea joint{};
    Joining joining{};
    Restitution restitution{};  // of what is not joined, or no longer
    Rolling rolling{};

    template <int D>
    using Memory = JointMemory<D>;

    bool remembers() const { return true; }
    DRYSTONE_ON_DEVICE bool anchors() const { return true; }
    double reach() const { return joining.gap; }

    template <int D>
    DRYSTONE_ON_DEVICE bool keeps_gap(const Memory<D>& memory) const {
        return memory.intact;
    }

    template <int D>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, Memory<D>& memory) const {
        joining.meet(now, memory);
    }

    template <int D>
    DRYSTONE_ON_DEVICE LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        const double hA = in.step * joint.glued(in, memory);
        LocalLaw<D> law;
        law.mu = memory.intact ? friction : residual_friction;
        law.turning = rolling.turning(in);
        if (compressive_strength < Yielding::never)
            law.yields.gives_at = in.step * joint.bearing(in, memory) * compressive_strength;
        if (memory.intact) {
            law.tension = hA * tensile_strength;
            law.cohesion = hA * cohesion;
            law.velocity_shift = (1.0 / in.step) * memory.slip;
            law.velocity_shift[0] = (in.gap - memory.rest_gap) / in.step;  // back to where it was made
            return law;
        }
        law.velocity_shift = restitution.shift(in);
        if (in.closed) {
            law.tension = hA * residual_tensile_strength;
            law.cohesion = hA * residual_cohesion;
        }
        return law;
    }

    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        const bool crushed = out.is_crushed(), fails = memory.intact && (out.opens() || out.slides());
        Dissipation losses;
        (crushed || out.r[0] < 0.0 ? losses.damage : losses.impact) = out.normal_loss();
        // A joint that holds loses nothing to shear, but in the impact that made it: what brings its two points together
        // again is the scheme's.
        if (memory.intact && !fails) {
            if (memory.made) losses.impact += out.shear_loss();
        } else {
            const double limit = out.law.shear_limit(out.r[0]);
            const double dry = limit > 0.0 ? std::clamp(out.law.mu * out.r[0] / limit, 0.0, 1.0) : 1.0;
            losses.friction = dry * out.shear_loss();
            losses.damage += (1.0 - dry) * out.shear_loss();
        }
        losses.friction += out.turning_loss;
        if (crushed) memory.rest_gap = out.in.gap + out.in.step * out.after[0];
        if (fails) memory.intact = memory.holds = false;
        return losses;
    }
};

}  // namespace drystone

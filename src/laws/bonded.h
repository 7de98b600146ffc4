#pragma once

#include "laws/dry_contact.h"
#include "laws/joining.h"
#include "laws/losses.h"
#include "laws/rolling.h"

namespace drystone {

/// A bilateral link at a point: glue, a cement bridge, a weld. It carries any force and moment up to limits that need not
/// be there, and breaks when it moves at one of them (Outcome); what is left is dry friction.
///
///     r_n >= -h F_t,   |r_t| <= h F_s,   |m_t| <= h M_b,   |m_n| <= h M_t          docs/theory.md (3.15)
///
/// A link is anchored: it keeps two material points together as they were when it was made; without moments the bodies turn
/// about that place as about a hinge. It has no length over which it breaks, so a shock breaks it more easily
/// the smaller the time step; cohesion of finite range and CohesiveZone do not have that fault.
struct Bonded {
    double tensile_force = Yielding::never;  // F_t [N]
    double shear_force = Yielding::never;    // F_s [N]
    bool moments = true;                     // the link also keeps the bodies from turning against each other
    double bending_moment = Yielding::never;   // M_b [N m]
    double twisting_moment = Yielding::never;  // M_t [N m], 3D
    double friction = 0.0;                     // once broken [-]
    Joining joining{};
    Restitution restitution{};  // of what is not bonded, or no longer
    Rolling rolling{};          // likewise

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
        LocalLaw<D> law;
        if (!memory.intact) {
            law.mu = friction;
            law.velocity_shift = restitution.shift(in);
            law.turning = rolling.turning(in);
            return law;
        }
        law.tension = in.step * tensile_force;
        law.cohesion = in.step * shear_force;
        law.velocity_shift = (1.0 / in.step) * memory.slip;
        law.velocity_shift[0] = (in.gap - memory.rest_gap) / in.step;
        if (moments) {
            law.turning.bending = in.step * bending_moment;
            law.turning.twisting = D == 3 ? in.step * twisting_moment : 0.0;
        }
        return law;
    }

    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        if (!memory.intact) return dry_losses(out);
        if (!out.opens() && !out.slides() && !(moments && out.turns())) return {};
        memory.intact = memory.holds = false;
        return {.damage = out.normal_loss() + out.shear_loss() + out.turning_loss};
    }
};

}  // namespace drystone

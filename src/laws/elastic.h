#pragma once

#include "laws/dry_contact.h"
#include "laws/joining.h"
#include "laws/losses.h"
#include "laws/rolling.h"

namespace drystone {

/// A joint of area A that deforms: springs k_n, k_t per area, no tension, Coulomb friction.
///
///     r_n / h = -A k_n (g + h u_n)  >= 0,    r_t / h = -A k_t (slip + h u_t),   |r_t| <= mu r_n     docs/theory.md (3.10)
///
/// The springs are taken at the end of the step, as compliances 1 / (k A h^2) in the contact: stable for any stiffness at
/// any step, and damped by the time step itself where it does not resolve their vibration (booked as `scheme`). Very stiff
/// ones are the rigid contact of `euler`. The gap is the spring's length: compression shows as overlap. Memory: the
/// elastic slip, lost with the contact, when it no longer carries force.
///
/// Springs give back what they hold. With a restitution, bodies that strike each other do so as rigid ones, by Newton's rule.
struct Elastic {
    double normal_stiffness = 0.0;  // k_n [Pa/m]
    double shear_stiffness = 0.0;   // k_t [Pa/m]
    double friction = 0.0;          // mu [-]
    JointArea joint{};
    Restitution restitution{};
    Rolling rolling{};

    template <int D>
    struct Memory {
        Vec<D> slip{};             // of the shear springs, contact frame, tangential [m]
        double stored = 0.0;       // elastic energy [J]
        double steps_apart = 1e9;  // since it last carried force, or was made

        static constexpr auto fields() {
            return std::tuple{remember::tangent("slip", "m", &Memory::slip),
                              remember::number("stored", "J", &Memory::stored),
                              remember::number("steps_apart", "-", &Memory::steps_apart).inner()};
        }
    };

    bool remembers() const { return true; }
    DRYSTONE_ON_DEVICE bool looks_ahead() const { return true; }

    template <int D>
    DRYSTONE_ON_DEVICE bool keeps_gap(const Memory<D>&) const {
        return true;
    }

    template <int D>
    DRYSTONE_ON_DEVICE LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        const double h2A = in.step * in.step * joint.bearing(in);
        LocalLaw<D> law;
        law.mu = friction;
        law.turning = rolling.turning(in);
        if (restitution.strikes(in, memory.steps_apart)) {
            law.velocity_shift = restitution.shift(in);
            return law;
        }
        law.yields.pulled = law.yields.pressed = 1.0 / (normal_stiffness * h2A);
        law.yields.slip = 1.0 / (shear_stiffness * h2A);
        law.velocity_shift = (1.0 / in.step) * memory.slip;
        law.velocity_shift[0] = in.gap / in.step;
        return law;
    }

    /// Slip and energy of springs that carry r; what slid on beyond them is friction.
    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        const Yielding& y = out.law.yields;
        Vec<D> shear = out.r;
        shear[0] = 0.0;
        memory.slip = -(y.slip * out.in.step) * shear;
        memory.stored = 0.5 * (y.pressed * out.r[0] * out.r[0] + y.slip * dot(shear, shear));
        memory.steps_apart = out.r[0] > 0.0 ? 0.0 : memory.steps_apart + 1.0;
        if (y.pressed == 0.0) return dry_losses(out);  // an impact
        return {.friction = out.turning_loss - dot(shear, out.plastic_slip())};
    }
};

}  // namespace drystone

#pragma once

#include "laws/elastic.h"
#include "laws/softening.h"

namespace drystone {

/// A mortar joint of area A that softens as it tears: stiffness, strengths, fracture energies, friction.
///
/// A share d of the area is damaged. Two layers side by side make the joint (after Alfano and Sacco):
///
///     layer 0, the sound share:    springs (1 - d) k,  r_n >= -h A f_t S,  |r_t| <= h A f_s S
///     layer 1, the damaged share:  springs d k, no tension, friction mu: comes in as damage grows
///
/// S falls from 1 to 0 with the share e of the fracture energy that is spent, e = W_I / G_I + W_II / G_II (Softening).
/// Layer 0 is elastic and ends each step on or within its limits, whatever the step; when the step is accepted d and e move
/// to where springs and strength agree at the displacement reached, (1 - d) Q = S(e). docs/theory.md (3.16)-(3.18).
/// Unloading goes to the origin. Damage never heals; when d = 1 layer 1 is what remains: an elastic dry joint.
///
/// Memory: layer 0 the whole slip since the joint was made, d, e; layer 1 its own elastic slip and a copy of d.
struct CohesiveZone {
    double normal_stiffness = 0.0;  // k_n [Pa/m]
    double shear_stiffness = 0.0;   // k_t [Pa/m]
    double tensile_strength = 0.0;  // f_t [Pa]
    double shear_strength = 0.0;    // f_s [Pa]
    double energy_opening = 0.0;    // G_I [J/m2], > f_t^2 / 2 k_n (exponential: f_t^2 / k_n)
    double energy_shear = 0.0;      // G_II [J/m2], > f_s^2 / 2 k_t (likewise)
    double friction = 0.0;          // mu [-]
    Softening softening = Softening::linear;
    JointArea joint{};
    Joining joining{};

    template <int D>
    struct Memory : JointMemory<D> {
        double damage = 0.0;  // d, 0: whole, 1: gone [-]
        double spent = 0.0;   // e, share of the fracture energy that is used up [-]
        double stored = 0.0;  // elastic energy [J]

        static constexpr auto fields() {
            return std::tuple_cat(JointMemory<D>::fields(),
                                  std::tuple{remember::number("damage", "-", &Memory::damage).shared(),
                                             remember::number("spent", "-", &Memory::spent).shared(),
                                             remember::number("stored", "J", &Memory::stored)});
        }
    };

    bool remembers() const { return true; }
    bool looks_ahead() const { return true; }
    int layers() const { return 2; }

    template <int D>
    bool keeps_gap(const Memory<D>&) const {
        return true;
    }
    double reach() const {
        return joining.gap + longest_opening(softening, energy_opening / tensile_strength);
    }

    template <int D>
    void meet(const Encounter& now, Memory<D>& memory) const {
        joining.meet(now, memory);
        if (memory.made || now.fresh) memory.damage = memory.spent = memory.intact ? 0.0 : 1.0;
        if (memory.made) memory.slip = {};
    }

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        // A share of nothing would have an infinite compliance; this much is nothing, and finite.
        constexpr double least_share = 1e-9;
        const double hA = in.step * joint.bearing(in, memory);
        const double share = std::max(least_share, in.layer == 0 ? 1.0 - memory.damage : memory.damage);
        LocalLaw<D> law;
        law.yields.pulled = law.yields.pressed = 1.0 / (share * normal_stiffness * in.step * hA);
        law.yields.slip = 1.0 / (share * shear_stiffness * in.step * hA);
        law.velocity_shift = (1.0 / in.step) * memory.slip;
        law.velocity_shift[0] = (in.gap - memory.rest_gap) / in.step;
        if (in.layer == 1) {
            law.mu = friction;
        } else {
            const double strength = in.step * joint.glued(in, memory) * strength_left(softening, memory.spent);
            law.tension = strength * tensile_strength;
            law.cohesion = strength * shear_strength;
        }
        return law;
    }

    template <int D>
    Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        return out.in.layer == 1 ? Elastic::settle_springs(out, memory) : settle_sound_share(out, memory);
    }

  private:
    template <int D>
    Dissipation settle_sound_share(const Outcome<D>& out, Memory<D>& memory) const {
        const double h = out.in.step, A = joint.bearing(out.in, memory);
        Vec<D> moved = h * out.after;
        moved[0] = 0.0;
        memory.slip += moved;
        const double normal = out.in.gap - memory.rest_gap + h * out.after[0], slip = norm(memory.slip);
        const double opening = std::max(0.0, normal);

        // Per damage, in terms of strengths and of fracture energies: docs/theory.md (3.17).
        const double Q =
            std::max(normal_stiffness * opening / tensile_strength, shear_stiffness * slip / shear_strength);
        const double W_I = 0.5 * normal_stiffness * opening * opening,
                     W_II = 0.5 * shear_stiffness * slip * slip;
        const double Y = W_I / energy_opening + W_II / energy_shear, before = memory.spent;
        grow(softening, Q, Y, memory.damage, memory.spent);

        memory.stored = 0.5 * A * (1.0 - memory.damage) *
                        (normal_stiffness * normal * normal + shear_stiffness * slip * slip);
        if (memory.damage >= 1.0) {
            memory.intact = memory.holds = false;
            memory.rest_gap = 0.0;
        }
        return {.damage = Y > 0.0 ? A * (memory.spent - before) * (W_I + W_II) / Y : 0.0};
    }
};

}  // namespace drystone

#pragma once

#include "laws/spring.h"
#include "narrowphase/contact_point.h"
#include "statics/contact_stiffness.h"

namespace drystone {

/// Two parts near each other, and the springs between them. Also pairs that are apart: a contact is born when its gap
/// closes. Frame and signs as everywhere: n from A to B, forces on B, compression positive.
///
/// The gap is a quantity of its own, changed by exact differences and never taken anew from places, so that forces
/// k_N gap keep all their digits however stiff the contact.
template <int D>
struct Link {
    int a = 0, b = 0;           // parts, a < b
    std::uint32_t feature = 0;  // of a drum: shell or end
    std::array<int, D> image{};  // of b, in a cell that repeats
    int body_a = 0, body_b = 0;
    const Spring* law = nullptr;

    Vec<D> normal{}, point{}, arm_a{}, arm_b{};
    double gap = 0.0;       // [m]
    double rest_gap = 0.0;  // of a bond: where it is without force [m]
    bool bonded = false;

    SpringMemory<D> drawn{};  // what the springs remember
    double press = 0.0;       // N [N]
    Vec<D> shear{};           // T, world axes [N]
    Spin<D> couple{};         // M, world axes [N m]
    bool closed = false;

    // What friction left of the springs' answer: limit over trial force, 1 below the limit [-].
    double shear_share = 1.0, bend_share = 1.0, twist_share = 1.0;

    /// Friction is used up, whether or not the last step slid.
    bool at_limit() const {
        constexpr double rounding = 1e-9;
        return closed && !bonded && law->friction > 0.0 &&
               norm(shear) >= (1.0 - rounding) * law->friction * press;
    }

    Vec<D> force() const { return press * normal + shear; }

    /// k^c of its present state, with secants where friction is at its limit, share times k: never negative, and it does not jump
    /// when contacts slide to and fro. (Bagi 6.1.6: zero there.)
    Generalised<D> secant_stiffness() const {
        return contact_stiffness<D>(law->normal_stiffness, shear_share * law->tangential_stiffness,
                                    twist_share * law->twist_stiffness, bend_share * law->bend_stiffness);
    }

    /// k^c of a bond, whatever its state.
    Generalised<D> elastic_stiffness() const {
        return contact_stiffness<D>(law->normal_stiffness, law->tangential_stiffness, law->twist_stiffness,
                                    law->bend_stiffness);
    }

    Generalised<D> on_a() const { return joined<D>(-force(), -(moment(arm_a, force()) + couple)); }
    Generalised<D> on_b() const { return joined<D>(force(), moment(arm_b, force()) + couple); }
};

/// Lets the springs answer: `moved` is the link where the bodies are now (gap, normal, arms), with the forces it had before,
/// `slip` and `turn` what B did against A meanwhile at the contact, world axes. Bonds are not broken here. (12.1)
template <int D>
void stretch(Link<D>& moved, const Vec<D>& old_normal, const Vec<D>& slip, const Spin<D>& turn);

/// How near a bond is to breaking: its largest force over strength [-].
template <int D>
double bond_load(const Link<D>& link);

}  // namespace drystone

#pragma once

#include <limits>

#include "laws/bonded.h"
#include "laws/coulomb.h"

namespace drystone {

/// Springs at a point, with Coulomb's limit: the law of methods whose contacts deform. Compression and the moments grow with
/// displacements at the contact, in its frame (n, t, w):
///
///     N = k_N overlap,   dT = k_T d(slip),   |T| <= mu N
///     dM_n = k_twist d(twist),   dM_t = k_bend d(bend),   |M_n| <= l_n N,   |M_t| <= l_t N        docs/theory.md (12.1)
///
/// bonded: pairs that touch when the scene begins carry pull, shear and moments as well, each up to its strength, and are
/// dry once one of them is reached.
///
/// Under contact dynamics everything is rigid, and the law is its limit for stiffnesses without bound: `coulomb` with the same
/// numbers, while a bond holds `bonded`. A bond without a tangential, bending or twisting spring does not hold that way.
struct Spring {
    static constexpr double unbreakable = std::numeric_limits<double>::infinity();
    static constexpr double from_restitution = -1.0;

    double normal_stiffness = 0.0;             // k_N [N/m], > 0
    double tangential_stiffness = 0.0;         // k_T [N/m]
    double twist_stiffness = 0.0;              // k_twist [N m], 3D
    double bend_stiffness = 0.0;               // k_bend [N m]
    double friction = 0.0;                     // mu [-]
    double restitution_normal = 0.0;           // e_n [-], in [0, 1]
    double restitution_tangential = 0.0;       // e_t [-], in [0, 1]
    double normal_damping = from_restitution;  // [N s/m], >= 0, or so that the pair bounces with e_n
    double tangential_damping = 0.0;           // [N s/m]
    double rolling_friction = 0.0;             // l_t [m]
    double torsion_friction = 0.0;             // l_n [m], 3D
    bool bonded = false;                       // pairs that touch at the start are
    double tension_strength = unbreakable;     // [N]
    double shear_strength = unbreakable;       // [N]
    double bend_strength = unbreakable;        // [N m]
    double twist_strength = unbreakable;       // [N m], 3D

    bool has_normal_damping() const { return normal_damping != from_restitution; }

    template <int D>
    using Memory = JointMemory<D>;

    bool remembers() const { return bonded; }
    bool anchors() const { return bonded; }

    template <int D>
    bool keeps_gap(const Memory<D>& memory) const {
        return memory.intact;
    }

    template <int D>
    void meet(const Encounter& now, Memory<D>& memory) const {
        if (bonded) bond(D).meet(now, memory);
    }

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        if (bonded && memory.intact) return bond(D).compile(in, memory);
        return dry().compile(in, Coulomb::Memory<D>{});
    }

    template <int D>
    Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        return bonded ? bond(D).settle(out, memory) : dry_losses(out);
    }

    /// Its rigid limit, once or while there is no bond.
    Coulomb dry() const {
        return {.friction = friction,
                .restitution_normal = restitution_normal,
                .restitution_tangential = restitution_tangential,
                .rolling_friction = rolling_friction,
                .torsion_friction = torsion_friction};
    }

    /// Its rigid limit while the bond holds.
    Bonded bond(int dimension) const {
        const bool twists = dimension == 3 && twist_stiffness > 0.0, bends = bend_stiffness > 0.0;
        return {.tensile_force = tension_strength,
                .shear_force = tangential_stiffness > 0.0 ? shear_strength : 0.0,
                .moments = bends || twists,
                .bending_moment = bends ? bend_strength : 0.0,
                .twisting_moment = twists ? twist_strength : 0.0,
                .friction = friction};
    }
};

}  // namespace drystone

#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "core/motion.h"
#include "laws/bonded.h"
#include "laws/coulomb.h"

namespace drystone {

/// Springs at a point, with Coulomb's limit: the law of methods whose contacts deform (their forces: spring_force.h). Compression and the moments grow with
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
    bool slips() const { return tangential_stiffness > 0.0 || tangential_damping > 0.0; }
    bool turns() const { return rolling_friction > 0.0 || torsion_friction > 0.0; }

    /// gamma_N of a pair of reduced mass M: as given, or such that a central impact bounces with e_n,
    ///
    ///     gamma = 2 L sqrt(k M / (pi^2 + L^2)),   L = - ln e_n                               docs/theory.md (13.3)
    ///
    /// e_n = 0 is critical damping, the limit. [N s/m]
    double damping_for(double M) const {
        if (has_normal_damping()) return normal_damping;
        if (restitution_normal >= 1.0) return 0.0;
        const double critical = 2.0 * std::sqrt(normal_stiffness * M);
        if (restitution_normal <= 0.0) return critical;
        const double L = -std::log(restitution_normal);
        return critical * (L / std::sqrt(std::numbers::pi * std::numbers::pi + L * L));
    }

    template <int D>
    using Memory = JointMemory<D>;

    bool remembers() const { return bonded; }
    DRYSTONE_ON_DEVICE bool anchors() const { return bonded; }

    template <int D>
    DRYSTONE_ON_DEVICE bool keeps_gap(const Memory<D>& memory) const {
        return memory.intact;
    }

    template <int D>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, Memory<D>& memory) const {
        if (bonded) bond(D).meet(now, memory);
    }

    template <int D>
    DRYSTONE_ON_DEVICE LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        if (bonded && memory.intact) return bond(D).compile(in, memory);
        return dry().compile(in, Coulomb::Memory<D>{});
    }

    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        return bonded ? bond(D).settle(out, memory) : dry_losses(out);
    }

    /// Its rigid limit, once or while there is no bond.
    DRYSTONE_ON_DEVICE Coulomb dry() const {
        return {.friction = friction,
                .restitution_normal = restitution_normal,
                .restitution_tangential = restitution_tangential,
                .rolling_friction = rolling_friction,
                .torsion_friction = torsion_friction};
    }

    /// Its rigid limit while the bond holds.
    DRYSTONE_ON_DEVICE Bonded bond(int dimension) const {
        const bool twists = dimension == 3 && twist_stiffness > 0.0, bends = bend_stiffness > 0.0;
        return {.tensile_force = tension_strength,
                .shear_force = tangential_stiffness > 0.0 ? shear_strength : 0.0,
                .moments = bends || twists,
                .bending_moment = bends ? bend_strength : 0.0,
                .twisting_moment = twists ? twist_strength : 0.0,
                .friction = friction};
    }
};

/// How far the springs of a contact are drawn, world axes.
template <int D>
struct SpringMemory {
    Vec<D> slip{};   // xi: of b relative to a, in the contact plane [m]
    Spin<D> turn{};  // theta: of b relative to a; rolling in the plane, torsion along the normal [rad]
};

/// The answer of a contact, with what sliders gave up and dashpots took since the last evaluation [J].
template <int D>
struct SpringForce {
    Vec<D> force{};      // on b [N]
    Spin<D> moment{};    // on b [N m]
    double press = 0.0;  // N [N]
    Vec<D> shear{};      // T [N]
    double impact = 0.0;
    double friction = 0.0;
    bool slides = false;
    // What sliders left of the springs' answer: limit over trial force, 1 below the limit [-].
    double shear_share = 1.0, roll_share = 1.0, twist_share = 1.0;
};

}  // namespace drystone

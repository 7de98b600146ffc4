#pragma once

#include <vector>

#include "contact/contact_problem.h"
#include "core/motion.h"

namespace drystone {

/// What a solver needs of a body that impulses can move.
template <int D>
struct MobileBody {
    bool isotropic = true;               // both matrices are multiples of the identity
    Mat<D> inverse_mass{};               // [1/kg], world axes
    Mat<spin_dim<D>> inverse_inertia{};  // [1/(kg m2)], world axes
    bool operator==(const MobileBody&) const = default;
};

/// One contact seen from its two bodies. Index -1: a body that impulses cannot move; its velocity is in b.
template <int D>
struct ContactArms {
    int body_a = -1;     // mobile body that receives -r
    int body_b = -1;     // mobile body that receives +r
    bool round = false;  // bodies isotropic and both lever arms along n: W_ii is diagonal, tangents alike
    Mat<D> frame{};      // rows n, t..., world axes
    Vec<D> arm_a{};      // from the centre of mass of a to the contact point [m]
    Vec<D> arm_b{};      // likewise of b [m]
    bool operator==(const ContactArms&) const = default;
};

/// Spins and moments turn with the contact frame in space; in the plane there is one axis.
inline Vec<1> to_frame(const Mat<2>&, const Vec<1>& w) { return w; }
inline Vec<3> to_frame(const Mat<3>& frame, const Vec<3>& w) { return frame * w; }
inline Vec<1> from_frame(const Mat<2>&, const Vec<1>& w) { return w; }
inline Vec<3> from_frame(const Mat<3>& frame, const Vec<3>& w) { return transpose_times(frame, w); }

/// W = H^T M^-1 H through the bodies, never stored: u_i = H_i^T V, V = M^-1 sum_j H_j r_j. docs/theory.md (2.6).
template <int D>
struct BodyMap {
    std::vector<MobileBody<D>> body;      // (mobile bodies)
    std::vector<ContactArms<D>> contact;  // (contacts)

    using State = std::vector<Twist<D>>;  // V (mobile bodies)

    int size() const { return static_cast<int>(contact.size()); }
    Mat<D> diagonal(int i) const;
    void reset(State& V) const { V.assign(body.size(), {}); }
    Vec<D> velocity(const State& V, int i) const;
    void add(State& V, int i, const Vec<D>& dr) const;

    // The same for the moment of contact i and the relative spin of its bodies, contact frame.
    Mat<spin_dim<D>> spin_diagonal(int i) const;
    Spin<D> spin(const State& V, int i) const;
    void add_moment(State& V, int i, const Spin<D>& dm) const;

    bool operator==(const BodyMap&) const = default;
};

template <int D>
using RigidProblem = ContactProblem<D, BodyMap<D>>;

}  // namespace drystone

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "contact/contact_arms.h"
#include "contact/contact_problem.h"
#include "contact/mobile_bodies.h"
#include "core/motion.h"

namespace drystone {

/// A body that is not rigid: n vectors of velocity that answer impulses on them, v = C f. What they are is its own affair: nodes
/// of a mesh that contacts grip, centre and axes of a body of uniform strain; the velocity gradient of a cell that repeats (step/cell.h).
template <int D>
struct CompliantBody {
    int first = 0;                   // its degrees of freedom among those of all
    int count = 0;                   // n
    std::vector<double> compliance;  // (n D x n D)  C, symmetric, positive semi-definite, world axes [1/kg]
    bool hub = false;                // n = D, and everyone grips it: a cell. Sweeps tell it of many impulses at once

    std::size_t rows() const { return static_cast<std::size_t>(count) * D; }
    /// Velocities of all its degrees of freedom for a unit impulse on degree of freedom a along an axis: (n D).
    const double* answer(int a, int axis) const {
        return compliance.data() + (static_cast<std::size_t>(a) * D + static_cast<std::size_t>(axis)) * rows();
    }
    bool operator==(const CompliantBody&) const = default;
};

/// How a contact holds on to a compliant body: its relative velocity has sum_k weight_k v_k of it, its relative spin
/// sum_k curl_k x v_k. The signs of the sides (a: -, b: +) are in both. docs/theory.md (2.9), (2.10).
template <int D>
struct Grip {
    int body = 0;   // in BodyMap::compliant
    int count = 0;  // of degrees of freedom
    std::array<int, 8> dof{};        // of the body: 0 .. n
    std::array<double, 8> weight{};  // [-]
    std::array<Vec<D>, 8> curl{};    // half the gradients of the weights: zero where no moment is carried [1/m]
    bool operator==(const Grip&) const = default;
};

/// Spins and moments turn with the contact frame in space; in the plane there is one axis.
inline Vec<1> to_frame(const Mat<2>&, const Vec<1>& w) { return w; }
inline Vec<3> to_frame(const Mat<3>& frame, const Vec<3>& w) { return frame * w; }
inline Vec<1> from_frame(const Mat<2>&, const Vec<1>& w) { return w; }
inline Vec<3> from_frame(const Mat<3>& frame, const Vec<3>& w) { return transpose_times(frame, w); }

/// What impulses given so far have done to everything that moves.
template <int D>
struct MapState {
    std::vector<Twist<D>> body;  // V (mobile bodies)
    std::vector<Vec<D>> dof;     // v (degrees of freedom of compliant bodies, one after the other) [m/s]
};

/// W = H^T M^-1 H + N^T C N through the bodies, never stored: u_i = H_i^T V + N_i^T v with V = M^-1 sum_j H_j r_j of the rigid
/// bodies and v = C sum_j N_j r_j of the compliant ones. docs/theory.md (2.6), (2.9).
template <int D>
struct BodyMap {
    MobileBodies<D> body;                     // (mobile bodies)
    ArmsList<D> contact;                      // (contacts)
    std::vector<CompliantBody<D>> compliant;  // bodies that deform
    std::vector<Grip<D>> grip;                // of all contacts
    /// Of a hub: a contact's weights are hub_place of b, less that of a (0 where there is none), + hub_extra. None: nobody says.
    std::vector<Vec<D>> hub_place;  // (mobile bodies)
    std::vector<Vec<D>> hub_extra;  // (contacts)  0 of most

    using State = MapState<D>;

    int size() const { return static_cast<int>(contact.size()); }
    /// Degrees of freedom of all compliant bodies.
    int dofs() const { return compliant.empty() ? 0 : compliant.back().first + compliant.back().count; }
    Mat<D> diagonal(int i) const;
    void reset(State& state) const;
    Vec<D> velocity(const State& state, int i) const;
    void add(State& state, int i, const Vec<D>& dr) const;

    // The same for the moment of contact i and the relative spin of its bodies, contact frame.
    Mat<spin_dim<D>> spin_diagonal(int i) const;
    Spin<D> spin(const State& state, int i) const;
    void add_moment(State& state, int i, const Spin<D>& dm) const;

    bool operator==(const BodyMap&) const = default;
};

/// Who answers impulses on a contact: mobile bodies by their number, compliant ones after them; -1: nobody more.
using Owners = std::array<int, 4>;

template <int D>
Owners owners_of(const BodyMap<D>& map, int i) {
    const ContactArms<D>& c = map.contact[i];
    Owners owners = {-1, -1, -1, -1};
    std::size_t n = 0;
    if (c.body_a >= 0) owners[n++] = c.body_a;
    if (c.body_b >= 0 && c.body_b != c.body_a) owners[n++] = c.body_b;
    for (int g = c.first_grip; g < c.first_grip + c.grips; ++g) {
        const int owner = static_cast<int>(map.body.size()) + map.grip[g].body;
        if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners[n++] = owner;
    }
    return owners;
}

/// What impulse f and moment m of a contact (world axes, as its b side receives them) do to degree of freedom k of a grip.
template <int D>
Vec<D> pull(const Grip<D>& grip, std::size_t k, const Vec<D>& f, const Spin<D>& m) {
    return grip.weight[k] * f + turn(m, grip.curl[k]);
}

/// Relative velocity of a contact that the grip's body gives it, world axes; `v` are the body's degrees of freedom.
template <int D>
Vec<D> held_velocity(const Grip<D>& grip, const Vec<D>* v) {
    Vec<D> sum{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) sum += grip.weight[k] * v[grip.dof[k]];
    return sum;
}

/// Likewise its relative spin.
template <int D>
Spin<D> held_spin(const Grip<D>& grip, const Vec<D>* v) {
    Spin<D> sum{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) sum += moment(grip.curl[k], v[grip.dof[k]]);
    return sum;
}

/// The problem of a step: rigid and compliant bodies.
template <int D>
using RigidProblem = ContactProblem<D, BodyMap<D>>;

}  // namespace drystone

#pragma once

#include <cassert>
#include <cstdint>

#include "contact/body_map.h"
#include "solvers/round_contact.h"

namespace drystone {

// What the sweeps of nonlinear Gauss-Seidel touch, packed for them.

/// A contact with any law, or of a body that is held in part: full block, vectors in the contact frame.
template <int D>
struct FullContact {
    ContactArms<D> arms;
    Mat<D> W{};
    Vec<D> b{};  // the law's shift included [m/s]
    Vec<D> r{};
    LocalLaw<D> law;
    double rho = 0.0;  // [kg]
};

enum class ContactKind : std::uint8_t { round, plain, full, compliant };

/// Where a contact's record is: slot k of its kind's plan.
struct ContactPlace {
    ContactKind kind : 2 = ContactKind::round;
    int slot : 30 = 0;

    ContactPlace() = default;
    ContactPlace(ContactKind of, int k) : kind(of), slot(k) { assert(slot == k); }
};
static_assert(sizeof(ContactPlace) == 4);

/// The moment of a contact with rolling or torsion friction, contact frame. Visited after the impulses.
template <int D>
struct TurningContact {
    Mat<D> frame{};
    Mat<spin_dim<D>> W{};  // of the relative spin [1/(kg m2)]
    Spin<D> b{};           // free relative spin [rad/s]
    Spin<D> m{};           // [N m s]
    TurningLaw law;
    double tension = 0.0;
    double rho = 0.0;         // [kg m2]
    double per_square = 0.0;  // makes squares of moments squares of impulses [1/m2]
    int body_a = -1, body_b = -1;
    ContactPlace impulse;  // where the contact's own impulse is
};

}  // namespace drystone

#pragma once

#include <cstdint>

#include "contact/body_map.h"

namespace drystone {

// What the sweeps of nonlinear Gauss-Seidel touch, packed for them.

/// A mobile body as the sweep sees it: one cache line, of eight doubles to the kernels that take several bodies at a time.
template <int D>
struct alignas(64) SweepBody {
    Vec<D> v{};                    // velocity given by the impulses so far [m/s]
    Spin<D> w{};                   // [rad/s]
    double inverse_mass = 0.0;     // of isotropic bodies [1/kg]
    double inverse_inertia = 0.0;  // of isotropic bodies [1/(kg m2)]
};

/// A plain Coulomb contact between round bodies: lever arms along n, W_ii = diag(1/k_n, 1/k_t, 1/k_t).
/// World axes throughout, so that no tangents are needed. Stored eight at a time, as RoundGroup.
template <int D>
struct RoundContact {
    Vec<D> n{};
    Vec<D> b{};                       // free velocity, the law's shift included [m/s]
    Vec<D> r{};                       // impulse [N s]
    double arm_a = 0.0, arm_b = 0.0;  // lever arms are arm_a n and -arm_b n [m]
    double k_n = 0.0, k_t = 0.0;      // 1 / W_nn, 1 / W_tt [kg]
    double mu = 0.0;
    int body_a = 0, body_b = 0;  // rows of the body table; its last row stands for all that cannot move
};

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
    ContactKind kind = ContactKind::round;
    int slot = 0;
};

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

#pragma once

#include <span>
#include <vector>

#include "contact/body_map.h"
#include "core/parallel.h"
#include "core/random.h"
#include "solvers/colouring.h"
#include "solvers/solver.h"

namespace drystone {

/// A mobile body as the sweep sees it: one cache line in 3D.
template <int D>
struct SweepBody {
    Vec<D> v{};                    // velocity given by the impulses so far [m/s]
    Spin<D> w{};                   // [rad/s]
    double inverse_mass = 0.0;     // of isotropic bodies [1/kg]
    double inverse_inertia = 0.0;  // of isotropic bodies [1/(kg m2)]
};

/// A plain Coulomb contact between round bodies: lever arms along n, W_ii = diag(1/k_n, 1/k_t, 1/k_t).
/// World axes throughout, so that no tangents are needed. 120 bytes in 3D.
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

/// Any other contact: full block, vectors in the contact frame.
template <int D>
struct FullContact {
    ContactArms<D> arms;
    Mat<D> W{};
    Vec<D> b{};  // the law's shift included [m/s]
    Vec<D> r{};
    LocalLaw<D> law;
    double rho = 0.0;  // [kg]
};

/// The moment of a contact with rolling or torsion friction, contact frame. Visited after the impulses.
template <int D>
struct TurningContact {
    Mat<D> frame{};
    Mat<spin_dim<D>> W{};  // of the relative spin [1/(kg m2)]
    Spin<D> b{};           // free relative spin [rad/s]
    Spin<D> m{};           // [N m s]
    TurningLaw law;
    double impulse_shift = 0.0;
    double rho = 0.0;         // [kg m2]
    double per_square = 0.0;  // makes squares of moments squares of impulses [1/m2]
    int body_a = -1, body_b = -1;
    int impulse = 0;  // where the contact's own impulse is: k >= 0 round, ~k full
};

/// Contacts of a kind in visiting order: those of colour c are [start[c], start[c + 1]), the last
/// group (colours() in the colouring) is the serial one.
template <class Contact>
struct Packed {
    std::vector<Contact> contact;
    std::vector<int> origin;  // (contacts)      index in the problem
    std::vector<int> start;   // (colours + 2)
};

/// Storage of a solve, kept between steps so that none is allocated after the first.
template <int D>
struct NlgsScratch {
    std::vector<BodyPair> pairs;
    Colouring colouring;
    std::vector<SweepBody<D>> body;  // (mobile bodies + 1)
    Packed<RoundContact<D>> round;
    Packed<FullContact<D>> full;
    Packed<TurningContact<D>> turning;
    std::vector<int> packed;  // (contacts)  where each contact is: k >= 0 round, ~k full
    std::vector<int> visit;   // (contacts)  order of a sequential or random sweep, as in `packed`
    std::vector<ResidualSums> partial;
};

/// The sweeps of solve_nlgs() over a rigid problem: packs it by colour, visits, certifies, unpacks.
template <int D>
class BodySweep {
  public:
    BodySweep(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool, NlgsScratch<D>& scratch);

    int size() const { return problem_.size(); }

    // residual() must follow before the next sweep: it makes the body velocities those of the loaded impulses.
    void load(std::span<const Vec<D>> r, std::span<const Spin<D>> m);
    void load_zero();
    void store(std::span<Vec<D>> r, std::span<Spin<D>> m) const;

    /// One visit to every contact. random: in a fresh order.
    void sweep(Random& random);

    /// Refreshes the body velocities from the impulses alone (rounding does not pile up, Moreau-Jean sec. 4)
    /// and returns the sums of the residual.
    ResidualSums residual();

  private:
    void pack();
    void pack_turning();
    double normal_impulse(const TurningContact<D>& c) const;
    void sweep_moments();
    void refresh();

    const RigidProblem<D>& problem_;
    SweepOrder order_;
    ThreadPool& pool_;
    NlgsScratch<D>& s_;
    double free_ = 0.0;  // |rho b|^2, the same for all impulses
};

}  // namespace drystone

#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/body_map.h"
#include "core/parallel.h"
#include "core/random.h"
#include "solvers/colouring.h"
#include "solvers/nlgs_contacts.h"
#include "solvers/solver.h"
#include "solvers/strides.h"

namespace drystone {

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
    std::vector<int> turning_of;  // (contacts)  entry of problem.turning, or -1
    std::vector<int> packed;      // (contacts)  where each contact is: k >= 0 round, ~k full
    std::vector<int> visit;       // (contacts)  order of a sequential or random sweep, as in `packed`
    std::vector<ResidualSums> partial;
    StrideScratch<D> strides;
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
    std::pair<int, int> group_range(int g) const;
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

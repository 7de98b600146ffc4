#pragma once

#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "contact/body_map.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/workbench.h"
#include "solvers/body_islands.h"
#include "solvers/compliant_sweep.h"
#include "solvers/hub_rider.h"
#include "solvers/nlgs_contacts.h"
#include "solvers/plain_group.h"
#include "solvers/round_group.h"
#include "solvers/solver.h"
#include "solvers/strides.h"
#include "solvers/sweep_plan.h"
#include "solvers/told_colours.h"

namespace drystone {

/// The contacts of a kind in visiting order.
template <class Group>
struct Packed {
    SweepPlan plan;
    std::vector<Group> group;  // (plan.groups())
    std::vector<char> asleep;  // (plan.groups())  1: all its contacts are open
};

template <int D>
struct FewScratch;

/// Storage of a solve, kept between steps so that none is allocated after the first.
template <int D>
struct NlgsScratch {
    Workbench bench;                  // of whatever is needed for a while: within a solve, and by others before and after it
    std::vector<SweepBody<D>> body;   // (mobile bodies + 1)
    std::vector<InertiaRow> inertia;  // (mobile bodies + 1), or none where no contact is plain
    Packed<RoundGroup<D>> round;
    Packed<PlainGroup<D>> plain;
    Packed<FullContact<D>> full;
    Packed<TurningContact<D>> turning;
    std::vector<BodyPair> turning_pairs;  // (turning)
    ToldColours told;                     // by who solves with others
    std::vector<int> turning_told;        // (turning, or none)  their halves
    std::vector<int> turning_chosen;      // entries of problem.turning whose contacts are not of compliant bodies
    CompliantScratch<D> compliant;
    HubScratch<D> hub;
    std::vector<LaneLift> lift;           // (round.group)  held, or none
    std::vector<ContactPlace> place;      // (contacts)
    std::vector<int> visit;               // (contacts)  order of a sequential or random sweep
    std::vector<ResidualSums> partial;
    StrideScratch<D> strides;
    std::vector<FewScratch<D>> few;  // one, or none until it is needed
};

/// Storage of solve_few().
template <int D>
struct FewScratch {
    std::vector<double> moved;  // (contacts)  [J]
    IslandScratch<D> lot;       // the few
    NlgsScratch<D> nlgs;        // of their solve
    std::vector<Vec<D>> r;      // (contacts)
    std::vector<Spin<D>> m;     // (turning)
};

/// The impulses of a kind of contact where the sweep has them: `doubles` numbers in each of `groups` records.
struct StateRun {
    double* first = nullptr;
    std::size_t stride = 0;  // [doubles]
    std::size_t groups = 0;
    std::size_t doubles = 0;
    double* at(std::size_t group) const { return first + group * stride; }
};

/// The sweeps of solve_nlgs() over bodies: packs it by kind and plan, visits, certifies, unpacks.
template <int D>
class BodySweep {
  public:
    BodySweep(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool, NlgsScratch<D>& scratch);

    int size() const { return problem_.size(); }

    // residual() must follow before the next sweep: it makes the body velocities those of the loaded impulses.
    void load(std::span<const Vec<D>> r, std::span<const Spin<D>> m);
    void load_zero();
    void store(std::span<Vec<D>> r, std::span<Spin<D>> m) const;

    const RigidProblem<D>& problem() const { return problem_; }
    SweepOrder order() const { return order_; }
    ThreadPool& pool() const { return pool_; }
    FewScratch<D>& few() {
        if (s_.few.empty()) s_.few.resize(1);
        return s_.few[0];
    }

    /// One visit to every contact, but that open ones sleep for some sweeps in coloured order. random: in a fresh order.
    void sweep(Random& random);

    /// From here on a sweep visits every contact.
    void stay_awake() { awake_ = true; }

    /// Refreshes the body velocities from the impulses alone (rounding does not pile up, Moreau-Jean sec. 4)
    /// and returns the sums of the residual.
    ResidualSums residual();

    void refresh();

    /// The same without the refresh: for a look on the way.
    ResidualSums residual_as_it_stands();

    /// From here on sweeps obey the law with the lift of (3.4) held, docs/theory.md (5.29): at what it is now, or at zero. For those who ask
    /// first whether they can: contacts of dry balls alone, no moments, no cell under stress.
    bool can_hold_lift() const;
    enum class Lift { of_velocities, zero };
    void hold_lift(Lift lift);
    void let_go() { holds_ = false; }
    /// residual_as_it_stands() of the law with the lift held.
    ResidualSums held_residual();
    /// The terms of those sums, contact by contact, moments with them: for sums that do not depend on the order.
    void residual_of_each(std::vector<ResidualSums>& terms);

    /// What the last look saw.
    const ResidualSums& last() const { return last_; }

    /// Of a hub that several processes have a share of (HubShare): sweeps and refresh() leave what impulses here pull, and go on from what all do.
    const HubRider<D>& hub() const { return hub_; }
    void agree_on_hub(const Mat<D>& pull_of_all);

    /// All unknowns, for those who change them between sweeps and refresh() afterwards: round, plain, full, moments, and
    /// impulses with moments of compliant bodies.
    static constexpr std::size_t kinds = 5;
    std::array<StateRun, kinds> state();

    /// |rho b|: what impulses are measured by [N s].
    double size_of_impulses() const { return std::sqrt(free_); }

    /// Makes the square of number i of a group of kind k an energy, up to a factor [1/kg], [1/(kg m2)]; 0 in empty lanes.
    double state_weight(int k, std::size_t group, std::size_t i) const;

  private:
    struct Sorting;  // of the contacts, while they are packed
    void list_bodies(std::span<char> scalar_mass);
    void list_inertia();
    void sort_by_kind(Sorting& by, const Workbench::Use& use);
    void plan_kinds(const Sorting& by);
    void note_places(ContactKind kind, const SweepPlan& plan);
    void pack(std::span<const BodyPair> pairs);
    void pack_turning(std::span<const BodyPair> pairs);
    void add_free(const Sorting& by);
    Vec<D> impulse(int i) const;  // of contact i, contact frame
    void set_impulse(int i, const Vec<D>& r);
    void fetch_impulse(std::size_t i) const;
    double normal_impulse(const TurningContact<D>& c) const;
    void visit_single(int i);
    void stop_bodies();
    void sweep_moments();
    double step_length_of(std::size_t i) const;
    void list_border();
    Vec<D> free_of(int i) const;
    void set_free(int i, const Vec<D>& b);
    void tell_border();
    void settle_hub();
    Mat<D> pull_on_shared(int i) const;
    LaneLift* held_of(const RoundGroup<D>* group) { return s_.lift.data() + (group - s_.round.group.data()); }
    SweepTables<D> tables() { return {s_.body.data(), s_.inertia.data(), mobile_}; }

    const RigidProblem<D>& problem_;
    SweepOrder order_;
    ThreadPool& pool_;
    NlgsScratch<D>& s_;
    int mobile_;
    RoundKernels<D> round_ = round_kernels<D>();
    PlainKernels<D> plain_ = plain_kernels<D>();
    int sweeps_ = 0;  // since the last refresh
    bool awake_ = false, holds_ = false;
    bool at_rest_ = true;  // no impulses, and no velocities from them
    CompliantSweep<D> compliant_;
    HubRider<D> hub_;
    ResidualSums last_;
    double free_ = 0.0;  // |rho b|^2, the same for all impulses
};

}  // namespace drystone

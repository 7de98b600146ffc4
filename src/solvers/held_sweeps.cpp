// A turn of sweeps with the lift held, docs/theory.md (5.29), from given impulses.

#include "solvers/held_sweeps.h"

#include <cassert>

#include "contact/contact_problem.h"

namespace drystone {

template <int D>
SolveReport solve_held(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch, AndersonScratch& history, Impulses<D> impulses) {
    const auto [r, m] = impulses;
    BodySweep<D> sweep(problem, SweepOrder::coloured, call.pool, scratch);
    assert(sweep.can_hold_lift());
    sweep.load_zero();
    const ResidualSums nothing = sweep.residual();
    sweep.load(r, m);
    SolveReport report{.residual = sweep.residual().relative()};
    SweepState<D> state(sweep, call.pool);
    const Workbench::Use use(scratch.bench);
    AndersonLists lists(use, state.size(), state.sampled());
    state.weigh(sweep, lists.weight);
    Momentum<D> momentum(sweep, state, lists, history.lengths);
    Random random(call.settings.seed, call.stream);
    if (report.residual > call.settings.tolerance) HeldSweeps<D>(sweep, state, momentum, lists).take_turn(call.settings, random, report);
    sweep.store(r, m);
    report.converged = report.residual <= call.settings.tolerance && !ran_away(sweep.last(), nothing);
    report.contact_updates = static_cast<long>(report.iterations) * sweep.size();
    return report;
}

template SolveReport solve_held(const RigidProblem<2>&, const SolveCall&, NlgsScratch<2>&, AndersonScratch&, Impulses<2>);
template SolveReport solve_held(const RigidProblem<3>&, const SolveCall&, NlgsScratch<3>&, AndersonScratch&, Impulses<3>);

}  // namespace drystone

// Non-linear Gauss-Seidel, docs/theory.md (5.1): contact by contact, with the newest impulses of all others,
//
//     r_i <- solution of its law with v = W_ii r_i + q_i,      q_i = b_i + shift_i + sum_j!=i W_ij r_j
//
// from the better of the first guess and zero. A look at the residual (3.7) costs about two sweeps; the rate between looks tells when
// the next is due (cadence.h), and where it hardly falls plateau_sweeps.h takes over.

#include "solvers/nlgs.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "solvers/block_sweep.h"
#include "solvers/cadence.h"
#include "solvers/fallbacks.h"
#include "solvers/first_guess.h"
#include "solvers/plateau_sweeps.h"

namespace drystone {

namespace {

/// Exactly so many sweeps from r, whatever it and they are worth: docs/theory.md section 5.9.
template <class Sweep, int D>
SolveReport sweep_as_told(Sweep& sweep, const SolverSettings& settings, std::uint64_t stream, Impulses<D> impulses) {
    Random random(settings.seed, stream);
    sweep.load_zero();
    const ResidualSums nothing = sweep.residual();
    sweep.load(impulses.r, impulses.m);
    sweep.residual();
    sweep.stay_awake();
    SolveReport report;
    for (; report.iterations < settings.fixed_iterations; ++report.iterations) sweep.sweep(random);
    report.residual = sweep.residual().relative();
    sweep.store(impulses.r, impulses.m);
    report.converged = report.residual <= settings.tolerance && !ran_away(sweep.last(), nothing);
    report.contact_updates = static_cast<long>(report.iterations) * sweep.size();
    return report;
}

/// The whole solve, whatever the form of W.
template <class Sweep, int D>
SolveReport iterate(Sweep& sweep, const SolverSettings& settings, std::uint64_t stream, StrideScratch<D>& scratch,
                    Impulses<D> impulses) {
    assert(!(settings.tolerance < 0.0) && settings.max_iterations >= 0);
    if (settings.fixed_iterations > 0) return sweep_as_told<Sweep, D>(sweep, settings, stream, impulses);
    Random random(settings.seed, stream);
    Cadence cadence(settings.tolerance);
    const int most = settings.max_iterations;

    const FirstGuess guess = first_guess<Sweep, D>(sweep, impulses, settings, random);
    SolveReport report{.iterations = guess.sweeps, .residual = guess.sums.relative()};
    PlateauSweeps<Sweep, D> plateau(sweep, impulses.r.size(), impulses.m.size(), scratch);
    bool slow = false;
    while (report.iterations < most && !(report.residual <= settings.tolerance)) {
        const double before = report.residual;
        if (slow) {
            plateau.go_on(settings, random, report);
        } else {
            const int look = std::min(most, cadence.next(report.iterations, report.residual));
            for (; report.iterations < look; ++report.iterations) sweep.sweep(random);
            report.residual = sweep.residual().relative();
        }
        if (!std::isfinite(report.residual)) break;
        if (report.iterations - guess.sweeps < fallbacks::nlgs_is_slow) continue;
        const bool was_slow = slow;
        slow = report.residual > fallbacks::progress * before;
        if (slow && !was_slow) plateau.resume(report.residual);
    }
    sweep.store(impulses.r, impulses.m);
    report.converged = report.residual <= settings.tolerance && !ran_away(sweep.last(), guess.without_impulses);
    report.contact_updates = static_cast<long>(report.iterations) * sweep.size();
    return report;
}

}  // namespace

template <int D>
SolveReport solve_nlgs(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch, Impulses<D> impulses) {
    if (problem.size() == 0) return {};
    BodySweep<D> sweep(problem, call.settings.order, call.pool, scratch);
    return iterate<BodySweep<D>, D>(sweep, call.settings, call.stream, scratch.strides, impulses);
}

template <int D>
SolveReport solve_nlgs(const BlockProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       std::span<Vec<D>> r) {
    if (problem.size() == 0) return {};
    BlockSweep<D> sweep(problem, settings.order);
    StrideScratch<D> scratch;
    return iterate<BlockSweep<D>, D>(sweep, settings, stream, scratch, {r});
}

template SolveReport solve_nlgs(const RigidProblem<2>&, const SolveCall&, NlgsScratch<2>&, Impulses<2>);
template SolveReport solve_nlgs(const RigidProblem<3>&, const SolveCall&, NlgsScratch<3>&, Impulses<3>);
template SolveReport solve_nlgs(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                std::span<Vec<2>>);
template SolveReport solve_nlgs(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                std::span<Vec<3>>);

}  // namespace drystone

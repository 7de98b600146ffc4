#pragma once

#include <algorithm>
#include <span>

#include "contact/contact_problem.h"
#include "core/random.h"
#include "solvers/solver.h"

namespace drystone {

/// Starts from r or from zero. Impulses of a badly converged step, or of one with other contacts, can be a worse
/// start than none; but where they are bad at a few contacts only, some sweeps mend that while zero would have
/// the weight of the whole packing to find again: so r is given ten sweeps to become better than zero.
/// (Compared by |e|, not by the relative residual: that forgives large impulses.)
///
/// settings.keeps_start: r it is, with no trial.
/// without_impulses: the sums of zero, for ran_away().
template <class Sweep, int D>
ResidualSums first_guess(Sweep& sweep, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                         const SolverSettings& settings, Random& random, SolveReport& report,
                         ResidualSums& without_impulses) {
    const int trial = std::min(10, settings.max_iterations);
    sweep.load_zero();
    const ResidualSums cold = without_impulses = sweep.residual();
    if (std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; })) return cold;

    sweep.load(r, m);
    ResidualSums warm = sweep.residual();
    if (settings.keeps_start) return warm;
    if (warm.error > cold.error) {
        for (; report.iterations < trial; ++report.iterations) sweep.sweep(random);
        warm = sweep.residual();
    }
    if (warm.error <= cold.error) return warm;
    sweep.load_zero();
    return sweep.residual();
}

}  // namespace drystone

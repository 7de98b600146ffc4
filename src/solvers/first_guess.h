#pragma once

#include <algorithm>

#include "contact/contact_problem.h"
#include "core/random.h"
#include "solvers/solve_call.h"

namespace drystone {

/// Where a solve starts from.
struct FirstGuess {
    ResidualSums sums;
    ResidualSums without_impulses;  // of zero, for ran_away()
    int sweeps = 0;                 // made on trial
};

/// Starts from r or from zero. Impulses of a badly converged step, or of one with other contacts, can be a worse
/// start than none; but where they are bad at a few contacts only, some sweeps mend that while zero would have
/// the weight of the whole packing to find again: so r is given ten sweeps to become better than zero.
/// (Compared by |e|, not by the relative residual: that forgives large impulses.)
///
/// settings.keeps_start: r it is, with no trial.
template <class Sweep, int D>
FirstGuess first_guess(Sweep& sweep, Impulses<D> from, const SolverSettings& settings, Random& random) {
    const int trial = std::min(10, settings.max_iterations);
    sweep.load_zero();
    const ResidualSums cold = sweep.residual();
    if (std::all_of(from.r.begin(), from.r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; })) return {cold, cold};

    sweep.load(from.r, from.m);
    FirstGuess guess{sweep.residual(), cold};
    if (settings.keeps_start) return guess;
    if (guess.sums.error > cold.error) {
        for (; guess.sweeps < trial; ++guess.sweeps) sweep.sweep(random);
        guess.sums = sweep.residual();
    }
    if (guess.sums.error <= cold.error) return guess;
    sweep.load_zero();
    guess.sums = sweep.residual();
    return guess;
}

}  // namespace drystone

#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"
#include "solvers/solver.h"

namespace drystone {

/// A problem solved by one method, and what that took.
template <int D>
struct Attempt {
    SolverMethod method = SolverMethod::automatic;
    SolveReport report;     // residual as relative_residual() has it, computed after the solve
    double seconds = 0.0;   // of one solve; the median where it was repeated
    std::vector<Vec<D>> r;  // (contacts)
    double merit = 0.0;     // fclib_merit()
};

/// Solves `repeats` times from the same guess (none: from zero). The residual is computed here from r alone, whatever the
/// solver says of itself, and decides on `converged`; impulses that grew without end, as where there is no solution, are not
/// taken for one, however small that makes their relative residual.
template <int D>
Attempt<D> attempt(const BlockProblem<D>& problem, const SolverSettings& settings, int repeats = 1,
                   std::span<const Vec<D>> guess = {});

/// How far the velocities of two answers are apart: max_i |u_i - v_i| / max_i |q_i|. Forces may differ where they are not
/// determined; velocities mostly are.
template <int D>
double disagreement(const BlockProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Vec<D>> other);

}  // namespace drystone

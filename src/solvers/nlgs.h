#pragma once

#include <cstdint>
#include <span>

#include "contact/block_map.h"
#include "contact/body_map.h"
#include "core/parallel.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/solver.h"

namespace drystone {

/// Non-linear Gauss-Seidel: visit the contacts in order, give each the impulse its own law asks for while
/// the others stand still, repeat. docs/theory.md section 5.
///
/// Converges slowly along force chains: the sweeps needed grow with the square of the chain's length and
/// with the mass ratio. Cheap, robust, and the reference the other solvers are checked against.
///
/// r: in, the first guess (last step's impulses, or zeros; dropped if it stays worse than zero); out, the
/// solution; m likewise the moments, one per entry of problem.turning. `stream` numbers the solve (a step's number), so that random sweeps differ from step to step.
/// The same input gives the same bits for any size of the pool.
template <int D>
SolveReport solve_nlgs(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       ThreadPool& pool, NlgsScratch<D>& scratch, std::span<Vec<D>> r,
                       std::span<Spin<D>> m = {});

/// The same method on assembled blocks, on one thread.
template <int D>
SolveReport solve_nlgs(const BlockProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       std::span<Vec<D>> r);

}  // namespace drystone

#pragma once

#include <cstdint>
#include <span>

#include "contact/block_map.h"
#include "contact/body_map.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/solve_call.h"

namespace drystone {

/// Non-linear Gauss-Seidel: visit the contacts in order, give each the impulse its own law asks for while
/// the others stand still, repeat. docs/theory.md section 5.
///
/// Converges slowly along force chains: the sweeps needed grow with the square of the chain's length and
/// with the mass ratio. Cheap, robust, and the reference the other solvers are checked against.
///
/// The first guess is dropped if it stays worse than zero.
/// The same input gives the same bits for any size of the pool.
template <int D>
SolveReport solve_nlgs(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch, Impulses<D> impulses);

/// The same method on assembled blocks, on one thread.
template <int D>
SolveReport solve_nlgs(const BlockProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       std::span<Vec<D>> r);

}  // namespace drystone

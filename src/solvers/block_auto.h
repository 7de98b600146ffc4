#pragma once

#include <cstdint>
#include <span>

#include "contact/block_map.h"
#include "solvers/solver.h"

namespace drystone {

/// Assembled blocks, island by island (islands.h), each by what suits it:
///
///   - a sweep over everything, which is all that contacts on their own need;
///   - where a factor costs as much as many solutions with it (joints of many points: masonry), BlockAdmm from nothing;
///   - sweeps, as long as they are about to arrive;
///   - BlockNewton; if that fails and the laws are no cones, BlockAdmm;
///   - Gauss-Seidel for the rest of max_iterations.
///
/// What counts is the residual (3.7) of the whole, computed from r at the end. A problem without a solution ends after
/// max_iterations with the best impulses that were found; impulses that grow without bound until |e| looks small beside them
/// are not taken for one (|e| must also be below a tenth of |rho (b + shift)|).
///
/// method = newton: the same without BlockAdmm.
template <int D>
SolveReport solve_by_islands(const BlockProblem<D>& problem, const SolverSettings& settings,
                             std::uint64_t stream, std::span<Vec<D>> r);

}  // namespace drystone

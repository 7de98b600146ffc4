#pragma once

#include <cstdint>
#include <span>

#include "contact/block_map.h"
#include "core/parallel.h"
#include "solvers/admm.h"
#include "solvers/nlgs.h"

namespace drystone {

template <int D>
struct SolverScratch {
    NlgsScratch<D> nlgs;
    AdmmScratch<D> admm;
};

/// The contact problem of a step by the method of the settings; r, m: in, a first guess; out, the solution.
///
/// automatic: Gauss-Seidel for a while; if that does not reach the tolerance and a factor is affordable, alternating
/// directions from where it stands; if that does not either, Gauss-Seidel again. The residual is that of the exact law in
/// every case.
template <int D>
SolveReport solve_contacts(const RigidProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, ThreadPool& pool, SolverScratch<D>& scratch,
                           std::span<Vec<D>> r, std::span<Spin<D>> m);

/// The same for assembled blocks, on one thread. A method without a block form (has_block_form()) is replaced by nlgs.
/// r: in, a first guess, or zeros; out, the solution.
template <int D>
SolveReport solve_contacts(const BlockProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, std::span<Vec<D>> r);

}  // namespace drystone

#pragma once

#include <cstdint>
#include <span>

#include "contact/block_map.h"
#include "solvers/admm.h"
#include "solvers/anderson.h"
#include "solvers/body_islands.h"
#include "solvers/body_newton.h"
#include "solvers/local_newton.h"
#include "solvers/nlgs.h"
#include "solvers/path_newton.h"
#include "solvers/solve_call.h"

namespace drystone {

template <int D>
struct SolverScratch {
    NlgsScratch<D> nlgs;
    AndersonScratch anderson;
    AdmmScratch<D> admm;
    BodyNewton<D> newton;
    LocalNewtonScratch<D> local;
    PathScratch<D> path;
    IslandScratch<D> islands;
    BlockScratch<D> block_scratch;
    BlockProblem<D> blocks;  // where a factor in the space of contacts is wanted
};

/// Whether the factor of solve_by_factor() costs little enough: large packings in space fill it; walls, and anything small, do not.
template <int D>
bool factor_is_affordable(const RigidProblem<D>& problem);

/// Alternating directions: in the space of bodies where all are rigid (admm.h); in that of contacts where some deform (block_admm.h), for
/// these have fewer contacts than degrees of freedom.
template <int D>
SolveReport solve_by_factor(const RigidProblem<D>& problem, const SolverSettings& settings, SolverScratch<D>& scratch,
                            std::span<Vec<D>> r, std::span<Spin<D>> m);

/// The contact problem of a step by the method of the settings.
///
/// automatic: accelerated Gauss-Seidel; where that does not reach the tolerance within some sweeps (20 to 30 in masonry, 1000 in
/// packings, told apart by their contacts per body) and a factor is affordable,
/// alternating directions from where it stands; if those do not either, plain Gauss-Seidel. Where the sweeps are to be
/// of a fixed number or in an order of the user's, plain Gauss-Seidel at once. The residual is that of the exact
/// law in every case. Problems with compliant bodies have their factor in the space of contacts; what it does not solve, and has
/// no moments, `auto` hands to the proximal Newton method on assembled blocks.
///
/// Islands of contacts are solved apart, except by plain Gauss-Seidel and where one has nearly all contacts: each ends when it has converged by its own residual (to
/// tolerance / sqrt 2, so that the whole meets its own). `iterations` is then that of the island that took most.
template <int D>
SolveReport solve_contacts(const RigidProblem<D>& problem, const SolveCall& call, SolverScratch<D>& scratch, Impulses<D> impulses);

/// The same for assembled blocks, on one thread. Both throw InputError for a method that has no such form (method_names.h).
/// r: in, a first guess, or zeros; out, the solution.
template <int D>
SolveReport solve_contacts(const BlockProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, std::span<Vec<D>> r);

}  // namespace drystone

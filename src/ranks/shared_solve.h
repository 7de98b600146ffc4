#pragma once

#include <memory>

#include "ranks/colouring.h"
#include "ranks/phases.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/solve.h"
#include "step/world.h"

namespace drystone::ranks {

/// Where the time of solves went on this rank [s]: colours, plans and packing; sweeps, and of those what was waited for neighbours.
struct SolveSeconds {
    double preparing = 0.0, sweeping = 0.0, waiting = 0.0;
};

template <int D>
struct SharedSolveScratch {
    NlgsScratch<D> nlgs;
    std::vector<char> touched;  // (slots)
    std::vector<char> chosen;   // (contacts)  1: its colour is of all ranks
    Colouring colouring;
    ToldColours told;
    Phases<D> phases;
    typename Phases<D>::Beat beat;  // of told colours
    std::vector<ResidualSums> terms;  // (contacts)
    SolveSeconds seconds;
    std::unique_ptr<SolverScratch<D>> apart;  // of islands that are solved by one rank, or none
};

/// Who shares which body in the problem of this step, and the colours of the contacts that touch such bodies: each rank visits its own in its turn
/// (turns.h), a turn being a phase of the sweep. Where the order is to be the same for any number of ranks (`all`): colours of all contacts, on
/// which all ranks agree, a phase each.
template <int D>
void share_bodies(const World<D>& world, bool all, Halo<D>& halo, Team& team, SharedSolveScratch<D>& scratch);

/// The same of contacts whose bodies and priorities scratch.colouring has already, in a world of so many slots: colours on which all ranks agree.
template <int D>
void share_listed(std::size_t slots, Halo<D>& halo, Team& team, SharedSolveScratch<D>& scratch);

/// The phases of a sweep in which contacts of all kinds are visited together, colour by colour.
template <int D>
void plan_by_colour(const Halo<D>& halo, Team& team, SharedSolveScratch<D>& scratch);

/// Who solves, and with what.
template <int D>
struct SharedSolve {
    Halo<D>& halo;
    Team& team;
    ThreadPool& pool;
    SharedSolveScratch<D>& scratch;
};

/// The contact problem of a step that is all over the team: world.impulse and world.moment of this rank's contacts. Sweeps of non-linear
/// Gauss-Seidel, each rank over its own contacts; those on bodies that contacts of several ranks touch go in turns, or by colours that all agree on, and the
/// bodies' velocities from rank to rank (phases.h). Anderson's acceleration over all. Certified by the one residual of docs/theory.md (3.7).
///
/// `auto`: where sweeps make no progress (fallbacks.h has the patience), or impulses ran away, islands that are left are solved by one rank each
/// with all that one process has (left_over.h, gathered_solve.h).
template <int D>
SolveReport solve_shared(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with);

/// bodies.velocity after solve_shared() and apply_impulses(), of all bodies that are known here; `free`: before that.
template <int D>
void settle_velocities(World<D>& world, const std::vector<Twist<D>>& free, bool reproducible, const SharedSolve<D>& with);

}  // namespace drystone::ranks

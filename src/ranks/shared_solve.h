#pragma once

#include "ranks/halo.h"
#include "solvers/nlgs_sweep.h"
#include "step/world.h"

namespace drystone::ranks {

template <int D>
struct SharedSolveScratch {
    NlgsScratch<D> nlgs;
    std::vector<MobileBody<D>> kept;  // (halo.shared())  bodies as they are whole
    std::vector<char> touched;        // (slots)
    MapState<D> state;
};

/// Who shares which body in the problem of this step.
template <int D>
void share_bodies(const World<D>& world, Halo<D>& halo, Team& team, std::vector<char>& touched);

/// Makes the rows of shared bodies those of this rank's share of them, and back. `mobile` (slots): their rows.
template <int D>
void split_bodies(const std::vector<int>& mobile, const Halo<D>& halo, BodyMap<D>& map, std::vector<MobileBody<D>>& kept);
template <int D>
void make_whole(const std::vector<int>& mobile, const Halo<D>& halo, const std::vector<MobileBody<D>>& kept, BodyMap<D>& map);

/// Who solves, and with what.
template <int D>
struct SharedSolve {
    Halo<D>& halo;
    Team& team;
    ThreadPool& pool;
    SharedSolveScratch<D>& scratch;
};

/// The contact problem of a step that is all over the team: world.impulse and world.moment of this rank's contacts. Sweeps of non-linear
/// Gauss-Seidel over its own contacts, with shares of the bodies that are split, whose velocities are averaged after each sweep; Anderson's
/// acceleration over all. Certified by the one residual of docs/theory.md (3.7), over all contacts, from their impulses alone and whole bodies.
template <int D>
SolveReport solve_shared(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with);

}  // namespace drystone::ranks

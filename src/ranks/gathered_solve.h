#pragma once

#include <memory>

#include "ranks/left_over.h"
#include "ranks/team.h"
#include "solvers/solve.h"
#include "step/world.h"

namespace drystone::ranks {

/// What became of lots that were solved by one rank each.
struct GatheredReport {
    SolveReport report;     // of all of them: iterations are those of the one that took most
    bool solved = false;    // each of them, as one process would say
    bool ran_away = false;  // one met the tolerance with impulses that are no answer
};

/// Who gathers, and with what.
template <int D>
struct Gathering {
    Team& team;
    ThreadPool& pool;
    std::unique_ptr<SolverScratch<D>>& scratch;  // made when it is needed
};

/// The contacts of each lot go to one rank, which solves them as one process does (solvers/solve.h), with what of `auto` stands behind the sweeps, and
/// sends the impulses back: world.impulse and world.moment, from which it begins. The problem of a lot has bodies and contacts in an order that does
/// not depend on who had them: along the curve of contact/number_bodies.h, and by identity.
template <int D>
GatheredReport solve_gathered(World<D>& world, const LeftOver& left, const SolverSettings& settings, const Gathering<D>& with);

}  // namespace drystone::ranks

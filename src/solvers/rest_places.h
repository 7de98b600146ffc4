#pragma once

#include "solvers/local_newton.h"

namespace drystone {

/// A large packing at rest that sweeps have solved but for some places: there nearly everything sticks, and impulses drift through a soft mode, a millionth of themselves a
/// sweep, until a contact lets go. Place after place, each around the worst contact, is solved alone, the impulses of all others standing still: interior points with the lift held
/// (interior_points.h), sweeps, and a few systems of Newton's method on the law itself; sweeps over all follow. What has gained nothing is taken back, and the next worst is tried.
/// For problems that has_interior(). impulses: in, the first guess; out, the best by the residual (3.7). docs/theory.md (5.30)-(5.32).
template <int D>
SolveReport solve_rest_places(const RigidProblem<D>& problem, const SolverSettings& settings, const LocalNewtonSweeps<D>& sweeps,
                              LocalNewtonScratch<D>& scratch, Impulses<D> impulses);

}  // namespace drystone

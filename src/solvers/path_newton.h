#pragma once

#include <span>
#include <vector>

#include "contact/contact_problem.h"
#include "solvers/body_krylov.h"
#include "solvers/body_matrix.h"
#include "solvers/smooth_cone.h"
#include "solvers/solver.h"

namespace drystone {

/// Storage of solve_on_path(), kept between steps.
template <int D>
struct PathScratch {
    BodyRows<D> rows;
    BodyMatrix<D> matrix;
    BodyKrylov<D> krylov;
    std::vector<SmoothCone<D>> cone;  // (contacts)
    std::vector<Vec<D>> r, next, change, at_rest, best;
    std::vector<Mat<D>> A;
    std::vector<double> y, x;  // (bodies x B)
};

/// Rigid bodies, contacts of dry friction, no moments.
template <int D>
bool has_path(const RigidProblem<D>& problem);

/// Newton's method on laws that are rounded off by eps, from large eps to small: docs/theory.md (5.24)-(5.28). The status of a contact is not chosen but
/// comes about, so that it takes some forty systems however many contacts change theirs. For packings on the verge of moving, which sweeps and
/// pieces of laws approach for ever.
///
/// r: in, what sweeps have left; out, the best that was found. `iterations` are systems. The problem must have a path.
template <int D>
SolveReport solve_on_path(const RigidProblem<D>& problem, const SolverSettings& settings, PathScratch<D>& scratch, std::span<Vec<D>> r);

}  // namespace drystone

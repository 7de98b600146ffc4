#pragma once

#include <functional>
#include <vector>

#include "solvers/body_islands.h"
#include "solvers/body_newton.h"

namespace drystone {

/// Storage of solve_local_newton(), kept between steps.
template <int D>
struct LocalNewtonScratch {
    IslandScratch<D> lot;
    BodyNewton<D> newton;
    std::vector<double> error;              // |e_i|^2 (contacts), with that of its moment
    std::vector<int> worst;                 // contacts, the worst first
    std::vector<char> chosen, done;         // (contacts)
    std::vector<char> touched;              // (bodies)
    std::vector<Vec<D>> best_r;
    std::vector<Spin<D>> best_m;
};

/// Its sweeps: those of the Newton method; all(count) makes so many over the whole problem, on the same impulses, and reports on them.
template <int D>
struct LocalNewtonSweeps {
    typename BodyNewton<D>::Sweeps of_newton;
    const std::function<SolveReport(int)>& all;
};

/// Contacts of all places together, at most.
template <int D>
inline constexpr int local_newton_contacts = D == 2 ? 1500 : 600;

/// Newton's method where it is needed: of a large packing that sweeps do not solve, all but some places have converged. The contacts that hold
/// nearly all of |e|^2, and those around them, are solved alone (docs/theory.md 5.22), the others standing still; some sweeps over all
/// of them follow, and so on.
template <int D>
SolveReport solve_local_newton(const RigidProblem<D>& problem, const SolverSettings& settings,
                               const LocalNewtonSweeps<D>& sweeps, LocalNewtonScratch<D>& scratch, Impulses<D> impulses);

}  // namespace drystone

#pragma once

#include <span>
#include <vector>

#include "contact/body_map.h"
#include "solvers/body_rows.h"
#include "solvers/solver.h"
#include "sparse/block_cholesky.h"

namespace drystone {

/// What ADMM adds to a row.
struct AdmmRow {
    std::size_t block[3] = {};  // places of (a, a), (b, b) and the one between them in the matrix
    double rho_n = 0.0;         // along the normal; of a moment: the same as rho_t
    double rho_t = 0.0;
};

/// Storage of a solve, kept between steps.
template <int D>
struct AdmmScratch {
    BodyRows<D> rows;
    std::vector<AdmmRow> row;
    std::vector<BlockCholesky::Block> blocks;
    BlockCholesky cholesky;
    std::vector<double> y, step, of_r;  // (mobile bodies x B)
    std::vector<Vec<D>> r, best_r;      // (contacts)
    std::vector<Spin<D>> m, best_m;     // (turning)
};

/// Alternating directions with one sparse factorisation: for masonry, bad mass ratios and tight tolerances.
///
///     r+_n on the law from r_n - rho_n v_n,   r+_t from r_t - rho_t v_t within a + mu r+_n     the law at every contact
///     (U + U G rho G^T U) (y+ - y) = U (G (2 r+ - r) - y)          the dynamics of all bodies together
///
/// y are the bodies' velocities in units in which their mass is one, M^-1 = L U L^T, V = L U y, G = L^T H; at the solution
/// y = G r. U has one number for all masses and one for all inertias. rho is large along directions in which the law holds a contact still and small along those in which it slides or
/// is open; when that changes the matrix is factorised anew. docs/theory.md section 5.5.
///
/// r, m: in, the first guess; out, the best found by the residual (3.7), which is that of the exact law.
/// Costs memory and time for the factor: fine for walls, arches and small packings, not for large packings in space.
template <int D>
SolveReport solve_admm(const RigidProblem<D>& problem, const SolverSettings& settings,
                       AdmmScratch<D>& scratch, std::span<Vec<D>> r, std::span<Spin<D>> m = {});

}  // namespace drystone

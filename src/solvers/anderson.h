#pragma once

#include <array>
#include <vector>

#include "solvers/nlgs_sweep.h"
#include "solvers/solve_call.h"

namespace drystone {

/// Storage of an accelerated solve, kept between steps. Flat arrays run over all impulses and moments in the order in which
/// the sweep holds them; sampled ones over every few groups of them.
struct AndersonScratch {
    static constexpr int depth = 3;

    /// The normal equations of gamma: f . bend_j and newest bend . bend_j.
    struct Products {
        std::array<double, depth> with_moved{};
        std::array<double, depth> with_newest{};
        Products& operator+=(const Products& other) {
            for (int j = 0; j < depth; ++j) {
                with_moved[j] += other.with_moved[j];
                with_newest[j] += other.with_newest[j];
            }
            return *this;
        }
    };

    std::vector<double> kept;                      // the best before a lift was held (held_sweeps.h)
    std::vector<double> last;                      // where the sweeps before the last jump ended
    std::array<std::vector<float>, depth - 1> change;  // differences of consecutive such ends: a new one goes where the oldest was
    std::vector<double> begin;                     // sampled: where the last sweeps began
    std::vector<double> moved;                     // sampled: how far they went, f
    std::array<std::vector<double>, depth> bend;   // sampled: differences of consecutive f
    std::vector<double> weight;                    // sampled: makes squares of impulses energies
    std::vector<Products> partial;                 // of sums
    std::vector<double> lengths;                   // likewise
};

/// Gauss-Seidel with Anderson's acceleration: after every few sweeps the impulses jump to where the last ones, were the
/// sweep a linear map, would have met: for large packings, where plain sweeps take their number to the power 2/3.
///
///     g_k = sweeps(x_k),  f_k = g_k - x_k,   gamma = argmin |f_k - sum_j gamma_j (f_j+1 - f_j)|,
///     x_k+1 = g_k - sum_j gamma_j (g_j+1 - g_j)                                     docs/theory.md (5.14)
///
/// A jump after which the sweeps move the impulses further than before is taken back. What is returned is always the end of a
/// sweep, never of a jump, and so is what the residual certifies. gamma comes from a sample of the contacts; the
/// differences of g are kept in single precision: both change the way, not the goal.
template <int D>
SolveReport solve_anderson(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch,
                           AndersonScratch& history, Impulses<D> impulses);

}  // namespace drystone

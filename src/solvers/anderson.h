#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/workbench.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/solve_call.h"

namespace drystone {

/// Storage of an accelerated solve, kept between steps; its long lists are on the bench of the sweeps (AndersonLists).
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

    std::vector<Products> partial;  // of sums
    std::vector<double> lengths;    // likewise
};

/// Numbers of one solve. Some run over all impulses and moments in the order in which the sweep holds them, sampled ones over every few groups of
/// them (SweepState).
struct AndersonLists {
    static constexpr int depth = AndersonScratch::depth;

    const Workbench::Use& use;
    std::span<double> last;    // where the sweeps before the last jump ended
    std::span<double> begin;   // sampled: where the last sweeps began
    std::span<double> weight;  // sampled: makes squares of impulses energies
    std::span<double> kept;    // the best before a lift was held, or none yet (held_sweeps.h)

    // Of jumps
    std::array<std::span<float>, depth - 1> change;  // differences of consecutive ends: a new one goes where the oldest was
    std::span<double> moved;                         // sampled: how far the last sweeps went, f
    std::array<std::span<double>, depth> bend;       // sampled: differences of consecutive f

    /// What momentum.h needs.
    AndersonLists(const Workbench::Use& from, std::size_t size, std::size_t sampled)
        : use(from), last(from.take<double>(size)), begin(from.take<double>(sampled)), weight(from.take<double>(sampled)) {}

    void take_those_of_jumps() {
        for (std::span<float>& each : change) each = use.take<float>(last.size());
        moved = use.take<double>(begin.size());
        for (std::span<double>& each : bend) each = use.take<double>(begin.size());
    }
    std::span<double> take_kept() { return kept.empty() ? kept = use.take<double>(last.size()) : kept; }
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

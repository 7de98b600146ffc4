#include "solvers/nlgs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "laws/local_solve.h"
#include "solvers/cadence.h"
#include "solvers/first_guess.h"
#include "solvers/strides.h"

namespace drystone {

namespace {

/// The whole solve, whatever the form of W.
template <class Sweep, int D>
SolveReport iterate(Sweep& sweep, const SolverSettings& settings, std::uint64_t stream, std::span<Vec<D>> r,
                    std::span<Spin<D>> m, StrideScratch<D>& scratch) {
    constexpr int patience = 50;
    constexpr double halved = 0.5;
    Random random(settings.seed, stream);
    Cadence cadence(settings.tolerance);
    const bool fixed = settings.fixed_iterations > 0;
    const int most = fixed ? settings.fixed_iterations : settings.max_iterations;

    SolveReport report;
    report.residual = first_guess<Sweep, D>(sweep, r, m, most, random, report).relative();
    const int trial = report.iterations;
    Strides<Sweep, D> strides(sweep, r.size(), m.size(), scratch);
    bool slow = false;
    while (report.iterations < most && (fixed || !(report.residual <= settings.tolerance))) {
        const int wait =
            slow ? report.iterations + strides.window : cadence.next(report.iterations, report.residual);
        const int look = fixed ? most : std::min(most, wait);
        const double before = report.residual;
        for (; report.iterations < look; ++report.iterations) sweep.sweep(random);
        report.residual = sweep.residual().relative();
        if (!std::isfinite(report.residual)) break;
        if (report.iterations - trial < patience || fixed) continue;
        if (!slow) strides.restart();
        slow = report.residual > halved * before;
        if (slow && strides.drifts()) report.residual = strides.stride(report.residual, most, random, report);
    }
    sweep.store(r, m);
    report.converged = report.residual <= settings.tolerance;
    report.contact_updates = static_cast<long>(report.iterations) * sweep.size();
    return report;
}

/// Sweeps over assembled blocks; r itself is the state.
template <int D>
class BlockSweep {
  public:
    BlockSweep(const BlockProblem<D>& problem, SweepOrder order)
        : problem_(problem), order_(order), r_(problem.b.size()), visit_(problem.b.size()) {
        std::iota(visit_.begin(), visit_.end(), 0);
        if (order == SweepOrder::coloured) order_by_colour();
    }

    int size() const { return problem_.size(); }
    void load(std::span<const Vec<D>> r, std::span<const Spin<D>>) {
        std::copy(r.begin(), r.end(), r_.begin());
    }
    void load_zero() { std::fill(r_.begin(), r_.end(), Vec<D>{}); }
    void store(std::span<Vec<D>> r, std::span<Spin<D>>) const { std::copy(r_.begin(), r_.end(), r.begin()); }
    ResidualSums residual() const { return residual_sums<D>(problem_, std::span<const Vec<D>>(r_)); }

    void sweep(Random& random) {
        if (order_ == SweepOrder::random) random.shuffle(std::span<int>(visit_));
        for (const int i : visit_) {
            const Mat<D> W = problem_.W.diagonal(i);
            const Vec<D> v = problem_.W.velocity(r_, i) + problem_.b[i] + problem_.law[i].velocity_shift;
            r_[i] = solve_local(problem_.law[i], W, v - W * r_[i]);
        }
    }

  private:
    /// Greedy colours of the graph of W, contacts of one colour together.
    void order_by_colour() {
        std::vector<int> colour(visit_.size(), -1);
        std::vector<char> used;
        for (int i = 0; i < size(); ++i) {
            const int neighbours = problem_.W.row_start[i + 1] - problem_.W.row_start[i];
            used.assign(static_cast<std::size_t>(neighbours) + 1, 0);  // one of so many colours is free
            for (int k = problem_.W.row_start[i]; k < problem_.W.row_start[i + 1]; ++k) {
                const int c = colour[problem_.W.column[k]];
                if (c >= 0 && c <= neighbours) used[c] = 1;
            }
            colour[i] = static_cast<int>(std::find(used.begin(), used.end(), 0) - used.begin());
        }
        std::stable_sort(visit_.begin(), visit_.end(), [&](int i, int j) { return colour[i] < colour[j]; });
    }

    const BlockProblem<D>& problem_;
    SweepOrder order_;
    std::vector<Vec<D>> r_;
    std::vector<int> visit_;
};

}  // namespace

template <int D>
SolveReport solve_nlgs(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       ThreadPool& pool, NlgsScratch<D>& scratch, std::span<Vec<D>> r, std::span<Spin<D>> m) {
    if (problem.size() == 0) return {};
    BodySweep<D> sweep(problem, settings.order, pool, scratch);
    return iterate<BodySweep<D>, D>(sweep, settings, stream, r, m, scratch.strides);
}

template <int D>
SolveReport solve_nlgs(const BlockProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                       std::span<Vec<D>> r) {
    if (problem.size() == 0) return {};
    BlockSweep<D> sweep(problem, settings.order);
    StrideScratch<D> scratch;
    return iterate<BlockSweep<D>, D>(sweep, settings, stream, r, {}, scratch);
}

template SolveReport solve_nlgs(const RigidProblem<2>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                NlgsScratch<2>&, std::span<Vec<2>>, std::span<Vec<1>>);
template SolveReport solve_nlgs(const RigidProblem<3>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                NlgsScratch<3>&, std::span<Vec<3>>, std::span<Vec<3>>);
template SolveReport solve_nlgs(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                std::span<Vec<2>>);
template SolveReport solve_nlgs(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                std::span<Vec<3>>);

}  // namespace drystone

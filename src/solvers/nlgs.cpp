#include "solvers/nlgs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "laws/local_solve.h"
#include "solvers/strides.h"

namespace drystone {

namespace {

/// After how many sweeps to look at the residual again. A look costs about as much as two sweeps, so the
/// rate between the last two looks says when the tolerance should be near.
class Cadence {
  public:
    explicit Cadence(double tolerance) : tolerance_(tolerance) {}

    int next(int sweeps, double residual) {
        const int since = sweeps - last_sweeps_;
        double wait = first_wait;
        if (last_residual_ > 0.0 && since > 0) {
            const double rate =
                std::log(residual / last_residual_) / since;  // per sweep, < 0 when converging
            const double needed = std::log(tolerance_ / residual) / rate;
            wait = rate < 0.0 ? 0.8 * needed : longest(sweeps);
        }
        last_sweeps_ = sweeps;
        last_residual_ = residual;
        return sweeps + static_cast<int>(std::ceil(std::clamp(wait, shortest, longest(sweeps))));
    }

  private:
    static constexpr double first_wait = 3.0;
    static constexpr double shortest = 2.0;
    static double longest(int sweeps) { return std::max(10.0, 0.5 * sweeps); }

    double tolerance_;
    int last_sweeps_ = 0;
    double last_residual_ = 0.0;
};

/// Starts from r or from zero. Impulses of a badly converged step, or of one with other contacts, can be a worse
/// start than none; but where they are bad at a few contacts only, some sweeps mend that while zero would have
/// the weight of the whole packing to find again: so r is given `trial` sweeps to become better than zero.
/// (Compared by |e|, not by the relative residual: that forgives large impulses.)
template <class Sweep, int D>
ResidualSums start(Sweep& sweep, std::span<const Vec<D>> r, std::span<const Spin<D>> m, int trial,
                   Random& random, SolveReport& report) {
    sweep.load_zero();
    const ResidualSums cold = sweep.residual();
    if (std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; })) return cold;

    sweep.load(r, m);
    ResidualSums warm = sweep.residual();
    if (warm.error > cold.error) {
        for (; report.iterations < trial; ++report.iterations) sweep.sweep(random);
        warm = sweep.residual();
    }
    if (warm.error <= cold.error) return warm;
    sweep.load_zero();
    return sweep.residual();
}

/// The whole solve, whatever the form of W.
template <class Sweep, int D>
SolveReport iterate(Sweep& sweep, const SolverSettings& settings, std::uint64_t stream, std::span<Vec<D>> r,
                    std::span<Spin<D>> m, StrideScratch<D>& scratch) {
    constexpr int trial_sweeps = 10, patience = 50;
    constexpr double halved = 0.5;
    Random random(settings.seed, stream);
    Cadence cadence(settings.tolerance);
    const bool fixed = settings.fixed_iterations > 0;
    const int most = fixed ? settings.fixed_iterations : settings.max_iterations;

    SolveReport report;
    report.residual = start<Sweep, D>(sweep, r, m, std::min(trial_sweeps, most), random, report).relative();
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

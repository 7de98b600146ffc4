#include "solvers/block_auto.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "solvers/block_admm.h"
#include "solvers/block_sweep.h"
#include "solvers/book_work.h"
#include "solvers/islands.h"
#include "solvers/block_newton.h"
#include "solvers/nlgs.h"

namespace drystone {

namespace {

/// Impulses without bound make any error look small beside them. An answer that leaves more than a tenth of what it was
/// asked to stop is none: a body jammed between walls that close.
constexpr double most_left = 0.01;  // of |e|^2

constexpr int most_for_a_factor = 5000;  // contacts; beyond, the order of elimination would take too long

/// One island on its way to |e|^2 <= target.
template <int D>
class IslandSolver {
  public:
    IslandSolver(BlockProblem<D> part, const SolverSettings& settings, std::uint64_t stream, double target,
                 std::vector<Vec<D>> r)
        : part_(std::move(part)),
          settings_(settings),
          stream_(stream),
          target_(target),
          cones_(std::all_of(part_.law.begin(), part_.law.end(),
                             [](const LocalLaw<D>& law) { return law.is_cone(); })),
          r_(std::move(r)) {
        if (!cones_) {
            for (int i = 0; i < part_.size(); ++i)
                part_.law.change(static_cast<std::size_t>(i), [&](LocalLaw<D>& law) { part_.b[i] += std::exchange(law.velocity_shift, {}); });
            return;
        }
        for (int i = 0; i < part_.size(); ++i) {
            tension_.push_back(part_.law[i].tension);
            r_[i][0] += tension_[i];
        }
        make_dry(part_);
    }

    /// `from_nothing`: r is not yet worth anything.
    void solve(bool from_nothing) {
        const bool affordable = part_.size() <= most_for_a_factor;
        const bool alternate = settings_.method != SolverMethod::newton && affordable;
        BlockSweep<D> sweep(part_, SweepOrder::sequential);
        sweep.load(r_);
        if ((error_ = sweep.residual().error) <= target_) return;
        if (alternate && from_nothing && booked(SolvedBy::admm, [&] { return by_admm_from_nothing(); }))
            return;
        sweep.load(r_);
        if (booked(SolvedBy::nlgs, [&] { return by_sweeps(sweep); })) return;
        if (affordable && booked(SolvedBy::newton, [&] { return by_newton(sweep); })) return;
        if (alternate && !cones_ && booked(SolvedBy::admm, [&] { return by_admm(); })) return;
        booked(SolvedBy::nlgs, [&] { return by_gauss_seidel(); });
    }

    const std::vector<Vec<D>>& impulses() {
        for (std::size_t i = 0; i < tension_.size(); ++i) r_[i][0] -= tension_[i];
        tension_.clear();
        return r_;
    }
    int iterations() const { return iterations_; }
    SolvedBy solved_by() const { return solved_by_; }
    const WorkByMethod& work() const { return work_; }

  private:
    /// Tries a method, and notes what it took and whether the impulses are its own now.
    template <class Try>
    bool booked(SolvedBy method, const Try& try_it) {
        const Stopwatch watch;
        const int before = iterations_;
        const double error = error_;
        const bool arrived = try_it();
        work_[method].iterations += iterations_ - before;
        work_[method].seconds += watch.seconds();
        if (arrived || error_ < error) solved_by_ = method;
        return arrived;
    }

    int left() const { return settings_.max_iterations - iterations_; }

    /// Some sweeps, and more while they are about to arrive at the rate they go. The error is looked at only once the impulses
    /// hardly move any more: a look costs as much as a sweep.
    bool by_sweeps(BlockSweep<D>& sweep) {
        constexpr int at_first = 12, at_most = 60, ahead = 15;
        double moved = 0.0;
        for (int done = 0; done < at_most && left() > 0; ++done, ++iterations_) {
            const double before = moved;
            moved = sweep.sweep();
            if (moved <= target_ && (error_ = sweep.residual().error) <= target_) break;
            const double rate = std::log(moved / before);  // a sweep; < 0 when they converge
            if (done >= at_first && !(rate < 0.0 && ahead * rate < std::log(target_ / moved))) break;
        }
        error_ = sweep.residual().error;
        sweep.store(r_);
        return error_ <= target_;
    }

    bool by_admm_from_nothing() {
        constexpr double packing = 12.0;  // blocks a row in a packing of balls: no factor is dear below
        constexpr double dear = 12.0;     // iterations
        if (static_cast<double>(part_.W.block.size()) < packing * part_.size()) return false;
        BlockAdmm<D> admm(part_);
        if (admm.factor_in_iterations() < dear) return false;
        std::vector<Vec<D>> r(r_.size());
        const auto result = admm.solve(target_, 0.0, std::min(left(), BlockAdmm<D>::patience), r);
        return take(result.error, result.iterations, r);
    }

    bool by_admm() {
        std::vector<Vec<D>> r = r_;
        const auto result = BlockAdmm<D>(part_).solve(target_, 0.0, std::max(0, left() / 2), r);
        return take(result.error, result.iterations, r);
    }

    bool by_newton(BlockSweep<D>& sweep) {
        constexpr int enough = 4000;
        std::vector<Vec<D>> r = r_;
        const auto result = BlockNewton<D>(part_, sweep).solve(target_, std::clamp(left(), 0, enough), r);
        return take(result.error, result.steps + result.sweeps, r);
    }

    bool by_gauss_seidel() {
        if (left() <= 0) return false;
        SolverSettings limited = settings_;
        limited.max_iterations = left();
        const ResidualSums sums = residual_sums<D>(part_, std::span<const Vec<D>>(r_));
        const double scale = std::max(sums.impulse, sums.free);
        if (!(scale > 0.0)) return false;
        limited.tolerance = std::sqrt(target_ / scale);
        std::vector<Vec<D>> r = r_;
        const SolveReport report = solve_nlgs<D>(part_, limited, stream_, r);
        return take(residual_sums<D>(part_, std::span<const Vec<D>>(r)).error, report.iterations, r);
    }

    bool take(double error, int iterations, const std::vector<Vec<D>>& r) {
        iterations_ += iterations;
        if (error < error_) {
            error_ = error;
            r_ = r;
        }
        return error_ <= target_;
    }

    BlockProblem<D> part_;
    const SolverSettings& settings_;
    std::uint64_t stream_;
    double target_, error_ = 0.0;
    bool cones_;
    std::vector<Vec<D>> r_;
    std::vector<double> tension_;
    int iterations_ = 0;
    SolvedBy solved_by_ = SolvedBy::first_guess;
    WorkByMethod work_;
};

/// The error that would be left if nothing were done about it: |rho (b + shift)|^2.
template <int D>
double asked_for(const BlockProblem<D>& problem) {
    double sum = 0.0;
    for (int i = 0; i < problem.size(); ++i) {
        const Vec<D> e = step_length(problem.W.diagonal(i)) * (problem.b[i] + problem.law[i].velocity_shift);
        sum += dot(e, e);
    }
    return sum;
}

constexpr int few_contacts = 20;  // cutting out islands costs as much as some sweeps over so many

/// More sweeps over all, as long as they converge quickly. Returns how many; sums: where they end.
template <int D>
int sweep_the_few(BlockSweep<D>& sweep, const SolverSettings& settings, ResidualSums& sums) {
    constexpr int most = 20;
    constexpr double quick = 0.3;  // of what moved, a sweep
    const double target = std::pow(settings.tolerance, 2) * std::max(sums.impulse, sums.free);
    int made = 0;
    double moved = 0.0;
    for (bool goes_on = sums.error > target; goes_on && made < std::min(most, settings.max_iterations - 1); ++made) {
        const double before = moved;
        moved = sweep.sweep();
        if (moved <= target) {
            sums = sweep.residual();
            if (sums.relative() <= settings.tolerance) return made + 1;
        }
        goes_on = made == 0 || moved <= quick * before;
    }
    if (made > 0) sums = sweep.residual();
    return made;
}

}  // namespace

template <int D>
SolveReport solve_by_islands(const BlockProblem<D>& problem, const SolverSettings& settings,
                             std::uint64_t stream, std::span<Vec<D>> r) {
    SolveReport report;
    if (problem.size() == 0) return report;
    const Stopwatch watch;
    report.solved_by = SolvedBy::first_guess;
    BlockSweep<D> sweep(problem, SweepOrder::sequential);
    ResidualSums sums = sweep.residual();  // of r = 0
    const bool from_nothing =
        std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; });
    if (!from_nothing) {
        sweep.load(r);
        const ResidualSums guessed = sweep.residual();
        if (guessed.error < sums.error)
            sums = guessed;
        else
            sweep.load_zero();
    }
    if (sums.relative() > settings.tolerance && settings.max_iterations > 0) {
        report.iterations = 1;
        report.solved_by = SolvedBy::nlgs;
        sweep.sweep();
        sums = sweep.residual();
        if (problem.size() <= few_contacts) report.iterations += sweep_the_few(sweep, settings, sums);
        report.work[SolvedBy::nlgs].iterations = report.iterations;
        report.contact_updates = static_cast<long>(report.iterations) * problem.size();
    }
    sweep.store(r);
    report.work[report.solved_by].seconds = watch.seconds();

    // Each island gets its share of the error that is allowed to all. The scale of the residual is known only at the end;
    // if it was taken too large, a second round mends that. An island that rounding keeps from its share (forces that are far from
    // unique) stops after the first thousand iterations: often the others leave enough.
    constexpr int rounds = 3, at_first = 1000;
    constexpr double margin = 0.9;
    const double bearable = most_left * asked_for(problem);
    const auto converged = [&] { return sums.relative() <= settings.tolerance && sums.error <= bearable; };
    Islands islands;
    std::vector<int> place;
    for (int round = 0; round < rounds && !converged(); ++round) {
        if (report.iterations >= settings.max_iterations) break;
        if (round == 0) {
            islands = find_islands(problem.W);
            place.resize(problem.b.size());
        }
        const double scale = std::pow(settings.tolerance, 2) * std::max(sums.impulse, sums.free);
        const double allowed = margin * std::min(scale, bearable) / problem.size();
        SolverSettings limited = settings;
        limited.max_iterations = settings.max_iterations - report.iterations;
        if (round == 0) limited.max_iterations = std::min(limited.max_iterations, at_first);
        int most = 0;
        for (int k = 0; k < islands.size(); ++k) {
            const std::span<const int> contacts = islands.of(k);
            std::vector<Vec<D>> of_island;
            for (const int i : contacts) of_island.push_back(r[i]);
            const double target = allowed * static_cast<double>(contacts.size());
            IslandSolver<D> island(part_of(problem, contacts, place), limited, stream, target,
                                   std::move(of_island));
            island.solve(from_nothing && round == 0);
            const std::vector<Vec<D>>& found = island.impulses();
            for (std::size_t i = 0; i < contacts.size(); ++i) r[contacts[i]] = found[i];
            if (island.iterations() > most) report.solved_by = island.solved_by();
            most = std::max(most, island.iterations());
            report.work += island.work();
            report.contact_updates +=
                static_cast<long>(island.iterations()) * static_cast<long>(contacts.size());
        }
        report.iterations += most;
        sweep.load(r);
        sums = sweep.residual();
    }
    report.residual = sums.relative();
    report.converged = converged();
    return report;
}

template SolveReport solve_by_islands(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                      std::span<Vec<2>>);
template SolveReport solve_by_islands(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                      std::span<Vec<3>>);

}  // namespace drystone

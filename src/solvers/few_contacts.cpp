// A problem of which only some contacts F still move, the rest R standing still:
//
//     u_F = W_FF r_F + (b_F + W_FR r_R),      F the fewest that hold all but a share of sum_i dr_i . W_ii dr_i
//
// solved alone, by the same sweeps. docs/theory.md section 5.4.

#include "solvers/few_contacts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "solvers/book_work.h"
#include "solvers/plateau_sweeps.h"

namespace drystone {

namespace {

double square(double x) { return x * x; }

/// How many contacts move, by their participation (sum d^2)^2 / sum d^4: a first look that costs next to nothing.
template <int D>
double moving(const typename StrideScratch<D>::Snapshot& before,
              const typename StrideScratch<D>::Snapshot& now) {
    double squares = 0.0, fourth = 0.0;
    for (std::size_t i = 0; i < now.r.size(); ++i) {
        const Vec<D> dr = now.r[i] - before.r[i];
        const double d2 = dot(dr, dr);
        squares += d2;
        fourth += d2 * d2;
    }
    return squares * squares / fourth;
}

/// Fills s.lot with the fewest contacts that hold nearly all of what moved, as an energy. False: these are not few.
template <int D>
bool choose(const RigidProblem<D>& problem, const typename StrideScratch<D>::Snapshot& before,
            const typename StrideScratch<D>::Snapshot& now, FewScratch<D>& s) {
    constexpr double the_rest = fallbacks::unmoved;
    constexpr std::size_t few = fallbacks::few;
    const std::size_t contacts = problem.b.size();
    if (!(moving<D>(before, now) <= static_cast<double>(contacts / few) / square(1.0 - the_rest)))
        return false;
    s.moved.assign(contacts, 0.0);
    for (std::size_t i = 0; i < contacts; ++i) {
        const Vec<D> dr = now.r[i] - before.r[i];
        s.moved[i] = dot(dr, problem.W.diagonal(static_cast<int>(i)) * dr);
    }
    for (std::size_t k = 0; k < problem.turning.size(); ++k) {
        const int i = problem.turning[k].contact;
        const Spin<D> dm = now.m[k] - before.m[k];
        s.moved[i] += dot(dm, problem.W.spin_diagonal(i) * dm);
    }
    std::vector<int>& chosen = s.lot.contact;
    chosen.resize(contacts);
    std::iota(chosen.begin(), chosen.end(), 0);
    const auto more = [&](int i, int j) {
        return s.moved[i] != s.moved[j] ? s.moved[i] > s.moved[j] : i < j;
    };
    const auto most = chosen.begin() + static_cast<std::ptrdiff_t>(contacts / few);
    std::nth_element(chosen.begin(), most, chosen.end(), more);
    std::sort(chosen.begin(), most, more);
    const double all = std::accumulate(s.moved.begin(), s.moved.end(), 0.0);
    double left = all;
    std::size_t count = 0;
    while (count < contacts / few && left > the_rest * all) left -= s.moved[chosen[count++]];
    if (count == 0 || !(left <= the_rest * all)) return false;
    chosen.resize(count);
    std::sort(chosen.begin(), chosen.end());
    s.lot.start = {0, static_cast<int>(count)};
    return true;
}

/// Sweeps over the part until its error has all but gone: a drift that ends does so at once.
template <int D>
SolveReport settle(BodySweep<D>& part, const SolverSettings& settings, Random& random, FewScratch<D>& s) {
    part.load(s.lot.r, s.lot.m);
    SolveReport report;
    report.residual = part.residual().relative();
    const double goal = fallbacks::few_settled * part.last().error;
    PlateauSweeps<BodySweep<D>, D> plateau(part, s.lot.r.size(), s.lot.m.size(), s.nlgs.strides, true);
    plateau.begin(report.residual);
    while (report.iterations < settings.max_iterations && part.last().error > goal)
        plateau.go_on(settings, random, report);
    part.store(s.lot.r, s.lot.m);
    return report;
}

}  // namespace

template <int D>
bool solve_few(BodySweep<D>& sweep, WindowOfSweeps<D> window, int work, Random& random, SolveReport& report) {
    const auto& [before, now] = window;
    assert(work >= 0 && before.r.size() == now.r.size() && before.m.size() == now.m.size());
    constexpr double most_sweeps = 1e9;
    const Stopwatch watch;
    MethodWork& own = report.work[SolvedBy::few_contacts];
    const RigidProblem<D>& problem = sweep.problem();
    FewScratch<D>& s = sweep.few();
    if (!choose<D>(problem, before, now, s)) {
        own.seconds += watch.seconds();
        return false;
    }
    gather_lot<D>(problem, 0, now.r, now.m, s.lot);
    hold_others<D>(problem, now.r, now.m, s.lot);

    const double size = problem.size(), count = static_cast<double>(s.lot.r.size());
    SolverSettings settings;
    settings.tolerance = 0.0;
    settings.max_iterations = static_cast<int>(std::min(most_sweeps, work * (size / count)));
    BodySweep<D> part(s.lot.part, sweep.order(), sweep.pool(), s.nlgs);
    const SolveReport alone = settle(part, settings, random, s);

    s.r.assign(now.r.begin(), now.r.end());
    s.m.assign(now.m.begin(), now.m.end());
    scatter_lot<D>(0, s.lot, std::span<Vec<D>>(s.r), std::span<Spin<D>>(s.m));
    sweep.load(s.r, s.m);
    const int as_sweeps = static_cast<int>(std::ceil(alone.iterations * (count / size)));
    report.iterations += as_sweeps;
    report.residual = sweep.residual().relative();
    own.iterations += as_sweeps;
    own.seconds += watch.seconds();
    return true;
}

template bool solve_few(BodySweep<2>&, WindowOfSweeps<2>, int, Random&, SolveReport&);
template bool solve_few(BodySweep<3>&, WindowOfSweeps<3>, int, Random&, SolveReport&);

}  // namespace drystone

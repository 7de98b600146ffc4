#include "problems/attempt.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/stopwatch.h"
#include "problems/blocks.h"
#include "solvers/solve.h"

namespace drystone {

namespace {

template <int D>
bool ran_away(const BlockProblem<D>& problem, const std::vector<Vec<D>>& r) {
    const std::vector<Vec<D>> nothing(r.size());
    return ran_away(residual_sums<D>(problem, std::span<const Vec<D>>(r)),
                    residual_sums<D>(problem, std::span<const Vec<D>>(nothing)));
}

}  // namespace

template <int D>
Attempt<D> attempt(const BlockProblem<D>& problem, const SolverSettings& settings, int repeats,
                   std::span<const Vec<D>> guess) {
    assert(repeats > 0 && (guess.empty() || guess.size() == problem.b.size()));
    Attempt<D> result;
    result.method = settings.method;
    std::vector<double> seconds;
    for (int k = 0; k < repeats; ++k) {
        result.r.assign(problem.b.size(), {});
        std::copy(guess.begin(), guess.end(), result.r.begin());
        const Stopwatch watch;
        result.report = solve_contacts<D>(problem, settings, 0, result.r);
        seconds.push_back(watch.seconds());
    }
    std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
    result.seconds = seconds[static_cast<std::size_t>(repeats / 2)];
    result.report.residual = relative_residual<D>(problem, std::span<const Vec<D>>(result.r));
    result.report.converged = result.report.residual <= settings.tolerance && !ran_away(problem, result.r);
    result.merit = fclib_merit<D>(problem, result.r);
    return result;
}

template <int D>
double disagreement(const BlockProblem<D>& problem, std::span<const Vec<D>> r,
                    std::span<const Vec<D>> other) {
    assert(r.size() == problem.b.size() && other.size() == r.size());
    std::vector<Vec<D>> difference(r.begin(), r.end());
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= other[i];
    double apart = 0.0, free = 0.0;
    for (int i = 0; i < problem.size(); ++i) {
        apart = std::max(apart, norm(problem.W.velocity(difference, i)));
        free = std::max(free, norm(problem.b[i]));
    }
    return apart > 0.0 && free > 0.0 ? apart / free : apart;
}

template Attempt<2> attempt(const BlockProblem<2>&, const SolverSettings&, int, std::span<const Vec<2>>);
template Attempt<3> attempt(const BlockProblem<3>&, const SolverSettings&, int, std::span<const Vec<3>>);
template double disagreement(const BlockProblem<2>&, std::span<const Vec<2>>, std::span<const Vec<2>>);
template double disagreement(const BlockProblem<3>&, std::span<const Vec<3>>, std::span<const Vec<3>>);

}  // namespace drystone

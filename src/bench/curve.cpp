#include "bench/curve.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/csv_field.h"
#include "core/stopwatch.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

double timed(const Solvable& problem, const SolverSettings& settings, SolveReport& report) {
    const Stopwatch watch;
    report = problem.solve(settings);
    return watch.seconds();
}

CurvePoint point_at(const Solvable& problem, const SolverSettings& settings, const CurveLimits& limits) {
    SolveReport report;
    std::vector<double> seconds;
    double sum = 0.0;
    do {
        seconds.push_back(timed(problem, settings, report));
        sum += seconds.back();
    } while (sum < limits.worth_repeating && static_cast<int>(seconds.size()) < limits.repeats);
    std::sort(seconds.begin(), seconds.end());
    const double reached = problem.residual();
    return {.tolerance = settings.tolerance,
            .iterations = report.iterations,
            .seconds = seconds[seconds.size() / 2],
            .residual = reached,
            .converged = reached <= settings.tolerance};
}

}  // namespace

Curve time_to_residual(const Solvable& problem, SolverMethod method, const CurveLimits& limits) {
    constexpr int decades = 10, first_cap = 1000;
    Curve curve{.problem = problem.name, .contacts = problem.contacts, .method = method, .points = {}};
    SolverSettings settings{.method = method, .max_iterations = first_cap};
    for (int k = 1; k <= decades; ++k) {
        settings.tolerance = std::pow(10.0, -k);
        const CurvePoint point = point_at(problem, settings, limits);
        curve.points.push_back(point);
        if (!point.converged || point.seconds > limits.seconds) break;
        const double pace = point.seconds / std::max(1, point.iterations);
        settings.max_iterations = static_cast<int>(std::clamp(limits.seconds / pace, 1.0 * first_cap, 1e9));
    }
    return curve;
}

std::string in_csv(const std::vector<Curve>& curves) {
    std::string text = "problem,contacts,method,tolerance,iterations,seconds,residual,converged\n";
    for (const Curve& curve : curves) {
        for (const CurvePoint& point : curve.points) {
            text += fmt::format("{},{},{},{:.0e},{},{:.4g},{:.3e},{}\n", csv_field(curve.problem),
                                curve.contacts, name_of(curve.method), point.tolerance, point.iterations,
                                point.seconds, point.residual, point.converged);
        }
    }
    return text;
}

}  // namespace drystone

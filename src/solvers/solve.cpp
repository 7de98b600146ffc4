#include "solvers/solve.h"

#include <algorithm>
#include <numbers>

#include "solvers/block_admm.h"
#include "solvers/block_auto.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

/// Contact rows per degree of freedom: packings of balls have about 1.5, walls of blocks 4.
template <int D>
double rows_per_freedom(const RigidProblem<D>& problem) {
    const double bodies = static_cast<double>(problem.W.body.size());
    return D * problem.size() / ((D + spin_dim<D>)*std::max(1.0, bodies));
}

constexpr double masonry = 2.5;

/// Adds what came before to a report.
SolveReport after(const SolveReport& before, SolveReport report) {
    report.iterations += before.iterations;
    report.contact_updates += before.contact_updates;
    return report;
}

/// admm, anderson or auto on one problem.
template <int D>
SolveReport solve_whole(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                        ThreadPool& pool, SolverScratch<D>& scratch, std::span<Vec<D>> r,
                        std::span<Spin<D>> m) {
    const bool hyperstatic = rows_per_freedom(problem) > masonry;
    const int first_sweeps = hyperstatic ? 60 : 1000, admm_iterations = hyperstatic ? 1500 : 300;
    const auto by_anderson = [&](int most) {
        SolverSettings limited = settings;
        limited.max_iterations = std::min(settings.max_iterations, most);
        return solve_anderson<D>(problem, limited, stream, pool, scratch.nlgs, scratch.anderson, r, m);
    };
    if (settings.method == SolverMethod::admm) return solve_admm<D>(problem, settings, scratch.admm, r, m);
    if (settings.method == SolverMethod::anderson || !factor_is_affordable(problem))
        return by_anderson(settings.max_iterations);

    SolveReport report = by_anderson(first_sweeps);
    if (report.converged || report.iterations >= settings.max_iterations) return report;
    if (!(report.residual < 1.0)) {  // it ran away: nothing to begin from
        std::fill(r.begin(), r.end(), Vec<D>{});
        std::fill(m.begin(), m.end(), Spin<D>{});
    }
    SolverSettings limited = settings;
    limited.max_iterations = std::min(settings.max_iterations - report.iterations, admm_iterations);
    report = after(report, solve_admm<D>(problem, limited, scratch.admm, r, m));
    if (report.converged || report.iterations >= settings.max_iterations) return report;
    limited.max_iterations = settings.max_iterations - report.iterations;
    return after(report, solve_nlgs<D>(problem, limited, stream, pool, scratch.nlgs, r, m));
}

}  // namespace

template <int D>
bool factor_is_affordable(const RigidProblem<D>& problem) {
    const double bodies = static_cast<double>(problem.W.body.size());
    return bodies < 1000.0 || (D == 2 && bodies < 2e4) ||
           (rows_per_freedom(problem) > masonry && bodies < 5e4);
}

template <int D>
SolveReport solve_contacts(const RigidProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, ThreadPool& pool, SolverScratch<D>& scratch,
                           std::span<Vec<D>> r, std::span<Spin<D>> m) {
    require_form(settings.method, false);
    const bool as_told = settings.fixed_iterations > 0 || settings.order != SweepOrder::coloured;
    if (settings.method == SolverMethod::nlgs || as_told)
        return solve_nlgs<D>(problem, settings, stream, pool, scratch.nlgs, r, m);

    constexpr double nearly_all = 0.95;  // the rest would cost less than a tighter tolerance for the largest
    IslandScratch<D>& islands = scratch.islands;
    sort_into_lots(problem, islands);
    if (islands.largest() > nearly_all * problem.size())
        return solve_whole(problem, settings, stream, pool, scratch, r, m);

    SolverSettings apart = settings;
    apart.tolerance = settings.tolerance / std::numbers::sqrt2;
    SolveReport report;
    bool ran_away = false;
    for (int lot = 0; lot < islands.lots(); ++lot) {
        gather_lot<D>(problem, lot, r, m, islands);
        const SolveReport one =
            solve_whole<D>(islands.part, apart, stream, pool, scratch, islands.r, islands.m);
        scatter_lot<D>(lot, islands, r, m);
        report.iterations = std::max(report.iterations, one.iterations);
        ran_away |= one.residual <= apart.tolerance && !one.converged;
        report.contact_updates += one.contact_updates;
    }
    report.residual =
        residual_sums<D>(problem, std::span<const Vec<D>>(r), std::span<const Spin<D>>(m), islands.V)
            .relative();
    report.converged = report.residual <= settings.tolerance && !ran_away;
    return report;
}

template <int D>
SolveReport solve_contacts(const BlockProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, std::span<Vec<D>> r) {
    require_form(settings.method, true);
    if (settings.method == SolverMethod::nlgs || settings.fixed_iterations > 0)
        return solve_nlgs<D>(problem, settings, stream, r);
    if (settings.method == SolverMethod::admm) return solve_block_admm<D>(problem, settings, r);
    return solve_by_islands<D>(problem, settings, stream, r);
}

template bool factor_is_affordable(const RigidProblem<2>&);
template bool factor_is_affordable(const RigidProblem<3>&);
template SolveReport solve_contacts(const RigidProblem<2>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                    SolverScratch<2>&, std::span<Vec<2>>, std::span<Vec<1>>);
template SolveReport solve_contacts(const RigidProblem<3>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                    SolverScratch<3>&, std::span<Vec<3>>, std::span<Vec<3>>);
template SolveReport solve_contacts(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<2>>);
template SolveReport solve_contacts(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<3>>);

}  // namespace drystone

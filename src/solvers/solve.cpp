#include "solvers/solve.h"

#include <algorithm>
#include <cassert>
#include <numbers>
#include <utility>

#include "solvers/block_admm.h"
#include "solvers/block_auto.h"
#include "solvers/book_work.h"
#include "solvers/fallbacks.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

/// Contact rows per degree of freedom.
template <int D>
double rows_per_freedom(const RigidProblem<D>& problem) {
    const double bodies = static_cast<double>(problem.W.body.size());
    return D * problem.size() / std::max(1.0, (D + spin_dim<D>)*bodies + D * static_cast<double>(problem.W.dofs()));
}

/// Adds what came before to a report.
SolveReport after(const SolveReport& before, SolveReport report) {
    report.iterations += before.iterations;
    report.contact_updates += before.contact_updates;
    report.work += before.work;
    return report;
}

template <int D>
int rows(const RigidProblem<D>& problem) {
    return problem.size() + static_cast<int>(problem.turning.size());
}

/// `newton` and, where Newton's method may help, `auto` on assembled blocks: a problem without moments.
template <int D>
SolveReport solve_on_blocks(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                            SolverScratch<D>& scratch, std::span<Vec<D>> r) {
    assemble_blocks<D>(problem, scratch.block_scratch, scratch.blocks);
    return solve_by_islands<D>(scratch.blocks, settings, stream, r);
}

template <int D>
bool newton_is_affordable(const RigidProblem<D>& problem) {
    return factor_is_affordable(problem) && problem.W.body.size() <= fallbacks::bodies_with_newton;
}

/// What a system of Newton's method costs, in sweeps.
template <int D>
double cost_of_system(const RigidProblem<D>& problem, BodyNewton<D>& newton) {
    newton.set_pattern(problem);
    return std::max(1.0, fallbacks::visits_a_product * newton.products() / problem.size());
}

/// Sweeps of packings before Newton's method: as many as its systems would cost.
template <int D>
int sweeps_before_newton(const RigidProblem<D>& problem, BodyNewton<D>& newton) {
    constexpr int least = fallbacks::with_packings.sweeps, most = fallbacks::most_sweeps_before_newton;
    if (!newton_is_affordable(problem)) return most;
    return static_cast<int>(std::clamp<double>(fallbacks::systems_to_expect * cost_of_system(problem, newton), least, most));
}

/// admm, anderson or auto on one problem.
template <int D>
SolveReport solve_whole(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                        ThreadPool& pool, SolverScratch<D>& scratch, std::span<Vec<D>> r,
                        std::span<Spin<D>> m) {
    const auto by_newton = [&](const SolverSettings& limited) {
        const typename BodyNewton<D>::Sweeps sweeps{stream, pool, scratch.nlgs};
        return book_work(SolvedBy::newton,
                         [&] { return solve_body_newton<D>(problem, limited, sweeps, scratch.newton, r, m); });
    };
    if (settings.method == SolverMethod::newton) {
        return problem.W.compliant.empty() ? by_newton(settings) : solve_on_blocks<D>(problem, settings, stream, scratch, r);
    }
    const bool deforms = !problem.W.compliant.empty(), masonry = rows_per_freedom(problem) > fallbacks::masonry_rows;
    const fallbacks::Patience patience = deforms   ? fallbacks::with_deformable(problem.size())
                                         : masonry ? fallbacks::with_masonry
                                                   : fallbacks::with_packings;
    const auto by_anderson = [&](int most) {
        SolverSettings limited = settings;
        limited.max_iterations = std::min(settings.max_iterations, most);
        return book_work(SolvedBy::anderson, [&] {
            return solve_anderson<D>(problem, limited, stream, pool, scratch.nlgs, scratch.anderson, r, m);
        });
    };
    const auto by_factor = [&](const SolverSettings& limited) {
        return book_work(SolvedBy::admm, [&] { return solve_by_factor<D>(problem, limited, scratch, r, m); });
    };
    if (settings.method == SolverMethod::admm) return by_factor(settings);
    if (settings.method == SolverMethod::anderson || (deforms && !factor_is_affordable(problem)))
        return by_anderson(settings.max_iterations);

    SolveReport report = by_anderson(patience.sweeps);
    const auto left = [&] { return settings.max_iterations - report.iterations; };
    if (!masonry && !deforms && !report.converged) {
        const int most = sweeps_before_newton(problem, scratch.newton);
        for (double before = 1.0; !report.converged && left() > 0;) {
            const bool halves = report.residual < fallbacks::progress * std::exchange(before, report.residual);
            if (!halves && report.iterations >= most) break;
            const int made = report.iterations;
            report = after(report, by_anderson(std::min(left(), patience.sweeps)));
            if (report.iterations == made) break;  // impulses without bound, which sweeps take for good enough
        }
    }
    if (report.converged || left() <= 0) return report;
    if (!(report.residual < fallbacks::ran_away)) {  // nothing to begin from
        std::fill(r.begin(), r.end(), Vec<D>{});
        std::fill(m.begin(), m.end(), Spin<D>{});
    }
    SolverSettings limited = settings;
    if (deforms && problem.turning.empty()) {
        limited.max_iterations = settings.max_iterations - report.iterations;
        return after(report, solve_on_blocks<D>(problem, limited, stream, scratch, r));
    }
    if ((masonry || deforms) && factor_is_affordable(problem)) {
        limited.max_iterations = std::min(left(), patience.admm_iterations);
        report = after(report, by_factor(limited));
        if (report.converged || left() <= 0) return report;
    }
    if (!deforms && !masonry && problem.size() > local_newton_contacts<D>) {
        const typename BodyNewton<D>::Sweeps sweeps{stream, pool, scratch.nlgs};
        limited.max_iterations = left();
        const auto local = [&] { return solve_local_newton<D>(problem, limited, sweeps, scratch.local, by_anderson, r, m); };
        report = after(report, book_work(SolvedBy::newton, local));
        if (report.converged || left() <= 0) return report;
    }
    if (!deforms && newton_is_affordable(problem)) {
        const double systems = fallbacks::newton_costs * settings.max_iterations / cost_of_system(problem, scratch.newton);
        limited.max_iterations = static_cast<int>(std::min<double>(left(), std::max<double>(fallbacks::least_systems, systems)));
        report = after(report, by_newton(limited));
        if (report.converged || left() <= 0) return report;
    }
    limited.max_iterations = settings.max_iterations - report.iterations;
    const auto by_nlgs = [&] { return solve_nlgs<D>(problem, limited, stream, pool, scratch.nlgs, r, m); };
    return after(report, book_work(SolvedBy::nlgs, by_nlgs));
}

}  // namespace

template <int D>
bool factor_is_affordable(const RigidProblem<D>& problem) {
    if (!problem.W.compliant.empty()) return rows(problem) <= fallbacks::rows_with_factor;
    const double bodies = static_cast<double>(problem.W.body.size());
    return bodies < fallbacks::bodies_with_factor || (D == 2 && bodies < fallbacks::bodies_with_factor_2d) ||
           (rows_per_freedom(problem) > fallbacks::masonry_rows &&
            bodies < fallbacks::bodies_with_factor_masonry);
}

template <int D>
SolveReport solve_by_factor(const RigidProblem<D>& problem, const SolverSettings& settings, SolverScratch<D>& scratch,
                            std::span<Vec<D>> r, std::span<Spin<D>> m) {
    if (problem.W.compliant.empty()) return solve_admm<D>(problem, settings, scratch.admm, r, m);
    assemble_blocks<D>(problem, scratch.block_scratch, scratch.blocks);
    return solve_block_admm<D>(scratch.blocks, settings, r, m);
}

template <int D>
SolveReport solve_contacts(const RigidProblem<D>& problem, const SolverSettings& settings,
                           std::uint64_t stream, ThreadPool& pool, SolverScratch<D>& scratch,
                           std::span<Vec<D>> r, std::span<Spin<D>> m) {
    assert(problem.law.size() == problem.b.size() && problem.W.contact.size() == problem.b.size());
    assert(r.size() == problem.b.size() && m.size() == problem.turning.size());
    require_form(settings.method, false);
    require_moments(settings.method, !problem.W.compliant.empty(), !problem.turning.empty());
    if (problem.size() == 0) return {};
    const bool as_told = settings.fixed_iterations > 0 || settings.order != SweepOrder::coloured;
    if (settings.method == SolverMethod::nlgs || as_told)
        return book_work(SolvedBy::nlgs,
                         [&] { return solve_nlgs<D>(problem, settings, stream, pool, scratch.nlgs, r, m); });

    IslandScratch<D>& islands = scratch.islands;
    sort_into_lots(problem, pool, islands);
    if (islands.largest() > fallbacks::nearly_all_contacts * problem.size())
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
        if (one.iterations > report.iterations || lot == 0) report.solved_by = one.solved_by;
        report.iterations = std::max(report.iterations, one.iterations);
        report.work += one.work;
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
    assert(problem.law.size() == problem.b.size() && r.size() == problem.b.size());
    require_form(settings.method, true);
    if (problem.size() == 0) return {};
    if (settings.method == SolverMethod::nlgs || settings.fixed_iterations > 0)
        return book_work(SolvedBy::nlgs, [&] { return solve_nlgs<D>(problem, settings, stream, r); });
    if (settings.method == SolverMethod::admm)
        return book_work(SolvedBy::admm, [&] { return solve_block_admm<D>(problem, settings, r); });
    return solve_by_islands<D>(problem, settings, stream, r);
}

template bool factor_is_affordable(const RigidProblem<2>&);
template bool factor_is_affordable(const RigidProblem<3>&);
template SolveReport solve_by_factor(const RigidProblem<2>&, const SolverSettings&, SolverScratch<2>&, std::span<Vec<2>>,
                                     std::span<Vec<1>>);
template SolveReport solve_by_factor(const RigidProblem<3>&, const SolverSettings&, SolverScratch<3>&, std::span<Vec<3>>,
                                     std::span<Vec<3>>);
template SolveReport solve_contacts(const RigidProblem<2>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                    SolverScratch<2>&, std::span<Vec<2>>, std::span<Vec<1>>);
template SolveReport solve_contacts(const RigidProblem<3>&, const SolverSettings&, std::uint64_t, ThreadPool&,
                                    SolverScratch<3>&, std::span<Vec<3>>, std::span<Vec<3>>);
template SolveReport solve_contacts(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<2>>);
template SolveReport solve_contacts(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<3>>);

}  // namespace drystone

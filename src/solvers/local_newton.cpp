// A problem of which some places F are far from solved, the rest R nearly so:
//
//     u_F = W_FF r_F + (b_F + W_FR r_R),      F: the contacts with most of |e|^2, and those within some bodies of them
//
// by Newton's method, then sweeps over all, until the whole has converged.

#include "solvers/local_newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace drystone {

namespace {

constexpr int rings = 3;               // bodies from the worst contacts to the edge of a place
constexpr int most_neighbourhoods = 40, patience_with_them = 6;
constexpr double nearly_all = 0.9;     // of |e|^2, in the contacts that places grow around
constexpr double progress = 0.8;       // of the residual, in so many rounds as the patience says

/// s.error, and their sums.
template <int D>
ResidualSums find_errors(const RigidProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                         LocalNewtonScratch<D>& s) {
    typename BodyMap<D>::State& V = s.lot.V;
    problem.W.reset(V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, r[i]);
    for (std::size_t k = 0; k < m.size(); ++k) problem.W.add_moment(V, problem.turning[k].contact, m[k]);
    ResidualSums sums;
    s.error.resize(problem.b.size());
    for (int i = 0; i < problem.size(); ++i) {
        const double rho = step_length(problem.W.diagonal(i));
        const Vec<D> v = problem.W.velocity(V, i) + problem.b[i] + problem.law[i].velocity_shift;
        const Vec<D> e = natural_map(problem.law[i], r[i], v, rho);
        s.error[i] = dot(e, e);
        sums += {s.error[i], dot(r[i], r[i]), rho * rho * dot(problem.b[i], problem.b[i])};
    }
    for (std::size_t k = 0; k < m.size(); ++k) {
        const int i = problem.turning[k].contact;
        const double rho = step_length(problem.W.spin_diagonal(i)), of_contact = step_length(problem.W.diagonal(i));
        const double weight = rho > 0.0 ? of_contact / rho : 0.0;
        const Spin<D> w = problem.W.spin(V, i) + problem.turning[k].b;
        const Spin<D> e = turning_map(problem.law[i].turning, r[i][0] + problem.law[i].tension, m[k], w, rho);
        s.error[i] += weight * dot(e, e);
        const Spin<D>& b = problem.turning[k].b;
        sums += {weight * dot(e, e), weight * dot(m[k], m[k]), weight * rho * rho * dot(b, b)};
    }
    return sums;
}

/// s.lot.contact: the worst contacts and those around them, ascending.
template <int D>
void choose_places(const RigidProblem<D>& problem, double error, LocalNewtonScratch<D>& s) {
    const std::size_t contacts = problem.b.size();
    s.worst.resize(contacts);
    std::iota(s.worst.begin(), s.worst.end(), 0);
    std::sort(s.worst.begin(), s.worst.end(),
              [&](int i, int j) { return s.error[i] != s.error[j] ? s.error[i] > s.error[j] : i < j; });
    s.chosen.assign(contacts, 0);
    s.touched.assign(problem.W.body.size(), 0);
    int count = 0;
    const auto touch = [&](int i) {
        const ContactArms<D>& c = problem.W.contact[i];
        if (c.body_a >= 0) s.touched[c.body_a] = 1;
        if (c.body_b >= 0) s.touched[c.body_b] = 1;
    };
    double held = 0.0;
    for (std::size_t k = 0; k < contacts && held < nearly_all * error && count < local_newton_contacts<D> / 4; ++k, ++count) {
        s.chosen[s.worst[k]] = 1;
        held += s.error[s.worst[k]];
        touch(s.worst[k]);
    }
    for (int ring = 0; ring < rings && count < local_newton_contacts<D>; ++ring) {
        for (int i = 0; i < problem.size(); ++i) {
            const ContactArms<D>& c = problem.W.contact[i];
            const bool near = (c.body_a >= 0 && s.touched[c.body_a]) || (c.body_b >= 0 && s.touched[c.body_b]);
            if (!near || s.chosen[i]) continue;
            s.chosen[i] = 1;
            ++count;
        }
        for (int i = 0; i < problem.size(); ++i) {
            if (s.chosen[i]) touch(i);
        }
    }
    s.lot.contact.clear();
    for (std::size_t i = 0; i < contacts; ++i) {
        if (s.chosen[i]) s.lot.contact.push_back(static_cast<int>(i));
    }
    s.lot.start = {0, static_cast<int>(s.lot.contact.size())};
}

}  // namespace

template <int D>
SolveReport solve_local_newton(const RigidProblem<D>& problem, const SolverSettings& settings,
                               const LocalNewtonSweeps<D>& sweeps, LocalNewtonScratch<D>& s, Impulses<D> impulses) {
    const auto [r, m] = impulses;
    assert(problem.W.compliant.empty());
    constexpr int systems = 400, sweeps_after = 20;
    constexpr double margin = 0.1;
    s.best_r.assign(r.size(), {});
    s.best_m.assign(m.size(), {});
    const ResidualSums nothing = find_errors<D>(problem, s.best_r, s.best_m, s);
    ResidualSums best;
    SolveReport report;
    report.residual = std::numeric_limits<double>::infinity();
    double watched = report.residual;
    int since = 0;
    for (int round = 0; round < most_neighbourhoods; ++round) {
        const ResidualSums sums = find_errors<D>(problem, r, m, s);
        if (sums.relative() < report.residual) {
            best = sums;
            report.residual = sums.relative();
            s.best_r.assign(r.begin(), r.end());
            s.best_m.assign(m.begin(), m.end());
        }
        const int left = settings.max_iterations - report.iterations;
        if (report.residual <= settings.tolerance || left <= 0) break;
        if (report.residual < progress * watched) {
            watched = report.residual;
            since = 0;
        } else if (++since >= patience_with_them) {
            break;
        }
        choose_places<D>(problem, sums.error, s);
        gather_lot<D>(problem, 0, r, m, s.lot);
        hold_others<D>(problem, r, m, s.lot);
        s.newton.set(s.lot.part, sweeps.of_newton);
        const double target = margin * std::pow(settings.tolerance, 2) * std::max(sums.impulse, sums.free);
        const auto result = s.newton.solve(target, std::min(left, systems), s.lot.r, s.lot.m);
        scatter_lot<D>(0, s.lot, r, m);
        report.iterations += result.steps + result.sweeps;
        const SolveReport swept = sweeps.all(std::min(sweeps_after, settings.max_iterations - report.iterations));
        report.iterations += swept.iterations;
        report.work += swept.work;
    }
    std::copy(s.best_r.begin(), s.best_r.end(), r.begin());
    std::copy(s.best_m.begin(), s.best_m.end(), m.begin());
    report.converged = report.residual <= settings.tolerance && !ran_away(best, nothing);
    report.contact_updates = static_cast<long>(report.iterations) * problem.size();
    return report;
}

#define DRYSTONE_LOCAL_NEWTON(D)                                                                                     \
    template SolveReport solve_local_newton(const RigidProblem<D>&, const SolverSettings&,                           \
                                            const LocalNewtonSweeps<D>&, LocalNewtonScratch<D>&, Impulses<D>);
DRYSTONE_LOCAL_NEWTON(2)
DRYSTONE_LOCAL_NEWTON(3)
#undef DRYSTONE_LOCAL_NEWTON

}  // namespace drystone

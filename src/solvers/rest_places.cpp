// The places of a packing at rest that hold the error, one after the other: interior points, sweeps, Newton's method; then sweeps over all.

#include "solvers/rest_places.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "solvers/anderson.h"
#include "solvers/interior_points.h"

namespace drystone {

namespace {

constexpr int bodies_a_place = 600;   // a system of theirs costs as much as twenty sweeps over ten thousand
constexpr int systems_inside = 24;    // of interior points: some sixteen from a residual of 1e-1 to 1e-8
constexpr int sweeps_inside = 1000, newton_inside = 5, sweeps_after = 200;
constexpr int most_places = 60;
constexpr double margin = 0.1;        // of the error that all may have, for one place
constexpr double gains = 0.97, much = 0.8;  // of the residual: a place has gained; those that had not are tried anew

template <int D>
class RestPlaces {
  public:
    RestPlaces(const RigidProblem<D>& problem, const SolverSettings& settings, const LocalNewtonSweeps<D>& sweeps, LocalNewtonScratch<D>& scratch,
               Impulses<D> impulses)
        : problem_(problem), settings_(settings), sweeps_(sweeps), s_(scratch), r_(impulses.r) {}

    SolveReport solve() {
        s_.best_r.assign(r_.size(), {});
        const ResidualSums nothing = find_errors(s_.best_r);
        best_ = now_ = find_errors(r_);
        s_.best_r.assign(r_.begin(), r_.end());
        s_.done.assign(r_.size(), 0);
        double mark = best_.relative();  // where those that had not gained were forgotten
        SolveReport report;
        for (int place = 0; place < most_places && best_.relative() > settings_.tolerance && report.iterations < settings_.max_iterations; ++place) {
            if (!choose_place()) break;
            report.iterations += solve_place();
            const SolveReport swept = sweeps_.all(std::clamp(settings_.max_iterations - report.iterations, 0, sweeps_after));
            report.iterations += swept.iterations;
            report.work += swept.work;
            now_ = find_errors(r_);
            const bool gained = now_.relative() < std::max(gains * best_.relative(), settings_.tolerance);
            if (gained) keep();
            if (gained && best_.relative() < much * mark) {
                mark = best_.relative();
                s_.done.assign(r_.size(), 0);
            }
            if (gained) continue;
            for (const int i : s_.lot.contact) s_.done[i] = 1;
            if (!(now_.relative() <= best_.relative())) go_back();
        }
        if (now_.relative() < best_.relative()) keep();
        std::copy(s_.best_r.begin(), s_.best_r.end(), r_.begin());
        report.residual = best_.relative();
        report.converged = report.residual <= settings_.tolerance && !ran_away(best_, nothing);
        report.contact_updates = static_cast<long>(report.iterations) * problem_.size();
        return report;
    }

  private:
    /// s_.error, and their sums.
    ResidualSums find_errors(std::span<const Vec<D>> r) {
        typename BodyMap<D>::State& V = s_.lot.V;
        problem_.W.reset(V);
        for (int i = 0; i < problem_.size(); ++i) problem_.W.add(V, i, r[i]);
        ResidualSums sums;
        s_.error.resize(r.size());
        for (int i = 0; i < problem_.size(); ++i) {
            const double rho = step_length(problem_.W.diagonal(i));
            const Vec<D> v = problem_.W.velocity(V, i) + problem_.b[i] + problem_.law[i].velocity_shift, e = natural_map(problem_.law[i], r[i], v, rho);
            s_.error[i] = dot(e, e);
            sums += {s_.error[i], dot(r[i], r[i]), rho * rho * dot(problem_.b[i], problem_.b[i])};
        }
        return sums;
    }

    void keep() {
        best_ = now_;
        std::copy(r_.begin(), r_.end(), s_.best_r.begin());
    }

    void go_back() {
        std::copy(s_.best_r.begin(), s_.best_r.end(), r_.begin());
        now_ = find_errors(r_);
    }

    /// s_.lot.contact: around the worst contact that is in no place that was tried in vain. False: there is none.
    bool choose_place() {
        int worst = -1;
        for (int i = 0; i < problem_.size(); ++i) {
            if (!s_.done[i] && s_.error[i] > 0.0 && (worst < 0 || s_.error[i] > s_.error[worst])) worst = i;
        }
        if (worst < 0) return false;
        grow_around(worst);
        s_.lot.contact.clear();
        const auto within = [&](int body) { return body < 0 || s_.touched[body]; };
        for (int i = 0; i < problem_.size(); ++i) {
            const ContactArms<D>& c = problem_.W.contact[i];
            if (within(c.body_a) && within(c.body_b)) s_.lot.contact.push_back(i);
        }
        s_.lot.start = {0, static_cast<int>(s_.lot.contact.size())};
        return true;
    }

    /// s_.touched: the bodies of a contact, those that touch them, and so on. Contacts to bodies further out stand still: those out there are not told to stay where they are.
    void grow_around(int contact) {
        s_.touched.assign(problem_.W.body.size(), 0);
        int count = 0;
        constexpr char next = 2;
        const auto touch = [&](int body, char how) {
            if (body < 0 || s_.touched[body] || count >= bodies_a_place) return;
            s_.touched[body] = how;
            ++count;
        };
        touch(problem_.W.contact[contact].body_a, 1);
        touch(problem_.W.contact[contact].body_b, 1);
        for (int before = 0; count > before && count < bodies_a_place;) {
            before = count;
            for (const ContactArms<D>& c : problem_.W.contact) {
                const bool from_a = c.body_a >= 0 && s_.touched[c.body_a] == 1, from_b = c.body_b >= 0 && s_.touched[c.body_b] == 1;
                if (from_a) touch(c.body_b, next);
                if (from_b) touch(c.body_a, next);
            }
            for (char& touched : s_.touched) touched = touched != 0;
        }
    }

    /// Returns systems and sweeps, in sweeps of all.
    int solve_place() {
        IslandScratch<D>& lot = s_.lot;
        gather_lot<D>(problem_, 0, std::span<const Vec<D>>(r_), {}, lot);
        hold_others<D>(problem_, std::span<const Vec<D>>(r_), {}, lot);
        const double target = margin * settings_.tolerance * std::sqrt(std::max(now_.impulse, now_.free));
        const InteriorResult inside = solve_interior<D>(lot.part, {.target = target, .most = systems_inside}, interior_, lot.r);
        int made = inside.systems;
        ResidualSums sums = here();
        if (std::sqrt(sums.error) > target) {
            SolverSettings settings = settings_;
            settings.tolerance = target / std::sqrt(std::max(sums.impulse, sums.free));
            settings.max_iterations = sweeps_inside;
            const auto& [stream, pool, nlgs] = sweeps_.of_newton;
            const SolveReport swept = solve_anderson<D>(lot.part, {settings, stream, pool}, nlgs, anderson_, {lot.r, lot.m});
            made += static_cast<int>(std::ceil(static_cast<double>(swept.contact_updates) / problem_.size()));
            sums = here();
        }
        if (std::sqrt(sums.error) > target) {
            s_.newton.set(lot.part, sweeps_.of_newton);
            made += s_.newton.solve(target * target, newton_inside, lot.r, lot.m).steps;
        }
        scatter_lot<D>(0, lot, r_, {});
        return made;
    }

    ResidualSums here() { return residual_sums<D>(s_.lot.part, std::span<const Vec<D>>(s_.lot.r), std::span<const Spin<D>>(s_.lot.m), s_.lot.V); }

    const RigidProblem<D>& problem_;
    const SolverSettings& settings_;
    const LocalNewtonSweeps<D>& sweeps_;
    LocalNewtonScratch<D>& s_;
    std::span<Vec<D>> r_;
    InteriorScratch<D> interior_;
    AndersonScratch anderson_;
    ResidualSums best_, now_;
};

}  // namespace

template <int D>
SolveReport solve_rest_places(const RigidProblem<D>& problem, const SolverSettings& settings, const LocalNewtonSweeps<D>& sweeps, LocalNewtonScratch<D>& scratch,
                              Impulses<D> impulses) {
    assert(has_interior(problem));
    return RestPlaces<D>(problem, settings, sweeps, scratch, impulses).solve();
}

#define DRYSTONE_REST_PLACES(D)                                                                                                  \
    template SolveReport solve_rest_places(const RigidProblem<D>&, const SolverSettings&, const LocalNewtonSweeps<D>&,           \
                                           LocalNewtonScratch<D>&, Impulses<D>);
DRYSTONE_REST_PLACES(2)
DRYSTONE_REST_PLACES(3)
#undef DRYSTONE_REST_PLACES

}  // namespace drystone

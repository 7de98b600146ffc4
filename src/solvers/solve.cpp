#include "solvers/solve.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numbers>
#include <utility>

#include "core/room.h"
#include "solvers/block_admm.h"
#include "solvers/block_auto.h"
#include "solvers/book_work.h"
#include "solvers/fallbacks.h"
#include "solvers/held_sweeps.h"
#include "solvers/interior_points.h"
#include "solvers/method_names.h"
#include "solvers/rest_places.h"

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

/// All contacts hold on to one body of a few degrees of freedom, a cell that repeats (the last of those that deform): assembled, every
/// block is there.
template <int D>
bool is_in_cell(const RigidProblem<D>& problem) {
    return !problem.W.compliant.empty() && problem.W.compliant.back().hub;
}

/// Impulses meet rigid bodies, and perhaps a cell: the space of bodies (body_rows.h) has them all.
template <int D>
bool is_of_bodies(const RigidProblem<D>& problem) {
    return problem.W.compliant.empty() || (problem.W.compliant.size() == 1 && is_in_cell(problem));
}

/// `newton` and, where Newton's method may help, `auto` on assembled blocks: a problem without moments.
template <int D>
SolveReport solve_on_blocks(const RigidProblem<D>& problem, const SolverSettings& settings, std::uint64_t stream,
                            SolverScratch<D>& scratch, std::span<Vec<D>> r) {
    assemble_blocks<D>(problem, scratch.block_scratch, scratch.blocks);
    return solve_by_islands<D>(scratch.blocks, settings, stream, r);
}

/// Bodies few enough, or in a plane, or a wall: a factor in their space does not fill.
template <int D>
bool fills_little(const RigidProblem<D>& problem) {
    const double bodies = static_cast<double>(problem.W.body.size());
    return bodies < fallbacks::bodies_with_factor || (D == 2 && bodies < fallbacks::bodies_with_factor_2d) ||
           (rows_per_freedom(problem) > fallbacks::masonry_rows && bodies < fallbacks::bodies_with_factor_masonry);
}

template <int D>
bool newton_is_affordable(const RigidProblem<D>& problem) {
    return is_of_bodies(problem) && fills_little(problem) && problem.W.body.size() <= fallbacks::bodies_with_newton;
}

/// What a problem is, as far as the ladder of `auto` asks (fallbacks.h).
enum class Kind { packing, masonry_at_first, masonry, deformable };

/// Stones that were poured, in space: few contacts between the same two bodies, where a joint of blocks has the corners of a face.
template <int D>
bool is_heap(const RigidProblem<D>& problem) {
    int pairs = 0;
    std::pair<int, int> last = {-1, -1};
    for (std::size_t i = 0; i < problem.W.contact.size(); ++i) {
        const std::pair<int, int> bodies = problem.W.contact.bodies(i);
        pairs += bodies != std::exchange(last, bodies);
    }
    return D == 3 && problem.size() < fallbacks::contacts_a_joint * pairs;
}

/// `masonry_at_first`: with nothing to begin from, or nothing but that to begin from, active pieces are not known yet.
template <int D>
Kind kind_of(const RigidProblem<D>& problem, const SolverSettings& settings, std::span<const Vec<D>> r) {
    if (!is_of_bodies(problem)) return Kind::deformable;
    if (is_in_cell(problem)) return Kind::packing;
    if (!(rows_per_freedom(problem) > fallbacks::masonry_rows)) return Kind::packing;
    const bool from_nothing = std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; });
    return from_nothing || settings.keeps_start ? Kind::masonry_at_first : Kind::masonry;
}

fallbacks::Patience patience_with(Kind kind, int contacts) {
    switch (kind) {
        case Kind::packing: return fallbacks::with_packings;
        case Kind::masonry_at_first: return fallbacks::with_masonry_at_first;
        case Kind::masonry: return fallbacks::with_masonry;
        case Kind::deformable: return fallbacks::with_deformable(contacts);
    }
    return fallbacks::with_packings;
}

/// admm, anderson, newton or auto on one problem. A rung goes on from where the one before stands.
template <int D>
class Ladder {
  public:
    Ladder(const RigidProblem<D>& problem, const SolveCall& call, SolverScratch<D>& scratch, Impulses<D> impulses)
        : problem_(problem),
          settings_(call.settings),
          stream_(call.stream),
          pool_(call.pool),
          scratch_(scratch),
          r_(impulses.r),
          m_(impulses.m) {}

    SolveReport by_method() {
        switch (settings_.method) {
            case SolverMethod::newton:
                if (is_of_bodies(problem_)) return by_newton(settings_.max_iterations);
                return solve_on_blocks<D>(problem_, settings_, stream_, scratch_, r_);
            case SolverMethod::admm: return by_factor(settings_.max_iterations);
            case SolverMethod::anderson: return by_anderson(settings_.max_iterations);
            default: return by_all();
        }
    }

  private:
    bool done() const { return report_.converged || left() <= 0; }
    int left() const { return settings_.max_iterations - report_.iterations; }

    /// One more rung, for at most so many iterations.
    template <class Rung>
    void climb(int most, Rung rung) {
        if (!done()) report_ = after(report_, rung(std::min(left(), most)));
    }

    SolverSettings limited(int most) const {
        SolverSettings settings = settings_;
        settings.max_iterations = std::min(settings_.max_iterations, most);
        return settings;
    }

    SolveCall call(int most) const {
        return {limited(most), stream_, pool_, settings_.method == SolverMethod::automatic && (!last_ || newton_is_affordable(problem_))};
    }

    typename BodyNewton<D>::Sweeps sweeps() { return {stream_, pool_, scratch_.nlgs}; }

    SolveReport by_anderson(int most) {
        return book_work(SolvedBy::anderson, [&] {
            return solve_anderson<D>(problem_, call(most), scratch_.nlgs, scratch_.anderson, {r_, m_});
        });
    }

    SolveReport by_held(int most) {
        return book_work(SolvedBy::anderson, [&] {
            return solve_held<D>(problem_, call(most), scratch_.nlgs, scratch_.anderson, {r_, m_});
        });
    }

    SolveReport by_factor(int most) {
        return book_work(SolvedBy::admm, [&] { return solve_by_factor<D>(problem_, limited(most), scratch_, r_, m_); });
    }

    SolveReport by_newton(int most) {
        return book_work(SolvedBy::newton, [&] {
            return solve_body_newton<D>(problem_, limited(most), sweeps(), scratch_.newton, {r_, m_});
        });
    }

    SolveReport by_local_newton(int most) {
        const std::function<SolveReport(int)> all = [&](int count) { return by_anderson(count); };
        return book_work(SolvedBy::newton, [&] {
            return solve_local_newton<D>(problem_, limited(most), {sweeps(), all}, scratch_.local, {r_, m_});
        });
    }

    SolveReport by_rest_places(int most) {
        const std::function<SolveReport(int)> all = [&](int count) { return by_anderson(count); };
        return book_work(SolvedBy::newton, [&] {
            return solve_rest_places<D>(problem_, limited(most), {sweeps(), all}, scratch_.local, {r_, m_});
        });
    }

    SolveReport by_path(int most) {
        return book_work(SolvedBy::newton, [&] { return solve_on_path<D>(problem_, limited(most), scratch_.path, r_); });
    }

    SolveReport by_nlgs(int most) {
        return book_work(SolvedBy::nlgs, [&] {
            return solve_nlgs<D>(problem_, call(most), scratch_.nlgs, {r_, m_});
        });
    }

    SolveReport by_all() {
        kind_ = kind_of<D>(problem_, settings_, r_);
        if (kind_ == Kind::deformable && !factor_is_affordable(problem_)) return by_anderson(settings_.max_iterations);
        const fallbacks::Patience patience = patience_with(kind_, problem_.size());
        const bool from_rest = begins_from_rest();
        report_ = by_anderson(from_rest ? sweeps_from_rest(patience.sweeps) : patience.sweeps);
        if (from_rest && !newton_is_affordable(problem_) && report_.residual < fallbacks::residual_at_rest && has_interior(problem_))
            climb(left(), [&](int most) { return by_rest_places(most); });
        if (kind_ == Kind::packing && may_take_turns())
            take_turns(static_cast<int>(fallbacks::turns_at_first * settings_.max_iterations));
        else if (kind_ == Kind::packing)
            sweep_on(patience.sweeps);
        if (done()) return report_;
        if (!(report_.residual < fallbacks::ran_away)) forget();
        if (kind_ == Kind::deformable && problem_.turning.empty())
            return after(report_, solve_on_blocks<D>(problem_, limited(left()), stream_, scratch_, r_));
        const bool newton_first = kind_ == Kind::masonry && newton_is_affordable(problem_);
        if (newton_first && is_heap(problem_)) sweep_while_systems_are_dearer(patience.sweeps);
        if (newton_first)
            climb(systems_for(fallbacks::newton_before_admm_costs, fallbacks::few_systems), [&](int most) { return by_newton(most); });
        if (kind_ != Kind::packing && factor_is_affordable(problem_))
            climb(newton_first ? fallbacks::admm_after_newton : patience.admm_iterations, [&](int most) { return by_factor(most); });
        if (kind_ == Kind::packing && problem_.W.compliant.empty() && problem_.size() > local_newton_contacts<D>) {
            if (may_follow_path()) {
                climb(fallbacks::local_before_path, [&](int most) { return by_local_newton(most); });
                follow_path();
            }
            climb(left() / 2, [&](int most) { return by_local_newton(most); });
        }
        if (kind_ != Kind::deformable && newton_is_affordable(problem_)) {
            const int systems = systems_for(fallbacks::newton_costs * settings_.max_iterations, fallbacks::least_systems);
            if (kind_ == Kind::packing)
                newton_from_many_places(systems);
            else
                climb(systems, [&](int most) { return by_newton(most); });
        }
        last_ = true;
        if (kind_ == Kind::packing && may_take_turns()) take_turns(settings_.max_iterations);
        if (kind_ == Kind::packing) climb(9 * left() / 10, [&](int most) { return by_anderson(most); });  // from where the rungs before have come
        climb(left(), [&](int most) { return by_nlgs(most); });
        return report_;
    }

    /// Sweeps with no lift, which come first (held_sweeps.h), are not to be cut short.
    int sweeps_from_rest(int patience) const {
        if (!newton_is_affordable(problem_)) return std::max(patience, fallbacks::sweeps_from_rest);
        return std::clamp(settings_.max_iterations / 2, patience, patience + fallbacks::sweeps_from_rest);
    }

    bool begins_from_rest() const {
        return !settings_.keeps_start && fallbacks::closely(settings_.tolerance, problem_.b.size()) && is_of_dry_balls() &&
               std::all_of(r_.begin(), r_.end(), [](const Vec<D>& r) { return r == Vec<D>{}; });
    }

    bool is_of_dry_balls() const {
        return problem_.turning.empty() && problem_.W.compliant.empty() && problem_.law.all_dry() && problem_.W.contact.all_round();
    }

    bool may_take_turns() const {
        return !newton_is_affordable(problem_) && !fallbacks::closely(settings_.tolerance, problem_.b.size()) && is_of_dry_balls();
    }

    /// Sweeps with the lift held, and under the law itself, each from where the other has come; until so many iterations are made. The best end of a turn is left.
    void take_turns(int until) {
        double best = std::numeric_limits<double>::infinity();
        for (bool held = true; !done() && report_.iterations < until; held = !held) {
            const int made = report_.iterations;
            if (report_.residual < best) {
                best = report_.residual;
                resize_with_room(scratch_.local.best_r, r_.size());
                std::copy(r_.begin(), r_.end(), scratch_.local.best_r.begin());
            }
            const int most = std::min(until - report_.iterations, held ? fallbacks::sweeps_a_turn_held : fallbacks::sweeps_a_turn);
            climb(most, [&](int sweeps) { return held ? by_held(sweeps) : by_anderson(sweeps); });
            if (report_.iterations == made) break;  // impulses without bound, which sweeps take for good enough
        }
        if (report_.converged || !(best < report_.residual)) return;
        report_.residual = best;
        std::copy(scratch_.local.best_r.begin(), scratch_.local.best_r.end(), r_.begin());
    }

    /// Packings near to rest, where the laws are those of dry friction, and once.
    bool may_follow_path() const {
        return !followed_ && report_.residual < fallbacks::residual_on_path && newton_is_affordable(problem_) && has_path(problem_);
    }

    void follow_path() {
        if (done() || !may_follow_path()) return;
        followed_ = true;
        climb(fallbacks::systems_on_path, [&](int most) { return by_path(most); });
    }

    /// Packings: from where the rungs before stand, as long as the residual halves; else on the path of rounded laws, once, and from sweeps that began with
    /// nothing; from the best so far, and so on, for longer each time. The best is left.
    void newton_from_many_places(int systems) {
        std::vector<Vec<D>> best_r(r_.begin(), r_.end());
        std::vector<Spin<D>> best_m(m_.begin(), m_.end());
        double best = report_.residual;
        const auto keep = [&] {
            best = report_.residual;
            std::copy(r_.begin(), r_.end(), best_r.begin());
            std::copy(m_.begin(), m_.end(), best_m.begin());
        };
        const auto go_back = [&] {
            std::copy(best_r.begin(), best_r.end(), r_.begin());
            std::copy(best_m.begin(), best_m.end(), m_.begin());
        };
        int each = fallbacks::systems_a_place, sweeps = fallbacks::sweeps_from_nothing;
        for (bool from_nothing = false; !done() && systems > 0;) {
            const int made = report_.iterations;
            if (from_nothing) {
                forget();
                climb(sweeps, [&](int most) { return by_nlgs(most); });
            }
            const int swept = report_.iterations;
            climb(std::min(systems, each), [&](int most) { return by_newton(most); });
            systems -= report_.iterations - swept;
            if (report_.iterations == made) break;  // impulses without bound, which it takes for good enough
            const bool halves = report_.residual < fallbacks::progress * best;
            if (report_.residual < best || report_.converged) keep();
            if (!halves && !report_.converged) {
                go_back();
                report_.residual = best;
                follow_path();
                if (report_.residual < best || report_.converged) keep();
            }
            if (from_nothing) {
                each *= 2;
                sweeps += fallbacks::sweeps_from_nothing;
                go_back();
            }
            from_nothing = !from_nothing && !halves;
        }
        go_back();
        report_.residual = best;
    }

    /// Packings: as long as the residual halves, and as long as Newton's method would take.
    void sweep_on(int at_a_time) {
        if (report_.converged) return;
        const int most = sweeps_before_newton();
        const int end = newton_is_affordable(problem_) ? settings_.max_iterations / 2 : settings_.max_iterations;  // the rest is for it
        for (double before = 1.0; !done() && report_.iterations < end;) {
            const bool halves = report_.residual < fallbacks::progress * std::exchange(before, report_.residual);
            if (!halves && report_.iterations >= most) break;
            const int made = report_.iterations;
            // In one go: momentum has a long way, and each call begins it anew.
            climb(std::min(end - made, std::max(at_a_time, most - made)), [&](int sweeps) { return by_anderson(sweeps); });
            if (report_.iterations == made) break;  // impulses without bound, which sweeps take for good enough
        }
    }

    /// Heaps of stones: as long as the residual halves in what a few systems would cost.
    void sweep_while_systems_are_dearer(int least) {
        const int at_a_time = static_cast<int>(fallbacks::systems_while_sweeps_halve * cost_of_system());
        if (at_a_time < least) return;
        for (double before = 1.0; !done() && report_.residual < fallbacks::progress * std::exchange(before, report_.residual);)
            climb(at_a_time, [&](int sweeps) { return by_anderson(sweeps); });
    }

    /// As many as its systems would cost.
    int sweeps_before_newton() {
        constexpr int least = fallbacks::with_packings.sweeps, most = fallbacks::most_sweeps_before_newton;
        if (!newton_is_affordable(problem_)) return most;
        return static_cast<int>(std::clamp<double>(fallbacks::systems_to_expect * cost_of_system(), least, most));
    }

    /// What a system of Newton's method costs, in sweeps.
    double cost_of_system() {
        scratch_.newton.set_pattern(problem_);
        return std::max(1.0, fallbacks::visits_a_product * scratch_.newton.products() / problem_.size());
    }

    /// Systems that cost so many sweeps, or `least`, if that is dearer.
    int systems_for(double sweeps, int least) {
        return static_cast<int>(std::clamp<double>(sweeps / cost_of_system(), least, settings_.max_iterations));
    }

    /// Nothing to begin from.
    void forget() {
        std::fill(r_.begin(), r_.end(), Vec<D>{});
        std::fill(m_.begin(), m_.end(), Spin<D>{});
    }

    const RigidProblem<D>& problem_;
    const SolverSettings& settings_;
    std::uint64_t stream_;
    ThreadPool& pool_;
    SolverScratch<D>& scratch_;
    std::span<Vec<D>> r_;
    std::span<Spin<D>> m_;
    Kind kind_ = Kind::packing;
    bool followed_ = false;  // the path of rounded laws
    bool last_ = false;      // nothing but sweeps is left
    SolveReport report_;
};

/// Where impulses are far larger than what drives them (grains wedged between walls) the tolerance may be met and the answer still be none: ran_away().
/// Such a problem is solved more closely, from where it stands.
template <int D>
SolveReport solve_whole(const RigidProblem<D>& problem, const SolveCall& call, SolverScratch<D>& scratch, Impulses<D> impulses) {
    const SolveReport report = Ladder<D>(problem, call, scratch, impulses).by_method();
    if (report.converged || !(report.residual <= call.settings.tolerance)) return report;
    SolveCall closer = call;
    closer.settings.tolerance *= fallbacks::closer;
    closer.settings.max_iterations = std::min(call.settings.max_iterations, fallbacks::iterations_closer(report.iterations));
    return after(report, Ladder<D>(problem, closer, scratch, impulses).by_method());
}

}  // namespace

template <int D>
bool factor_is_affordable(const RigidProblem<D>& problem) {
    if (!problem.W.compliant.empty())
        return rows(problem) <= (is_in_cell(problem) ? fallbacks::rows_in_one : fallbacks::rows_with_factor);
    return fills_little(problem);
}

template <int D>
SolveReport solve_by_factor(const RigidProblem<D>& problem, const SolverSettings& settings, SolverScratch<D>& scratch,
                            std::span<Vec<D>> r, std::span<Spin<D>> m) {
    if (problem.W.compliant.empty()) return solve_admm<D>(problem, settings, scratch.admm, r, m);
    assemble_blocks<D>(problem, scratch.block_scratch, scratch.blocks);
    return solve_block_admm<D>(scratch.blocks, settings, r, m);
}

template <int D>
SolveReport solve_contacts(const RigidProblem<D>& problem, const SolveCall& call, SolverScratch<D>& scratch,
                           Impulses<D> impulses) {
    const auto [r, m] = impulses;
    const SolverSettings& settings = call.settings;
    assert(problem.law.size() == problem.b.size() && problem.W.contact.size() == problem.b.size());
    assert(r.size() == problem.b.size() && m.size() == problem.turning.size());
    require_form(settings.method, false);
    require_moments(settings.method, !problem.W.compliant.empty(), !problem.turning.empty());
    if (problem.size() == 0) return {};
    const bool as_told = settings.fixed_iterations > 0 || settings.order != SweepOrder::coloured;
    if (settings.method == SolverMethod::nlgs || as_told)
        return book_work(SolvedBy::nlgs, [&] { return solve_nlgs<D>(problem, call, scratch.nlgs, impulses); });

    IslandScratch<D>& islands = scratch.islands;
    if (hangs_together(problem, call.pool, scratch.nlgs.bench, islands)) return solve_whole(problem, call, scratch, impulses);

    SolveCall apart = call;
    apart.settings.tolerance = settings.tolerance / std::numbers::sqrt2;
    SolveReport report;
    bool ran_away = false;
    for (int lot = 0; lot < islands.lots(); ++lot) {
        gather_lot<D>(problem, lot, r, m, islands);
        const SolveReport one =
            solve_whole<D>(islands.part, apart, scratch, {islands.r, islands.m});
        scatter_lot<D>(lot, islands, r, m);
        if (one.iterations > report.iterations || lot == 0) report.solved_by = one.solved_by;
        report.iterations = std::max(report.iterations, one.iterations);
        report.work += one.work;
        ran_away |= one.residual <= apart.settings.tolerance && !one.converged;
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
template SolveReport solve_contacts(const RigidProblem<2>&, const SolveCall&, SolverScratch<2>&, Impulses<2>);
template SolveReport solve_contacts(const RigidProblem<3>&, const SolveCall&, SolverScratch<3>&, Impulses<3>);
template SolveReport solve_contacts(const BlockProblem<2>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<2>>);
template SolveReport solve_contacts(const BlockProblem<3>&, const SolverSettings&, std::uint64_t,
                                    std::span<Vec<3>>);

}  // namespace drystone

#pragma once

// Accelerated Gauss-Seidel on a device: the flow of solvers/anderson.cpp, without the strides and few contacts of its plateaus.

#include <algorithm>
#include <cmath>

#include "contact/contact_problem.h"
#include "core/stopwatch.h"
#include "device/anderson_on.h"
#include "device/border_on.h"
#include "device/sweep_plan_on.h"
#include "device/visits.h"
#include "solvers/book_work.h"
#include "solvers/fallbacks.h"

namespace drystone::device {

/// |e|^2 and |r|^2; the third of ResidualSums is known from the assembly.
struct ErrorSums {
    double error = 0.0, impulse = 0.0;
    DRYSTONE_ON_DEVICE ErrorSums& operator+=(const ErrorSums& other) {
        error += other.error;
        impulse += other.impulse;
        return *this;
    }
};

template <int D>
struct MatrixSum {
    Mat<D> value{};
    DRYSTONE_ON_DEVICE MatrixSum& operator+=(const MatrixSum& other) {
        value = value + other.value;
        return *this;
    }
};

template <class Kind, class B>
struct SolveOn {
    static constexpr int D = Kind::dim, S = spin_dim<D>;
    using Body = typename Kind::Body;
    B& on;
    const SweepPlanOn<B>& whole;
    const SweepOrderView& plan;  // of it
    Slots<Kind> contacts;
    Body* table;
    const int* order;             // (slots)
    const Vec<D>* first_impulse;  // (contacts)  world axes
    const Spin<D>* first_moment;  // (contacts, or none)  likewise
    double free = 0.0;            // sum |rho b|^2
    long slots_of_all = 0;        // devices
    AndersonOn<Kind, B>& anderson;
    BorderOn<D, B>* border;       // none: there is one device

    template <class Visit>
    void sweep(const Visit& visit) {
        if (border)
            border->sweep(on, plan, whole.told_first, table, visit);
        else
            on.sweep(plan, table, visit);
    }

    void sweep() {
        if constexpr (Kind::grips) {
            if (contacts.hub.is_there()) return sweep_with_hub();
        }
        if (contacts.turns())
            sweep(VisitContact<Kind, true>{contacts});
        else
            sweep(VisitContact<Kind, false>{contacts});
    }

    void sweep_with_hub() {
        if (contacts.turns())
            on.sweep(plan, table, VisitContact<Kind, true, true>{contacts});
        else
            on.sweep(plan, table, VisitContact<Kind, false, true>{contacts});
        tell_hub();
    }

    /// M of the impulses as they are.
    void tell_hub() {
        if constexpr (Kind::grips) {
            if (!contacts.hub.is_there()) return;
            const Slots<Kind> view = contacts;
            const MatrixSum<D> pull = on.template sum<MatrixSum<D>>(static_cast<std::size_t>(plan.slots), [=] DRYSTONE_KERNEL(int slot) {
                const typename Kind::Contact c = Kind::load_arms(view.fixed, slot);
                return MatrixSum<D>{outer(Kind::in_world(c, view.state.template vector<D>(0, slot)), view.hub.place(slot))};
            });
            for (int i = 0; i < D; ++i)
                for (int j = 0; j < D; ++j) contacts.hub.motion[i][j] = contacts.hub.answer[i][j] * pull.value[i][j];
        }
    }

    /// Body velocities from the impulses alone.
    void refresh() {
        Body* rows = table;
        on.for_each(static_cast<std::size_t>(plan.bodies), [=] DRYSTONE_KERNEL(int i) {
            rows[i].v = {};
            rows[i].w = {};
        });
        sweep(AddContact<Kind>{contacts});
        tell_hub();
    }

    ResidualSums residual_as_it_stands() {
        if (border) border->catch_up(on, table);
        const Slots<Kind> view = contacts;
        const Body* rows = table;
        const int *body_a = plan.body_a, *body_b = plan.body_b;
        const ErrorSums sums = on.template sum<ErrorSums>(static_cast<std::size_t>(plan.slots), [=] DRYSTONE_KERNEL(int slot) {
            const typename Kind::Contact c = view.load(slot);
            const Body a = rows[body_a[slot]], b = rows[body_b[slot]];
            const Vec<D> e = Kind::error(c, view.velocity(c, slot, a, b));
            ErrorSums own{dot(e, e), dot(c.r, c.r)};
            if (view.turns()) own += moment_error(view, c, slot, b.w - a.w);
            return own;
        });
        double of_all[2] = {sums.error, sums.impulse};
        if (border) border->others->sum(of_all);
        last = {of_all[0], of_all[1], free};
        return last;
    }

    /// Squares of moments count as those of the impulses that they are the moments of.
    DRYSTONE_ON_DEVICE static ErrorSums moment_error(const Slots<Kind>& view, const typename Kind::Contact& c, int slot, const Vec<S>& turning) {
        const TurningLaw law = view.law(slot);
        const double mean = mean_diagonal(view.spins(slot));
        if (!law.turns() || !(mean > 0.0)) return {};
        const double rho = 1.0 / mean, per_square = Kind::step_length(c) / rho;
        const Vec<S> Omega = view.turning.template vector<S>(Slots<Kind>::spin_b, slot) + spin_in(Kind::frame(c), turning), m = view.m(slot);
        const Vec<S> e = turning_map(law, Kind::pressed(c), m, Omega, rho);
        return {per_square * dot(e, e), per_square * dot(m, m)};
    }

    ResidualSums residual() {
        refresh();
        return residual_as_it_stands();
    }

    void load_zero() {
        const Slots<Kind> view = contacts;
        const int unknowns = contacts.unknowns();
        on.for_each(static_cast<std::size_t>(plan.slots), [=] DRYSTONE_KERNEL(int slot) {
            for (int k = 0; k < unknowns; ++k) view.state.at(k, slot) = 0.0;
        });
    }

    void load() {
        const Slots<Kind> view = contacts;
        const int* which = order;
        const Vec<D>* impulse = first_impulse;
        const Spin<D>* moments = first_moment;
        on.for_each(static_cast<std::size_t>(plan.slots), [=] DRYSTONE_KERNEL(int slot) {
            const typename Kind::Contact c = Kind::load_arms(view.fixed, slot);
            view.state.put(0, slot, Kind::from_world(c, impulse[which[slot]]));
            if (!view.turns()) return;
            const Vec<S> m = view.law(slot).turns() ? spin_in(Kind::frame(c), moments[which[slot]]) : Vec<S>{};
            view.state.put(D, slot, m);
        });
    }

    /// r or zero, as solvers/first_guess.h says.
    ResidualSums first_guess(const SolverSettings& settings, SolveReport& report, ResidualSums& without_impulses) {
        load_zero();
        const ResidualSums cold = without_impulses = residual();
        load();
        ResidualSums warm = residual();
        if (warm.impulse == 0.0) return cold;
        if (settings.keeps_start) return warm;
        if (warm.error > cold.error) {
            for (const int trial = std::min(10, settings.max_iterations); report.iterations < trial; ++report.iterations) sweep();
            warm = residual();
        }
        if (warm.error <= cold.error) return warm;
        load_zero();
        return residual();
    }

    SolveReport sweep_as_told(const SolverSettings& settings) {
        SolveReport report;
        load_zero();
        const ResidualSums nothing = residual();
        load();
        residual();
        for (; report.iterations < settings.fixed_iterations; ++report.iterations) sweep();
        report.residual = residual().relative();
        return ended(report, settings, nothing);
    }

    SolveReport ended(SolveReport report, const SolverSettings& settings, const ResidualSums& nothing) const {
        report.converged = report.residual <= settings.tolerance && !ran_away(last, nothing);
        report.contact_updates = static_cast<long>(report.iterations) * slots_of_all;
        return report;
    }

    /// `jumps`: anderson; else sweeps alone.
    SolveReport iterate(const SolverSettings& settings, bool jumps) {
        SolveReport report;
        ResidualSums nothing;
        report.residual = first_guess(settings, report, nothing).relative();
        go_on(settings, jumps, nothing, report);
        if (report.converged || !(report.residual <= settings.tolerance)) return report;
        // Impulses far larger than what drives them: solved more closely, from where they stand (solvers/solve.cpp solve_whole())
        SolverSettings closer = settings;
        closer.max_iterations = report.iterations + std::min(settings.max_iterations, fallbacks::iterations_closer(report.iterations));
        constexpr double stride = 0.25;
        while (closer.tolerance > fallbacks::closer * settings.tolerance && report.iterations < closer.max_iterations && !report.converged) {
            closer.tolerance *= stride;
            go_on(closer, jumps, nothing, report);
            report = ended(report, settings, nothing);
        }
        return report;
    }

    /// Sweeps and jumps from the impulses that are there, whose residual the report has.
    void go_on(const SolverSettings& settings, bool jumps, const ResidualSums& nothing, SolveReport& report) {
        constexpr int early = 60, sweeps_a_jump_early = 4, sweeps_a_jump = 8, sweeps_a_look = 16;
        if (jumps) anderson.start(on, contacts, plan.slots, std::sqrt(std::max(last.impulse, free) / std::max(1, plan.slots)));
        int look = report.iterations;
        Plateau plateau{report.iterations, report.residual, 0};
        while (report.iterations < settings.max_iterations && !(report.residual <= settings.tolerance)) {
            const int sweeps = report.iterations < early ? sweeps_a_jump_early : sweeps_a_jump;
            const int until = std::min(settings.max_iterations, report.iterations + sweeps);
            for (; report.iterations < until; ++report.iterations) sweep();
            const bool last_one = report.iterations >= settings.max_iterations;
            if (report.iterations >= look || last_one) {
                report.residual = residual_as_it_stands().relative();
                if (!std::isfinite(report.residual)) break;
                look = report.iterations + std::min(sweeps_a_look, report.iterations);
            }
            if (report.residual <= settings.tolerance || last_one) {
                report.residual = residual().relative();
            } else if (jumps && !plateau.rests(report) && anderson.jump(on)) {
                refresh();
            } else if (jumps && plateau.has_begun) {
                anderson.forget(on);
                plateau.has_begun = false;
            }
        }
        const bool is_worse_than_none = ran_away(last, nothing) && last.error > nothing.error;
        if (jumps && (is_worse_than_none || !std::isfinite(report.residual))) begin_again(settings, report);
        report = ended(report, settings, nothing);
    }

    /// Where no impulses obey the law (bodies pushed apart that have nowhere to go) those of a sweep grow by the same amount each time, and a
    /// jump along that goes as far as rounding lets it. Impulses that leave a larger error than none at all are thrown away: a few
    /// sweeps from nothing, without jumps, stay near what bodies can do.
    void begin_again(const SolverSettings& settings, SolveReport& report) {
        load_zero();
        refresh();
        const int until = std::min(settings.max_iterations, 40) + report.iterations;
        for (; report.iterations < until; ++report.iterations) sweep();
        report.residual = residual().relative();
    }

    SolveReport solve(const SolverSettings& settings) {
        if (slots_of_all == 0) return {};
        if (settings.fixed_iterations > 0) return book_work(SolvedBy::nlgs, [&] { return sweep_as_told(settings); });
        const bool jumps = settings.method != SolverMethod::nlgs;
        return book_work(jumps ? SolvedBy::anderson : SolvedBy::nlgs, [&] { return iterate(settings, jumps); });
    }

    /// Where the residual does not halve for long, there is no point to jump to: plain sweeps, as many as jumps were tried in vain.
    struct Plateau {
        int since = 0;
        double mark = 0.0;
        int plain_until = 0;
        bool has_begun = false;

        bool rests(const SolveReport& report) {
            if (report.iterations < plain_until) return true;
            if (report.residual <= fallbacks::progress * mark) {
                since = report.iterations;
                mark = report.residual;
            }
            const int in_vain = report.iterations - since;
            if (in_vain <= std::max(fallbacks::anderson_stalls, report.iterations / 2)) return false;
            plain_until = report.iterations + in_vain;
            since = plain_until;
            mark = report.residual;
            has_begun = true;
            return true;
        }
    };

    ResidualSums last{};
};

}  // namespace drystone::device

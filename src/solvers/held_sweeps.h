#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/fallbacks.h"
#include "solvers/momentum.h"

namespace drystone {

/// Sweeps with momentum on the law with its lift held, docs/theory.md (5.29): a convex problem, on which they do not wander. Where it is solved to a
/// share of what the law itself misses the lift is taken anew, and so on. For packings of dry balls (BodySweep::can_hold_lift).
template <int D>
class HeldSweeps {
  public:
    HeldSweeps(BodySweep<D>& sweep, SweepState<D>& state, Momentum<D>& momentum, AndersonLists& lists)
        : sweep_(sweep), state_(state), momentum_(momentum), lists_(lists) {}

    /// From the lift of the velocities as they are, as long as the residual halves now and then. The best is left, of the law itself; returns whether
    /// the residual has halved.
    bool go(const SolverSettings& settings, Random& random, SolveReport& report) {
        const double before = report.residual;
        double mark = before;
        int since = report.iterations;
        if (before <= best_) keep(before);
        hold(BodySweep<D>::Lift::of_velocities);
        while (report.iterations < settings.max_iterations) {
            const double held = push(settings, random, report);
            if (!(report.residual > settings.tolerance) || !std::isfinite(held)) break;
            if (report.residual < best_) keep(report.residual);
            if (report.residual <= fallbacks::progress * mark) {
                mark = report.residual;
                since = report.iterations;
            } else if (report.iterations - since > fallbacks::held_stalls) {
                break;
            }
            if (held <= fallbacks::held_enough * report.residual) hold(BodySweep<D>::Lift::of_velocities);
        }
        end(report);
        return report.residual <= std::max(settings.tolerance, fallbacks::progress * before);
    }

    /// As many as the settings allow, from the lift of the velocities as they are, which is taken anew soon: what is left is where that leads, better or worse.
    void take_turn(const SolverSettings& settings, Random& random, SolveReport& report) {
        hold(BodySweep<D>::Lift::of_velocities);
        while (report.iterations < settings.max_iterations) {
            const double held = push(settings, random, report);
            if (!(report.residual > settings.tolerance) || !std::isfinite(held)) break;
            if (held <= fallbacks::held_in_turns * report.residual) hold(BodySweep<D>::Lift::of_velocities);
        }
        sweep_.let_go();
        report.residual = sweep_.residual().relative();
    }

    /// From no lift at all, which is where bodies at rest have it: until that is solved to a share of what the law itself misses. What is left is no better than
    /// what was before, but other sweeps get on from it.
    void go_from_rest(const SolverSettings& settings, Random& random, SolveReport& report) {
        const int most = std::min(settings.max_iterations, report.iterations + fallbacks::sweeps_from_rest);
        hold(BodySweep<D>::Lift::zero);
        while (report.iterations < most) {
            const double held = push(settings, random, report);
            if (!(report.residual > settings.tolerance) || !(held > fallbacks::held_from_rest * report.residual)) break;
        }
        sweep_.let_go();
        report.residual = sweep_.residual().relative();
    }

    /// Impulses to come back to, the end of a sweep.
    void keep(double residual) {
        best_ = residual;
        double* kept = lists_.take_kept().data();
        state_.for_groups([&](const double* now, std::size_t count, std::size_t at) { std::copy_n(now, count, kept + at); });
    }
    double kept() const { return best_; }
    void go_back(SolveReport& report) {
        state_.for_groups([&](double* now, std::size_t count, std::size_t at) { std::copy_n(lists_.kept.data() + at, count, now); });
        report.residual = sweep_.residual().relative();
    }

  private:
    void hold(typename BodySweep<D>::Lift lift) {
        sweep_.hold_lift(lift);
        momentum_.begin();
    }

    /// Some sweeps, the residual of the law itself, and of what is held.
    double push(const SolverSettings& settings, Random& random, SolveReport& report) {
        for (int k = 0; k < Momentum<D>::pushes_a_look && report.iterations < settings.max_iterations; ++k) {
            if (k > 0 || pushed_) momentum_.go_on();
            pushed_ = true;
            const int until = std::min(settings.max_iterations, report.iterations + Momentum<D>::sweeps_a_push);
            for (; report.iterations < until; ++report.iterations) sweep_.sweep(random);
        }
        report.residual = sweep_.residual().relative();
        return sweep_.held_residual().relative();
    }

    void end(SolveReport& report) {
        sweep_.let_go();
        if (!(report.residual <= best_)) go_back(report);
        report.residual = sweep_.residual().relative();
    }

    BodySweep<D>& sweep_;
    SweepState<D>& state_;
    Momentum<D>& momentum_;
    AndersonLists& lists_;
    double best_ = std::numeric_limits<double>::infinity();  // residual of what is kept
    bool pushed_ = false;
};

/// One turn of them: for packings in motion, where sweeps under the law itself and these take turns (docs/theory.md 5.6). Contacts of dry balls alone.
template <int D>
SolveReport solve_held(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch, AndersonScratch& history, Impulses<D> impulses);

}  // namespace drystone

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "solvers/anderson.h"
#include "solvers/fallbacks.h"
#include "solvers/sweep_state.h"

namespace drystone {

/// Sweeps with momentum: for plateaus, where impulses have a long way to go and each sweep takes them a little along it.
///
///     x_k+1 = sweeps(y_k),   y_k+1 = x_k+1 + (theta_k - 1) / theta_k+1 (x_k+1 - x_k),   theta_k+1 = (1 + sqrt(1 + 4 theta_k^2)) / 2
///                                                                                       docs/theory.md (5.23)
///
/// k times as many sweeps go k^2 times as far. Where |x_k+1 - y_k|^2 has grown to three times the least since, it has gone too far somewhere: it
/// stops, and begins anew. What is certified is always the end of a sweep.
template <int D>
class Momentum {
  public:
    static constexpr int sweeps_a_push = 3;   // a push, with the bodies' velocities of its impulses, costs about one
    static constexpr int pushes_a_look = 5;

    /// `lists`: of the same state, weights included; `last` and `begin` are overwritten. `lengths`: scratch.
    Momentum(BodySweep<D>& sweep, SweepState<D>& state, AndersonLists& lists, std::vector<double>& lengths)
        : sweep_(sweep), state_(state), s_(lists), lengths_(lengths) {}

    /// Until the tolerance, max_iterations, or for as long as the residual halves now and then. The best impulses are left, in the sweep and, roughly, in r and m.
    /// Returns whether the residual has halved.
    bool go(const SolverSettings& settings, Random& random, SolveReport& report, std::span<Vec<D>> r, std::span<Spin<D>> m) {
        const int began = report.iterations;
        int since = began;
        double kept = report.residual;
        sweep_.store(r, m);
        begin();
        while (report.iterations < settings.max_iterations) {
            for (int push = 0; push < pushes_a_look && report.iterations < settings.max_iterations; ++push) {
                if (report.iterations > began) go_on();
                const int until = std::min(settings.max_iterations, report.iterations + sweeps_a_push);
                for (; report.iterations < until; ++report.iterations) sweep_.sweep(random);
            }
            report.residual = sweep_.residual().relative();
            if (report.residual <= settings.tolerance || !std::isfinite(report.residual)) break;
            if (report.residual <= fallbacks::progress * kept) {
                kept = report.residual;
                since = report.iterations;
                sweep_.store(r, m);
            } else if (report.iterations - since > std::max(fallbacks::momentum_stalls, (report.iterations - began) / 2)) {
                break;
            }
        }
        if (!(report.residual <= kept)) {
            sweep_.load(r, m);
            report.residual = sweep_.residual().relative();
        }
        return since > began || report.residual <= settings.tolerance;
    }

    // The same a push at a time, for those who look for themselves: begin() from where the sweep stands, then sweeps and go_on() in turn.

    void begin() {
        theta_ = 1.0;
        least_ = std::numeric_limits<double>::infinity();
        state_.for_groups([&](const double* now, std::size_t count, std::size_t at) { std::copy_n(now, count, s_.last.data() + at); });
        note_begin();
    }

    /// y_k+1 in the place of x_k+1, and the bodies' velocities that belong to it.
    void go_on() {
        const double moved = how_far();
        if (moved > too_far * least_) {
            theta_ = 1.0;
            least_ = std::numeric_limits<double>::infinity();
        } else {
            least_ = std::min(least_, moved);
        }
        const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta_ * theta_)), share = (theta_ - 1.0) / next;
        theta_ = next;
        state_.for_groups([&](double* now, std::size_t count, std::size_t at) {
            double* last = s_.last.data() + at;
            for (std::size_t i = 0; i < count; ++i) {
                const double x = now[i];
                now[i] = x + share * (x - last[i]);
                last[i] = x;
            }
        });
        note_begin();
        sweep_.refresh();
    }

  private:
    static constexpr double too_far = 3.0;

    void note_begin() {
        state_.for_sampled([&](std::size_t, std::size_t, const double* now, std::size_t count, std::size_t at) {
            std::copy_n(now, count, s_.begin.data() + at);
        });
    }

    /// |x_k+1 - y_k|^2, as an energy.
    double how_far() {
        return state_.sum_sampled(lengths_, [&](const double* now, std::size_t count, std::size_t at, double& sum) {
            for (std::size_t i = 0; i < count; ++i) {
                const double f = now[i] - s_.begin[at + i];
                sum += s_.weight[at + i] * f * f;
            }
        });
    }

    BodySweep<D>& sweep_;
    SweepState<D>& state_;
    AndersonLists& s_;
    std::vector<double>& lengths_;
    double theta_ = 1.0, least_ = 0.0;
};

}  // namespace drystone

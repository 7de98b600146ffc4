#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "solvers/fallbacks.h"
#include "solvers/few_contacts.h"
#include "solvers/strides.h"

namespace drystone {

/// Windows of plain sweeps, for where the residual hardly falls: what is left there is one slow mode, or a drift, often of a
/// dozen contacts only. Where few contacts still move these are solved alone; else, where two windows agree, strides follow. Both
/// leave traces that sweeps have to mend, and two drifts at once can make strides wander for ever while sweeps alone would
/// arrive: so each waits twice as long as the one before, until the residual has halved. (On assembled blocks, islands of some
/// hundred contacts with one mode each, strides follow at once.)
/// docs/theory.md section 5.4.
template <class Sweep, int D>
class PlateauSweeps {
  public:
    static constexpr int window = Strides<Sweep, D>::window;  // sweeps

    /// alone: is itself the solve of a few contacts.
    PlateauSweeps(Sweep& sweep, std::size_t contacts, std::size_t turning, StrideScratch<D>& scratch,
                  bool alone = false)
        : sweep_(sweep), strides_(sweep, contacts, turning, scratch), alone_(alone) {}

    /// Begins anew from where the sweep stands.
    void begin(double residual) {
        mark_ = std::numeric_limits<double>::infinity();
        helped_ = false;
        resume(residual);
    }

    /// The same, but as patient as it was if the residual has not halved since.
    void resume(double residual) {
        strides_.restart();
        strides_.drifts();
        windows_ = look_ = 0;
        see(residual);
    }

    /// Whether a stride was tried, or a few contacts were solved alone, since begin().
    bool helped() const { return helped_; }

    /// A window of sweeps, and what may follow it. Ends early at the tolerance or when `most` sweeps are done.
    void go_on(const SolverSettings& settings, Random& random, SolveReport& report) {
        const int most = settings.max_iterations, until = std::min(most, report.iterations + window);
        for (; report.iterations < until; ++report.iterations) sweep_.sweep(random);
        report.residual = sweep_.residual().relative();
        if (!(report.residual > settings.tolerance) || report.iterations >= most) return;
        see(report.residual);
        const bool drifts = strides_.drifts();
        if (++windows_ < wait_) return;
        if (!few_go_ahead(most, random, report)) {
            if (!drifts) return;
            report.residual = strides_.stride(report.residual, most, random, report);
        }
        if (on_bodies) wait_ *= 2;
        helped_ = true;
        resume(report.residual);
    }

  private:
    static constexpr bool on_bodies = std::is_same_v<Sweep, BodySweep<D>>;

    void see(double residual) {
        if (!(residual <= fallbacks::progress * mark_)) return;
        mark_ = residual;
        wait_ = fallbacks::shortest_wait;
    }

    /// As much work as the windows since the last time.
    bool few_go_ahead(int most, Random& random, SolveReport& report) {
        if constexpr (on_bodies) {
            if (alone_ || windows_ < look_) return false;
            look_ = 2 * windows_;  // choosing costs half a window
            const int work = std::min(most - report.iterations, windows_ * window);
            return solve_few<D>(sweep_, {strides_.before(), strides_.now()}, work, random, report);
        }
        return false;
    }

    Sweep& sweep_;
    Strides<Sweep, D> strides_;
    bool alone_;
    double mark_ = std::numeric_limits<double>::infinity();  // the residual that the next is to be half of
    bool helped_ = false;
    int wait_ = fallbacks::shortest_wait, windows_ = 0,
        look_ = 0;  // windows: to wait, since the last, of the next look
};

}  // namespace drystone

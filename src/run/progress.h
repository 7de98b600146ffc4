#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "step/report.h"

namespace drystone {

/// How far a run is: one line redrawn five times a second on a terminal; elsewhere a plain line at each tenth of the way, and
/// after half a minute without one.
class Progress {
  public:
    enum class Style { silent, redrawn, lines };

    using Show = std::function<void(const std::string&)>;

    /// Where a run is: a stage may have steps of its own length, so that the way is one of time.
    struct Place {
        double time = 0.0;  // [s]
        long steps = 0;
    };

    /// To the time `end`, from where it begins or goes on.
    Progress(Style style, double end, const Place& begun, Show show);

    void show(const Place& now, const StepReport& last);
    void clear();  // takes the redrawn line away

  private:
    using Clock = std::chrono::steady_clock;

    double share(double time) const;  // of the way, 0 to 1
    bool is_due(double time, Clock::time_point now);
    std::string line(const Place& now, const StepReport& last, double elapsed) const;

    Style style_;
    double end_;  // [s]
    Place begun_;
    Show show_;
    Clock::time_point start_, shown_;
    long tenth_ = 0;  // tenths of the way already told
    bool drawn_ = false;
};

/// Redrawn on a terminal, lines elsewhere.
Progress::Style style_of_stderr();

/// "42 s", "3 min 05 s", "2 h 10 min".
std::string in_words(double seconds);

}  // namespace drystone

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

    /// `begun`: steps that were taken before, by a run that goes on.
    Progress(Style style, long steps, double step, long begun, Show show);

    void show(long steps_done, const StepReport& last);
    void clear();  // takes the redrawn line away

  private:
    using Clock = std::chrono::steady_clock;

    bool is_due(long steps_done, Clock::time_point now);
    std::string line(long steps_done, const StepReport& last, double elapsed) const;

    Style style_;
    long steps_, begun_;
    double step_;  // [s]
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

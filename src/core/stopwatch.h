#pragma once

#include <chrono>

namespace drystone {

/// Seconds of the clock on the wall since it was made. For reports, never for an answer.
class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace drystone

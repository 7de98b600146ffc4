#pragma once

#include <algorithm>
#include <cmath>

namespace drystone {

/// After how many sweeps to look at the residual again. A look costs about as much as two sweeps, so the
/// rate between the last two looks says when the tolerance should be near.
class Cadence {
  public:
    explicit Cadence(double tolerance) : tolerance_(tolerance) {}

    int next(int sweeps, double residual) {
        const int since = sweeps - last_sweeps_;
        double wait = first_wait;
        if (last_residual_ > 0.0 && since > 0) {
            const double rate =
                std::log(residual / last_residual_) / since;  // per sweep, < 0 when converging
            const double needed = std::log(tolerance_ / residual) / rate;
            wait = rate < 0.0 ? 0.8 * needed : longest(sweeps);
        }
        last_sweeps_ = sweeps;
        last_residual_ = residual;
        return sweeps + static_cast<int>(std::ceil(std::clamp(wait, shortest, longest(sweeps))));
    }

  private:
    static constexpr double first_wait = 3.0;
    static constexpr double shortest = 2.0;
    static double longest(int sweeps) { return std::max(10.0, 0.5 * sweeps); }

    double tolerance_;
    int last_sweeps_ = 0;
    double last_residual_ = 0.0;
};

}  // namespace drystone

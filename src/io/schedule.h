#pragma once

namespace drystone {

/// The step ends at which something is written: all (every = 0), or the first at or after each multiple of `every`.
/// Counted in steps, so that the rounding of times never shifts a row by a step.
class Schedule {
  public:
    Schedule(double every, double h) : ratio_(every / h) {}

    /// Ask once for each step end, in order; `step` counts from 1.
    bool is_due(long step);

    /// As if it had been asked for all steps up to this one.
    void skip(long steps);

  private:
    double ratio_;       // steps between two rows
    long multiple_ = 1;  // of `every` that is waited for
};

}  // namespace drystone

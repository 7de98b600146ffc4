#pragma once

namespace drystone {

/// The step ends at which something is written: all (every = 0), or the first at or after each multiple of `every`.
/// Counted in steps, so that the rounding of times never shifts a row by a step.
class Schedule {
  public:
    Schedule(double every, double h) : every_(every), h_(h), ratio_(every / h) {}

    /// Ask once for each step end, in order; `step` counts from 1.
    bool is_due(long step);

    /// What is_due() will say of the next step, without asking it.
    bool will_be_due(long step) const;

    /// As if it had been asked for all steps up to this one.
    void skip(long steps);

    /// From this step end on, at that time, steps have another length, or rows another distance. Nothing, where neither is new.
    void change(double every, double h, long step, double time);

  private:
    double every_, h_;    // [s]
    double ratio_;        // steps between two rows
    long multiple_ = 1;   // of `every` that is waited for
    long asked_ = 0;      // last step
    long from_step_ = 0;  // since which steps are of this length
    double from_ = 0.0;   // its time over h
};

}  // namespace drystone

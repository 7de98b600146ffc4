#pragma once

#include <cmath>

#include "solvers/solver.h"

namespace drystone {

/// Wall-clock time per stage [s].
struct StageSeconds {
    double detect = 0.0;
    double assemble = 0.0;
    double solve = 0.0;
    double advance = 0.0;
    double population = 0.0;  // bodies that come and go
};

/// What a step says of itself.
struct StepReport {
    SolveReport solve;
    int contacts = 0;              // in the contact problem
    double max_penetration = 0.0;  // deepest overlap at detection, >= 0 [m]
    bool finite = true;            // no NaN or infinity in the velocities
    int halvings = 0;              // steps that failed and were taken as two, among the parts of this one
    double inertia = 0.0;          // of a static step: its share of inertia, inertia.h [-]
    long pair_visits = 0;          // of soft grains: pairs looked at, over the sub-steps (solve.iterations)
    long deep_overlaps = 0;        // of soft grains: contacts deeper than 10 % of the smaller radius, over the sub-steps
    StageSeconds seconds;
};

/// The larger of two numbers of steps, and NaN once there was one: a maximum must not hide it.
inline double worst(double a, double b) { return std::isnan(a) || a > b ? a : b; }

/// Adds what a part of a step, or one that was tried in vain, has cost.
inline void pay_for(const StepReport& part, StepReport& whole) {
    whole.solve.iterations += part.solve.iterations;
    whole.solve.contact_updates += part.solve.contact_updates;
    whole.solve.work += part.solve.work;
    whole.seconds.detect += part.seconds.detect;
    whole.seconds.assemble += part.seconds.assemble;
    whole.seconds.solve += part.seconds.solve;
    whole.seconds.advance += part.seconds.advance;
    whole.seconds.population += part.seconds.population;
}

}  // namespace drystone

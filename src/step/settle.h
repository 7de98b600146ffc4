#pragma once

#include "core/parallel.h"
#include "step/report.h"
#include "step/settings.h"

namespace drystone {

template <int D>
struct World;
template <int D>
class StepsElsewhere;

/// How a run comes to rest behind its end: [time] settle.
struct Settle {
    bool wanted = false;
    double below = 1e-3;   // of `unbalanced`, after a step from rest [-]
    double at_most = 0.0;  // [s]
};

/// A step of a world that is to come to rest, and what it says of itself.
struct SettleStep {
    StepReport report;
    bool settled = false;
    double removed = 0.0;     // kinetic energy [J]
    double unbalanced = 0.0;  // [-]
};

/// Kinetic damping: one step; then, if the kinetic energy no longer rises, all of it is taken out, booked as damping. What falls
/// goes on falling, what swings is stopped where it is fastest, that is where it will rest. A step that began at rest and ends
/// with less than `below` unbalanced has settled. It keeps nothing of its own: a run may be stopped and go on anywhere.
/// `elsewhere`: who takes the step, if not this process alone.
template <int D>
SettleStep settle_step(World<D>& world, const StepSettings& settings, const Settle& how, ThreadPool& pool,
                       StepsElsewhere<D>* elsewhere = nullptr);

}  // namespace drystone

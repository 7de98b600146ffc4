// T+ <= T-:  V+ <- 0, damping += T+;  settled: T- = 0 and unbalanced < below.  docs/theory.md (8.12), (8.13).

#include "step/settle.h"

#include "step/elsewhere.h"
#include "step/stages.h"
#include "step/unbalanced.h"
#include "step/world.h"

namespace drystone {

template <int D>
SettleStep settle_step(World<D>& world, const StepSettings& settings, const Settle& how, ThreadPool& pool,
                       StepsElsewhere<D>* elsewhere) {
    const double before = world.energy.kinetic;
    SettleStep step{.report = elsewhere ? elsewhere->advance(world, settings, pool) : advance(world, settings, pool)};
    step.unbalanced = elsewhere ? elsewhere->unbalanced(settings.step).value() : unbalanced(world, settings.step);
    step.settled = before == 0.0 && step.unbalanced < how.below;
    if (step.settled || world.energy.kinetic <= before) {
        step.removed = elsewhere ? elsewhere->come_to_rest() : come_to_rest(world);
        world.energy.losses.damping += step.removed;
        world.energy.kinetic = 0.0;
    }
    return step;
}

template SettleStep settle_step(World<2>&, const StepSettings&, const Settle&, ThreadPool&, StepsElsewhere<2>*);
template SettleStep settle_step(World<3>&, const StepSettings&, const Settle&, ThreadPool&, StepsElsewhere<3>*);

}  // namespace drystone

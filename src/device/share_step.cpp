// What is different in a step of a share, whose world is on several devices: lists of pairs hold on all of them or are made anew by all, bodies change
// hands in between, and change back where the step is undone.

#include "device/device_step.h"

namespace drystone::device {

/// The list of pairs is one that holds. Where it does not on one of several devices, all share their bodies out. t: where driven bodies are.
template <int D>
void DeviceStep<D>::keep_near(World<D>& world, const StepSettings& settings, double t) {
    pipeline_->place_parts();
    const bool holds = pipeline_->look_ahead(view_of(world, settings)) && walls_stay();
    if (!others_) {
        if (!holds) list_pairs(world);
        return;
    }
    if (!others_->any(!holds)) return;
    share_out(world, settings, t);
    list_pairs(world);
}

/// Bodies come back, change hands and go again, in the middle of a step.
template <int D>
void DeviceStep<D>::share_out(World<D>& world, const StepSettings& settings, double t) {
    bring_back(world);
    others_->share_out(may_be_undone_);
    const Vec<D> gravity = world.gravity;
    world.listed = {};
    take_over(world);
    world.gravity = gravity;
    apply_loads(world, world.time + settings.step);
    place_driven(world, t, view_of(world, settings));
    pipeline_->place_parts();
    pipeline_->look_ahead(view_of(world, settings));
}

/// Places, velocities and contacts as they were before the step. Where bodies have changed hands in it they change back.
template <int D>
void DeviceStep<D>::undo(World<D>& world, int level, long steps) {
    const bool shared_out = others_ && others_->undo();
    if (shared_out) take_over(world);
    pipeline_->take_back(level);
    if (!shared_out) forget_contacts(world, steps);
}

#define DRYSTONE_SHARE_STEP(D)                                                           \
    template void DeviceStep<D>::keep_near(World<D>&, const StepSettings&, double);      \
    template void DeviceStep<D>::share_out(World<D>&, const StepSettings&, double);      \
    template void DeviceStep<D>::undo(World<D>&, int, long);
DRYSTONE_SHARE_STEP(2)
DRYSTONE_SHARE_STEP(3)
#undef DRYSTONE_SHARE_STEP

}  // namespace drystone::device

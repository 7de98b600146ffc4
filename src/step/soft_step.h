#pragma once

#include "step/world.h"

namespace drystone {

/// One step of soft grains: sub-steps of velocity Verlet that together last h. docs/theory.md section 13.
template <int D>
StepReport soft_step(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// What a checkpoint keeps of soft grains, and their list and forces from it; positions and neighbours are back by then.
template <int D>
SoftState<D> take_soft(const World<D>& world);
template <int D>
void put_soft(const SoftState<D>& state, World<D>& world);

}  // namespace drystone

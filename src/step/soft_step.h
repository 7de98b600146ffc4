#pragma once

#include "step/world.h"

namespace drystone {

/// One step of soft grains: sub-steps of velocity Verlet that together last h. docs/theory.md section 13.
template <int D>
StepReport soft_step(World<D>& world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone

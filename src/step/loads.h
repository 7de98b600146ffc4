#pragma once

#include "step/world.h"

namespace drystone {

/// Fills world.applied with force and torque at time t, the bodies where they are: the scene's loads and the water's.
template <int D>
void apply_loads(World<D>& world, double t);

}  // namespace drystone

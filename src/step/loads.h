#pragma once

#include "step/world.h"

namespace drystone {

/// Force and torque of one load at its full value (multiplier 1, history 1), its body where it is. docs/theory.md (7.7).
template <int D>
Twist<D> force_and_torque(const Matter<D>& matter, const Bodies<D>& bodies, const Load<D>& load);

/// Fills world.applied with force and torque at time t, the bodies where they are: the scene's loads and the water's.
template <int D>
void apply_loads(World<D>& world, double t);

}  // namespace drystone

#pragma once

#include "step/world.h"

namespace drystone {

/// The drift before the kick of a step is over: what it changed of kinetic energies in a cell that deforms is noted, before forces change more.
template <int D>
void end_first_drift(World<D>& world);

}  // namespace drystone

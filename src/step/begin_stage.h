#pragma once

#include "step/world.h"

namespace drystone {

// A run in stages: description.stages says what of a world differs between them, docs/scene.md.

/// Makes the model that of a stage as it was begun, whatever stage it is of now. The state is left alone but for `staging`.
template <int D>
void take_stage(World<D>& world, const Staging<D>& staging);

/// Begins stage `number` at the end of a step of the one before, or at time 0: laws, gravity, drives and loads become its own, bodies
/// are released and held. What that does to the energies is booked as `changed`. Steps are of length `h` from now on.
template <int D>
void begin_stage(World<D>& world, int number, double h, ThreadPool& pool);

}  // namespace drystone

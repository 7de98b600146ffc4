#pragma once

#include "step/world.h"

namespace drystone {

/// The description with all initial velocities zero and everything that depends on time as it is at time 0.
template <int D>
WorldDescription<D> at_rest(WorldDescription<D> description);

/// Settings of a step that is looked at, not taken: `moreau` with contacts as they are at time 0, overlaps kept, in one piece.
StepSettings of_first_step(StepSettings settings);

/// The contact problem that the first step of a world at rest would solve, with its contacts and loads: world.problem, contacts, applied.
/// The world has free velocities then, and is not to be stepped.
template <int D>
void find_first_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// The same with the impulses that others found for it, and the velocities that they give. False: `solved` are other contacts.
template <int D>
bool find_first_problem(World<D>& world, const StepSettings& settings, const Contacts<D>& solved, ThreadPool& pool);

}  // namespace drystone

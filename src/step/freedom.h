#pragma once

#include "step/world.h"

namespace drystone {

/// What the description leaves free of the rigid body in slot i, once more: its freedom, projectors, inverse mass and inertia.
/// Returns whether it can now be moved and could not, or the other way round; its parts do not know yet.
template <int D>
bool set_freedom(Model<D>& model, State<D>& state, int i);

/// Fills world.driven, world.loaded and world.ridden from the description, whose signals are prepared. Throws InputError where a body
/// that is not fixed would turn about a distant point.
template <int D>
void list_driven_bodies(World<D>& world);

}  // namespace drystone

#pragma once

#include "step/world.h"

namespace drystone {

/// Whether a selection is of that body.
template <int D>
bool is_of(const Selection& selection, int id, const BodyDescription<D>& body);

/// Whether a sink takes a body now.
template <int D>
bool takes_anyone(const World<D>& world);

/// At the end of a step: bodies whose centre of mass is where a sink is leave. Those that are fixed or driven as a whole, deform, or are
/// held by links stay.
template <int D>
void let_out(World<D>& world);

}  // namespace drystone

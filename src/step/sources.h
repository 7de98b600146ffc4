#pragma once

#include "step/world.h"

namespace drystone {

/// How many bodies of a source are due at time t, in all; `came`: those that are in. docs/theory.md (15.1).
template <int D>
long due(const Source<D>& source, const Passed& came, double t);

/// At the beginning of a step: bodies of the sources that are due come in, each where nothing is in its way, in the order of their
/// numbers. One that finds no place within some tries waits, and those after it.
template <int D>
void let_in(World<D>& world);

}  // namespace drystone

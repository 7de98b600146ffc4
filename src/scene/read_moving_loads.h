#pragma once

#include "scene/draft.h"

namespace drystone {

/// The load of a [[drives]] entry with `travel`: axles that go along a line.
template <int D>
MovingLoad<D> read_moving_load(const Node& drive, const Draft<D>& draft);

}  // namespace drystone

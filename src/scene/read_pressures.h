#pragma once

#include "scene/draft.h"

namespace drystone {

/// Whether any drive has a pressure: masses of planes that have none are then chosen once drives are known.
bool has_pressures(const Node& document);

/// A drive with `pressure`: walls pushed along their normal, by a set pressure or along a stress path.
template <int D>
void read_pressure(const Node& drive, Draft<D>& draft);

}  // namespace drystone

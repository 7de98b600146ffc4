#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[supports]]: springs that hold bodies where they were at the start, for drystone statics. After the bodies.
template <int D>
void read_supports(const Node& document, Draft<D>& draft);

}  // namespace drystone

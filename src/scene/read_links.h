#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[links]]: bodies held together, or to the world, at a point. docs/scene.md.
template <int D>
void read_links(const Node& document, Draft<D>& draft);

}  // namespace drystone

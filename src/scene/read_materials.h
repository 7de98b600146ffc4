#pragma once

#include "scene/draft.h"

namespace drystone {

/// [materials.NAME]
template <int D>
void read_materials(const Node& document, Draft<D>& draft);

}  // namespace drystone

#pragma once

#include "scene/draft.h"

namespace drystone {

/// [materials.NAME]
template <int D>
void read_materials(const Node& document, Draft<D>& draft);

/// [[interactions]]
template <int D>
void read_interactions(const Node& document, Draft<D>& draft);

/// Adds a warning for every two materials whose bodies can meet and of which no interaction speaks.
template <int D>
void warn_of_missing_interactions(Draft<D>& draft);

}  // namespace drystone

#pragma once

#include "scene/draft.h"
#include "scene/read_laws.h"

namespace drystone {

/// [[interactions]], after the bodies and groups they may name. `own`: laws besides the program's.
template <int D>
void read_interactions(const Node& document, const LawReaders& own, Draft<D>& draft);

/// Adds a warning for every two materials whose bodies can meet and of which no interaction speaks.
template <int D>
void warn_of_missing_interactions(Draft<D>& draft);

}  // namespace drystone

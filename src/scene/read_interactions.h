#pragma once

#include <set>
#include <utility>

#include "scene/draft.h"
#include "scene/read_laws.h"

namespace drystone {

/// [[interactions]], after the bodies and groups they may name. `own`: laws besides the program's.
template <int D>
void read_interactions(const Node& document, const LawReaders& own, Draft<D>& draft);

/// The law of one entry, of those that the program knows.
Law read_law(const Node& node, int dimension);

/// [[damping]], likewise.
template <int D>
void read_damping(const Node& document, Draft<D>& draft);

/// Pairs of materials whose bodies can meet and that no interaction speaks of.
template <int D>
std::set<std::pair<int, int>> missing_interactions(const WorldDescription<D>& world);

/// Adds a warning for each of these.
template <int D>
void warn_of_missing_interactions(Draft<D>& draft);

}  // namespace drystone

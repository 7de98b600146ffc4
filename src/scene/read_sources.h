#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[sources]]: after the bodies, whose names they must not have, and before interactions, which may name them.
template <int D>
void read_sources(const Node& document, Draft<D>& draft);

/// [[sinks]]: after the sources, whose bodies they may be of.
template <int D>
void read_sinks(const Node& document, Draft<D>& draft);

/// `from`, `until` and `stage` of a table.
Opening read_opening(const Node& node, const Node& document);

/// The description with a body of each shape that sources bring: for those who look at what bodies there are.
template <int D>
WorldDescription<D> with_samples(const WorldDescription<D>& world);

/// Whether a name or pattern may be of a source's bodies.
template <int D>
bool names_source(const std::string& word, const Draft<D>& draft);

/// A selector that may be of bodies that are still to come: words that name a source, its bodies or a pattern of them stay words.
template <int D>
Selection read_selection(const Node& node, std::string_view what, const Draft<D>& draft);

}  // namespace drystone

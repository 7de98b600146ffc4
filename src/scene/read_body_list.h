#pragma once

#include <string_view>

#include "scene/draft.h"

namespace drystone {

// Selectors: how a scene names bodies, everywhere. The name of a body or of a generator's group; a pattern, "bridge.spandrel.*",
// of the names of bodies and groups, where * stands for any letters and "*" alone for every body; { box = { min, max } }, the bodies
// whose centre of mass is there at time 0 (planes and drums have none); or an array of these.

/// The bodies that a selector names, none twice. Refuses one that names none, and a body that is named twice by its name or group.
template <int D>
std::vector<int> read_body_list(const Node& node, std::string_view what, const Draft<D>& draft);

/// Where one body is meant: refuses a selector that names several.
template <int D>
int read_one_body(const Node& node, std::string_view what, const Draft<D>& draft);

/// Those of `body` (one body) or `bodies` (a selector) of a table; refuses both and none.
template <int D>
std::vector<int> read_body_or_bodies(const Node& node, const Draft<D>& draft);

/// Whether a word is a pattern.
bool is_pattern(std::string_view word);

}  // namespace drystone

#pragma once

#include <string_view>

#include "scene/draft.h"

namespace drystone {

/// The bodies that a string, or an array of strings, names: bodies, and groups of generators. None twice.
template <int D>
std::vector<int> read_body_list(const Node& node, std::string_view what, const Draft<D>& draft);

/// Those of `body` (one body) or `bodies` (a list) of a table; refuses both and none.
template <int D>
std::vector<int> read_body_or_bodies(const Node& node, const Draft<D>& draft);

}  // namespace drystone

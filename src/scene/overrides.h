#pragma once

#include <string>
#include <vector>

#include "scene/node.h"

namespace drystone {

/// Applies "key.path=value" arguments of --set to a document, in order. A path leads through tables by key
/// and through arrays by number (from 0) or, for tables that have one, by name:
/// "bodies.ball.position.2=0.4". A function of time of a drive may be left out: "drives.0.amplitude=0.1".
void apply_overrides(const std::vector<std::string>& overrides, Node& document);

/// The same of a value that is there already, with its own place. `keys`: "interactions.0.friction".
void set_in_document(const std::string& keys, Node value, Node& document);

/// The keys of such a path, one by one; refuses, at `place`, what is none.
std::vector<std::string> keys_in(const std::string& path, const Place& place);

}  // namespace drystone

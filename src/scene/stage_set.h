#pragma once

#include "scene/node.h"

namespace drystone {

/// Applies a stage's `set = { "interactions.0.friction" = 0.1, .. }` to a document. Refuses, at the value, keys that a stage cannot
/// change; those that do not exist are refused when the document is read.
void apply_stage_set(const Node& set, Node& document);

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

#include "run/load.h"
#include "run/scene_command.h"

namespace drystone {

/// A scene whose first instant is looked at, by `who`: a verdict needs a better solution than a run, so only what --set says of tolerance,
/// method and iterations counts, not what the scene says for its runs.
Scene read_at_rest(const SceneCommand& command, Solves who, const std::vector<std::string>& overrides);

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

#include "run/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// A scene as it was asked for; commands on scenes add options of their own.
struct SceneCommand {
    std::string scene;
    std::vector<std::string> overrides = {};  // --set key=value
    LawReaders laws = {};                     // besides the program's
};

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

#include "cli/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone check SCENE.toml
struct CheckCommand {
    std::string scene;
    std::vector<std::string> overrides;  // --set key=value
    LawReaders laws;                     // besides the program's
};

/// Reads the scene and builds its world, says in one line what is in it, and writes nothing.
/// Throws InputError where the input is wrong.
ExitStatus check(const CheckCommand& command);

}  // namespace drystone

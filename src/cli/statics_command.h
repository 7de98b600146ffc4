#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/scene_command.h"

namespace drystone {

/// drystone statics SCENE.toml: what was asked for.
struct StaticsCommand : SceneCommand {
    std::optional<std::string> method;   // default: the scene's
    std::optional<std::string> out;      // default: the scene's name
    std::optional<int> threads;          // default: the scene's; 0: all cores
    bool force = false;
    bool quiet = false;
    bool no_report = false;
};

/// Looks for the equilibrium of the scene, increment by increment, and leaves a folder like that of a run.
/// Throws InputError, before anything is written, where the input is wrong.
ExitStatus find_equilibrium(const StaticsCommand& command);

}  // namespace drystone

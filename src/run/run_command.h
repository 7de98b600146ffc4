#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/scene_command.h"

namespace drystone {

/// drystone run SCENE.toml: what was asked for.
struct RunCommand : SceneCommand {
    std::optional<std::string> out;  // default: the scene's name
    std::optional<std::string> from = {};  // folder of a run to begin with, or folder@time
    std::optional<int> threads = {};  // default: the scene's; 0: all cores
    long dump_problems = 0;          // the contact problem of every N-th step into a file; 0: none
    std::optional<std::string> text =
        {};                            // of the scene, where it is in no file; `scene` is then a word for it
    std::optional<double> until = {};  // simulated seconds; default: the scene's duration
    bool force = false;
    bool quiet = false;
    bool no_report = false;
};

/// Runs the scene to its end, or until interrupted, and leaves the results in the folder.
/// Throws InputError, before anything is written, where the input is wrong.
ExitStatus run(const RunCommand& command);

}  // namespace drystone

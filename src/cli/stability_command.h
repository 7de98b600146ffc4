#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/scene_command.h"

namespace drystone {

/// drystone stability SCENE.toml: what was asked for.
struct StabilityCommand : SceneCommand {
    std::optional<double> step;          // [s]; default: the scene's
    std::optional<std::string> vary;     // key=lo:hi
    double precision = 1e-3;             // --to, relative
    std::optional<std::string> out;      // folder for mechanism.csv
    std::optional<int> threads;          // default: the scene's; 0: all cores
    bool force = false;
    bool json = false;
};

/// Judges the scene, or with `vary` looks for the limit of a parameter, and says so; writes only where `out` is given.
/// Throws InputError where the input is wrong.
ExitStatus judge(const StabilityCommand& command);

}  // namespace drystone

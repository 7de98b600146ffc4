#pragma once

#include <optional>
#include <string>

#include "run/scene_command.h"

namespace drystone {

/// drystone limit SCENE.toml: what was asked for.
struct LimitCommand : SceneCommand {
    std::string flow = "associated";  // or "coulomb": also where steps from rest begin to move
    std::optional<std::string> vary;  // key=lo:hi, instead of the multiplier
    double precision = 1e-3;          // --to, relative: of --vary and --flow coulomb
    std::optional<std::string> out;   // folder for tables and pictures
    std::optional<int> threads;       // default: the scene's; 0: all cores
    bool force = false;
    bool json = false;
};

/// The load multiplier of the scene's [limit], or with `vary` the value of a key up to which the dead load is carried; says so, and writes
/// where `out` is given. Throws InputError where the input is wrong.
ExitStatus find_limit_load(const LimitCommand& command);

}  // namespace drystone

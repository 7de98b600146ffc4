#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/scene_command.h"

namespace drystone {

/// drystone compare SCENE: the same scene by several methods, side by side; or, with --case, a map of what contact dynamics and
/// soft grains cost over size and stiffness. docs/compare.md.
struct CompareCommand : SceneCommand {
    std::vector<std::string> methods;  // default: all
    std::optional<std::string> pile;   // --case: a cost map instead of a scene
    std::vector<int> sizes = {};
    std::vector<double> stiffness = {};  // [N/m]
    std::optional<double> accuracy;
    std::optional<std::string> out;
    bool force = false;
    bool json = false;
    std::optional<int> threads;
};

ExitStatus compare(const CompareCommand& command);

}  // namespace drystone

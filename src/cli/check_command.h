#pragma once

#include "run/scene_command.h"

namespace drystone {

/// drystone check SCENE.toml | --schema
struct CheckCommand : SceneCommand {
    bool schema = false;  // print the JSON schema of scenes instead
};

/// Reads the scene and builds its world, says in one line what is in it, and writes nothing.
/// Throws InputError where the input is wrong.
ExitStatus check(const CheckCommand& command);

}  // namespace drystone

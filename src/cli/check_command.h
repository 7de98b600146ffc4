#pragma once

#include "run/scene_command.h"

namespace drystone {

/// drystone check SCENE.toml [--keys] | --schema
struct CheckCommand : SceneCommand {
    bool schema = false;  // print the JSON schema of scenes instead
    bool keys = false;    // print what the readers ask of the scene instead (scene/key_log.h)
};

/// Reads the scene and builds its world, says in one line what is in it, and writes nothing.
/// Throws InputError where the input is wrong.
ExitStatus check(const CheckCommand& command);

}  // namespace drystone

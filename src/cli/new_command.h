#pragma once

#include <optional>
#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone new NAME [FILE], drystone new --list
struct NewCommand {
    std::string name;
    std::optional<std::string> file;  // default: NAME.toml, here
    bool list = false;
};

/// Writes a commented scene to begin with, or lists those there are. Throws InputError for a name that nobody has and for a file
/// that is there already.
ExitStatus write_starter(const NewCommand& command);

}  // namespace drystone

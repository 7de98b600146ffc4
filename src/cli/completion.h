#pragma once

#include <string>

#include "cli/command_table.h"

namespace drystone {

// Scripts that complete the command line, for each shell.

std::string bash_completion(const CommandRow& program);
std::string zsh_completion(const CommandRow& program);
std::string fish_completion(const CommandRow& program);

}  // namespace drystone

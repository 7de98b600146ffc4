#pragma once

#include <string>

#include "cli/command_table.h"

namespace drystone {

/// drystone(1), for man: every command with its options. `footer` is the paragraph on exit statuses.
std::string man_page(const CommandRow& program, const std::string& version, const std::string& footer);

}  // namespace drystone

#pragma once

#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone joints DIR: the joints of a run's last state as a table, from its joints.csv.
struct JointsCommand {
    std::string folder;
    std::string group;  // only joints with a body of this name or group; empty: all
};

ExitStatus joints(const JointsCommand& command);

}  // namespace drystone

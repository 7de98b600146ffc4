#pragma once

#include "run/exit_status.h"

namespace drystone {

/// drystone doctor [--json]
struct DoctorCommand {
    bool json = false;
};

/// Says what the program finds on this machine, and what is missing for what. Writes nothing.
ExitStatus examine(const DoctorCommand& command);

}  // namespace drystone

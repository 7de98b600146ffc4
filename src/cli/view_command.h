#pragma once

#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone view DIR [OTHER]: the page of a run with its full data, served on 127.0.0.1 until Ctrl-C; of two runs, side by side.
struct ViewCommand {
    std::string folder;
    std::string beside;  // another run to compare it with; empty: none
    int port = 0;  // 0: one that is free
};

ExitStatus view(const ViewCommand& command);

}  // namespace drystone

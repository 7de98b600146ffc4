#pragma once

#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone view DIR: the page of a run with its full data, served on 127.0.0.1 until Ctrl-C.
struct ViewCommand {
    std::string folder;
    int port = 0;  // 0: one that is free
};

ExitStatus view(const ViewCommand& command);

}  // namespace drystone

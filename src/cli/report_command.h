#pragma once

#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone report DIR: report.html of a run that is already there.
struct ReportCommand {
    std::string folder;
    double megabytes = 20.0;  // the budget
};

ExitStatus report(const ReportCommand& command);

}  // namespace drystone

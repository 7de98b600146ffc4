#pragma once

#include <string>
#include <vector>

#include "run/exit_status.h"

namespace drystone {

/// drystone plot DIR...: columns of probes and of steps.csv against each other, as SVG or PNG.
struct PlotCommand {
    std::vector<std::string> folders;
    std::string x = "time";
    std::vector<std::string> y;
    bool x_from_start = false, y_from_start = false;
    std::string title;
    std::string size = "900x600";
    std::string out = "plot.svg";
};

ExitStatus plot(const PlotCommand& command);

}  // namespace drystone

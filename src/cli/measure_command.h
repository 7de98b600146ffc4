#pragma once

#include <optional>
#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone measure DIR --what W --out FILE: numbers of a run's frames, as a table or drawn.
struct MeasureCommand {
    std::string folder, what, out;
    std::optional<double> at, since, from, to;  // times [s]
    std::string by;                             // of mixing
    std::optional<double> cell, farthest;
    std::optional<int> bins;
    std::string axis;    // x, y, z or a direction: 1,1,0
    std::string region;  // a table as scenes write it: type = "box", min = [..], max = [..]
    std::string with;    // the body that the region moves with
    std::string kernel = "lucy";
    std::optional<double> width, spacing;
    std::string of;               // of avalanches: probe.column
    std::optional<double> above;  // of avalanches: the threshold
    std::string column;           // that a picture shows; empty: the second, of bodies and fields the one that says most
};

ExitStatus measure(const MeasureCommand& command);

}  // namespace drystone

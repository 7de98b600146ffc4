#pragma once

#include <optional>
#include <string>

#include "run/exit_status.h"

namespace drystone {

/// drystone measure DIR --what W --out FILE: numbers of a run's frames, as a table or drawn.
struct MeasureCommand {
    std::string folder, what, out;
    std::optional<double> at, since;  // times [s]
    std::string by;                   // of mixing
    std::optional<double> cell, farthest;
    std::optional<int> bins;
    std::string axis;    // x, y or z
    std::string column;  // that a picture shows; empty: the last, of tables over time or r the second
};

ExitStatus measure(const MeasureCommand& command);

}  // namespace drystone

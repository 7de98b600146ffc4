#pragma once

#include <optional>

#include "fields/measured.h"
#include "io/frames_file.h"

namespace drystone {

/// What is asked of a run's frames.
struct MeasureAsk {
    std::string what;  // names_of_measures()
    std::optional<double> at,
        since;       // times of frames [s]; none: the last (of what is a row per frame: all), and the first
    std::string by;  // of mixing: kinds_of()
    std::optional<double> cell;      // of mixing: edge of the cells [m]; none: four mean diameters
    std::optional<int> bins;         // of profile, gr and forces
    std::optional<int> axis;         // of profile: 0, 1, 2; none: the last
    std::optional<double> farthest;  // of gr [m]; none: six mean diameters
};

/// "forces, fabric, .."
std::string names_of_measures();

/// Whether it is a row per body, to be seen as colours.
bool is_of_bodies(const std::string& what);

/// InputError where the run has none of it, or it is not known.
Measured measure_run(const FramesFile& file, const MeasureAsk& ask);

}  // namespace drystone

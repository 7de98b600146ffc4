#pragma once

#include <optional>

#include "fields/assembly_of_frame.h"
#include "fields/field_grid.h"
#include "fields/measured.h"

namespace drystone {

/// What is asked of a run's frames.
struct MeasureAsk {
    std::string what;  // names_of_measures()
    std::optional<double> at,
        since;       // times of frames [s]; none: the last (of what is a row per frame: all), and the first
    std::optional<double> from, to;  // of field: the mean over the frames of that time [s]
    std::string by;                  // of mixing: kinds_of()
    std::optional<double> cell;      // of mixing: edge of the cells [m]; none: four mean diameters
    std::optional<int> bins;         // of profile, gr, sq, forces and mobilisation
    std::optional<Vec<3>> direction;  // of profile, unit; none: the last axis
    std::optional<double> farthest;  // of gr [m]; none: six mean diameters; of sq [1/m]; none: six times 2 pi over the mean diameter
    std::string kernel = "lucy";     // of field
    std::optional<double> width;     // of its kernel [m]; none: the mean diameter
    std::optional<double> spacing;   // of its points [m]; none: half the width
    std::optional<RunRegion> region;  // of stress, fabric, forces and mobilisation: what is in there
};

/// "forces, fabric, .."
std::string names_of_measures();

/// Whether it is a row per body, to be seen as colours; and the column that is seen where none is asked for.
bool is_of_bodies(const std::string& what);
std::string first_seen(const std::string& what);

/// InputError where the run has none of it, or it is not known.
Measured measure_run(const FramesFile& file, const MeasureAsk& ask);

/// Coarse-grained fields on a grid over the grains, the mean over the frames asked for.
struct RunField {
    int dimension = 3;
    FieldGrid grid;
    std::vector<FieldSums> sums;  // (points)
};
RunField field_of_run(const FramesFile& file, const MeasureAsk& ask);

/// The frame nearest to that time.
int nearest_frame(const FramesFile& file, double time);

}  // namespace drystone

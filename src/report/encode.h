#pragma once

#include <string>

#include "report/number_table.h"
#include "report/shown_run.h"

namespace drystone {

/// Exact: single precision. Compact: positions and turns in 65536 steps, everything else in half precision.
enum class Precision { exact, compact };

struct FrameCoding {
    Precision precision = Precision::exact;
    bool contacts = true;
    float least_force = 0.0F;  // contacts that bear less are left out [N]
    int level = 6;             // of deflate
};

/// Frames and geometry as blocks (report/block.h). `turning`: turning_bodies().
std::string encode_frame(const ShownBodies& bodies, const std::vector<int>& turning, const ShownFrame& frame,
                         const FrameCoding& coding);
std::string encode_geometry(const ShownBodies& bodies, const std::vector<int>& turning, int level);

/// Double precision: a plot's numbers are those of the CSV.
std::string encode_table(const NumberTable& table, int level);

}  // namespace drystone

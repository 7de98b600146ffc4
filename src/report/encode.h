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
    bool motion = true;        // velocities, spins, pressures and states of joints
    float least_force = 0.0F;  // contacts that bear less are left out [N]
    int level = 6;             // of deflate
};

/// Frames and geometry as blocks (report/block.h). `turning`: turning_bodies().
std::string encode_frame(const ShownBodies& bodies, const std::vector<int>& turning, const ShownFrame& frame,
                         const FrameCoding& coding);

/// The contacts alone, as encode_frame has them.
std::string encode_contacts(const ShownBodies& bodies, const ShownFrame& frame, const FrameCoding& coding);

/// A number of every body, by which it is coloured: "value", three digits.
std::string encode_values(double time, const std::vector<float>& values, int level);

std::string encode_geometry(const ShownBodies& bodies, const std::vector<int>& turning, int level);

/// Double precision: a plot's numbers are those of the CSV.
std::string encode_table(const NumberTable& table, int level);

}  // namespace drystone

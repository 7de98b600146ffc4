#pragma once

#include "fields/measured.h"
#include "io/frames_file.h"

namespace drystone {

/// How forces between grains are distributed: of contacts that bear, walls left out, the normal and the tangential force over the mean normal
/// force, as densities; their integrals over f are the shares of contacts below `largest`. Columns: f (the middle of the bin), normal, tangential.
Measured force_distribution(const FramesGeometry& geometry, const Frame& frame, double largest, int bins);

/// The mean of n n over contacts between grains that bear a force (trace 1). Columns: time, contacts, fabric.xx, fabric.yy, fabric.xy (in space xx, yy,
/// zz, xy, yz, xz); the row of one frame.
std::vector<std::string> fabric_columns(int dimension);
std::vector<double> fabric_row(const FramesGeometry& geometry, const Frame& frame);

}  // namespace drystone

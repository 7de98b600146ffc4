#pragma once

#include "hdf5/group.h"
#include "io/frames_layout.h"

namespace drystone {

template <int D>
struct World;

/// What does not change during a run: the groups /materials, /bodies, /parts, /solids and /shapes of frames.h5, and the
/// meshes in /deformable. Where bodies come and go, their tables are those of io/body_tables.h.
template <int D>
void write_geometry(const hdf5::Group& file, const World<D>& world, bool changes);

/// The group /regions: where bodies come from and leave. None where there are none.
void write_regions(const hdf5::Group& file, const std::vector<FramesRegion>& regions, int dimension);

}  // namespace drystone

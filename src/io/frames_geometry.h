#pragma once

#include "hdf5/group.h"

namespace drystone {

template <int D>
struct World;

/// What does not change during a run: the groups /materials, /bodies, /parts, /solids and /shapes of frames.h5, and the
/// meshes in /deformable.
template <int D>
void write_geometry(const hdf5::Group& file, const World<D>& world);

}  // namespace drystone

#pragma once

#include "hdf5/group.h"
#include "step/world.h"

namespace drystone {

/// Writes who has come and gone, and what those are that a program added.
template <int D>
void save_census(const hdf5::Group& group, const Census<D>& census);

/// Reads it back; `slots`: so many there are. InputError where it is damaged or is not of a world with these sources and sinks.
template <int D>
Census<D> load_census(const hdf5::Group& group, std::size_t slots, const WorldDescription<D>& scene);

}  // namespace drystone

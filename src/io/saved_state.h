#pragma once

#include "hdf5/group.h"
#include "step/state.h"

namespace drystone {

/// Writes a state bit for bit; its numbers have checksums.
template <int D>
void save_state(const hdf5::Group& group, const WorldState<D>& state);

/// Reads it back. InputError where it is damaged, or is not of a world with so many bodies and parts whose laws remember
/// the same things.
template <int D>
WorldState<D> load_state(const hdf5::Group& group, const World<D>& world);

}  // namespace drystone

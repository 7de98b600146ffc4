#pragma once

#include "hdf5/group.h"
#include "step/elsewhere.h"
#include "step/state.h"

namespace drystone {

/// Writes the state of a world bit for bit; its numbers have checksums. Bodies and parts are called by ids.
template <int D>
void save_state(const hdf5::Group& group, const World<D>& world);

/// The same where others will put the rows of bodies and contacts into the file, once it is closed. Where these arrays begin in it [bytes], in the order of
/// io/saved_rows.h; -1: it is empty.
template <int D>
std::vector<std::int64_t> save_without_rows(const hdf5::Group& group, const World<D>& world, std::span<const RowsTotal> totals);

/// Reads it back; the world takes the slots that the bodies had. InputError where it is damaged, or is not of a world with these
/// bodies and parts whose laws remember the same things.
template <int D>
State<D> load_state(const hdf5::Group& group, World<D>& world);

}  // namespace drystone

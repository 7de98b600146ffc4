#pragma once

#include "hdf5/group.h"

namespace drystone::hdf5 {

/// Refuses `found` where an array or text of `expected` that cannot grow is missing in it or not the same, bit for bit.
void expect_same_arrays(const Group& found, const Group& expected);

}  // namespace drystone::hdf5

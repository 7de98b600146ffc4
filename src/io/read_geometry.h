#pragma once

#include "hdf5/group.h"
#include "io/frames_file.h"

namespace drystone {

/// The geometry of an open frames.h5. Every index is checked, so that those who follow them need not.
FramesGeometry read_geometry(const hdf5::Group& file);

/// Refuses, with its place, a list with an entry outside low .. high - 1.
void expect_between(const hdf5::Group& group, const std::string& name, const std::vector<std::int32_t>& list,
                    std::int64_t low, std::int64_t high);

}  // namespace drystone

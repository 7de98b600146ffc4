#pragma once

#include "hdf5/group.h"
#include "io/frames_file.h"

namespace drystone {

/// The geometry of an open frames.h5. Every index is checked, so that those who follow them need not.
FramesGeometry read_geometry(const hdf5::Group& file);

/// Refuses, with its place, a list with an entry outside low .. high - 1.
void expect_between(const hdf5::Group& group, const std::string& name, const std::vector<std::int32_t>& list,
                    std::int64_t low, std::int64_t high);

/// Refuses what does not say where the lists of a list of lists begin: 0 first, never back, at last the number of all entries.
void expect_starts(const hdf5::Group& group, const std::string& name, const std::vector<std::int32_t>& start,
                   std::int64_t end);

/// Rows of the tables of bodies that count when so many frames do. Of files of runs whose bodies come and go.
TableSizes table_sizes(const hdf5::Group& file, std::int64_t frames);

/// Refuses tables of bodies with an index that leads nowhere.
void expect_sound(const hdf5::Group& file, const BodyColumns& rows, int dimension, std::int64_t materials);

}  // namespace drystone

#pragma once

#include "hdf5/series.h"

namespace drystone {

/// Makes the series of a new file, or opens those of one that is there: the same list of names and shapes serves both.
struct SeriesOf {
    const hdf5::Group& group;
    bool is_new = true;

    template <class T>
    hdf5::Series<T> get(const std::string& name, const hdf5::Shape& row, const hdf5::Storage& storage) const {
        return is_new ? hdf5::Series<T>::make(group, name, row, storage)
                      : hdf5::Series<T>::open(group, name, row);
    }

    hdf5::Group subgroup(const std::string& name) const {
        return is_new ? group.make_group(name) : group.group(name);
    }
};

}  // namespace drystone

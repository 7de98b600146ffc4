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

/// A column of numbers that does not grow.
template <class T>
void write_list(const hdf5::Group& group, const std::string& name, const std::vector<T>& values) {
    group.write<T>(name, values, {static_cast<std::int64_t>(values.size())});
}

}  // namespace drystone

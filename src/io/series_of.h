#pragma once

#include "hdf5/series.h"
#include "hdf5/sheet.h"
#include "io/frames_layout.h"

namespace drystone {

/// Makes the series of a new file, or opens those of one that is there: the same list of names and shapes serves both.
struct SeriesOf {
    const hdf5::Group& group;
    bool is_new = true;
    bool changes = false;  // bodies come and go: rows are added while the run goes on

    template <class T>
    hdf5::Series<T> get(const std::string& name, const hdf5::Shape& row, const hdf5::Storage& storage) const {
        return is_new ? hdf5::Series<T>::make(group, name, row, storage)
                      : hdf5::Series<T>::open(group, name, row);
    }

    /// (frames, bodies, ...): of bodies that come and go one that grows along both.
    template <class T>
    hdf5::Sheet<T> sheet(const std::string& name, std::int64_t bodies, const hdf5::Shape& entry) const;

    hdf5::Group subgroup(const std::string& name) const {
        return is_new ? group.make_group(name) : group.group(name);
    }
};

template <class T>
hdf5::Sheet<T> SeriesOf::sheet(const std::string& name, std::int64_t bodies, const hdf5::Shape& entry) const {
    if (is_new && changes) {
        hdf5::Shape chunk{1, changing_chunk};
        chunk.insert(chunk.end(), entry.begin(), entry.end());
        return hdf5::Sheet<T>::make(group, name, entry, {.chunk = chunk, .deflate = 1, .checksum = true});
    }
    hdf5::Shape row{bodies};
    row.insert(row.end(), entry.begin(), entry.end());
    if (is_new) hdf5::Series<T>::make(group, name, row, chunked_by_frame(row));
    return hdf5::Sheet<T>::open(group, name, entry);
}

/// A column of numbers that does not grow.
template <class T>
void write_list(const hdf5::Group& group, const std::string& name, const std::vector<T>& values) {
    group.write<T>(name, values, {static_cast<std::int64_t>(values.size())});
}

}  // namespace drystone

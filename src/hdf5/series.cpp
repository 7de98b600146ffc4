#include "hdf5/series.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

Shape with_rows(std::int64_t rows, const Shape& row) {
    Shape shape{rows};
    shape.insert(shape.end(), row.begin(), row.end());
    return shape;
}

/// The part of the array that is rows first .. first + count.
Handle select_rows(hid_t data, const Shape& shape, std::int64_t first, std::int64_t count) {
    Handle space(H5Dget_space(data), H5Sclose);
    std::vector<hsize_t> start(shape.size(), 0), lengths = extents(shape);
    start[0] = static_cast<hsize_t>(first);
    lengths[0] = static_cast<hsize_t>(count);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, lengths.data(), nullptr);
    return space;
}

}  // namespace

template <class T>
std::int64_t Series<T>::values_in_row() const {
    return values_in(Shape(shape_.begin() + 1, shape_.end()));
}

template <class T>
Series<T> Series<T>::make(const Group& group, const std::string& name, const Shape& row,
                          const Storage& storage) {
    const Shape shape = with_rows(0, row);
    const std::vector<hsize_t> lengths = extents(shape);
    std::vector<hsize_t> most = lengths;
    most[0] = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), most.data()),
                       H5Sclose);
    const Handle properties = creation_properties(storage);
    Handle data(H5Dcreate2(group.id(), name.c_str(), file_type<T>(), space.get(), H5P_DEFAULT,
                           properties.get(), without_cache().get()),
                H5Dclose);
    if (!data.valid()) throw WriteError(group.place(name), "make the array");
    return {std::move(data), shape, group.place(name)};
}

template <class T>
Series<T> Series<T>::open(const Group& group, const std::string& name, const Shape& row) {
    Handle data = open_array(group, name, memory_type<T>(), without_cache().get());
    const Shape shape = shape_of_array(data.get());
    expect_shape(group.place(name), shape, with_rows(any, row));
    return {std::move(data), shape, group.place(name)};
}

template <class T>
void Series<T>::write(std::int64_t first, std::span<const T> values) {
    if (values.empty()) return;
    assert(first >= 0 && static_cast<std::int64_t>(values.size()) % values_in_row() == 0);
    const std::int64_t count = static_cast<std::int64_t>(values.size()) / values_in_row();
    if (first + count > shape_[0]) {
        Shape grown = shape_;
        grown[0] = first + count;
        if (H5Dset_extent(data_.get(), extents(grown).data()) < 0) throw WriteError(place_, "grow");
        shape_ = grown;
    }
    Shape block = shape_;
    block[0] = count;
    const std::vector<hsize_t> lengths = extents(block);
    const Handle memory(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr),
                        H5Sclose);
    const Handle where = select_rows(data_.get(), shape_, first, count);
    if (H5Dwrite(data_.get(), memory_type<T>(), memory.get(), where.get(), H5P_DEFAULT, values.data()) < 0)
        throw WriteError(place_, "write");
}

template <class T>
void Series<T>::cut(std::int64_t rows) {
    assert(rows >= 0);
    if (rows >= shape_[0]) return;
    shape_[0] = rows;
    if (H5Dset_extent(data_.get(), extents(shape_).data()) < 0) throw WriteError(place_, "cut");
}

template <class T>
std::vector<T> Series<T>::read(std::int64_t first, std::int64_t count) const {
    if (first < 0 || count < 0 || first > shape_[0] || count > shape_[0] - first) {
        throw InputError(place_, "has " + std::to_string(shape_[0]) + " rows; there are no rows " +
                                     std::to_string(first) + " to " + std::to_string(first + count));
    }
    Shape block = shape_;
    block[0] = count;
    expect_size(place_, data_.get(), values_in(block), sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(values_in(block)));
    if (values.empty()) return values;
    const std::vector<hsize_t> lengths = extents(block);
    const Handle memory(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr),
                        H5Sclose);
    const Handle where = select_rows(data_.get(), shape_, first, count);
    if (H5Dread(data_.get(), memory_type<T>(), memory.get(), where.get(), H5P_DEFAULT, values.data()) < 0)
        throw InputError(place_, "cannot be read: " + last_reason());
    return values;
}

template <class T>
void Series<T>::expect_readable(std::int64_t rows) const {
    constexpr std::int64_t block = 1 << 17;  // values
    const std::int64_t some = std::max<std::int64_t>(1, block / std::max<std::int64_t>(1, values_in_row()));
    for (std::int64_t first = 0; first < rows; first += some) read(first, std::min(some, rows - first));
}

template <class T>
void Series<T>::flush() {
    if (H5Dflush(data_.get()) < 0) throw WriteError(place_, "write");
}

template <class T>
void Series<T>::refresh() {
    if (H5Drefresh(data_.get()) < 0) throw InputError(place_, "cannot be read again: " + last_reason());
    shape_ = shape_of_array(data_.get());
}

template class Series<std::uint8_t>;
template class Series<std::int32_t>;
template class Series<std::int64_t>;
template class Series<float>;
template class Series<double>;

}  // namespace drystone::hdf5

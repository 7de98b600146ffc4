#include "hdf5/sheet.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

Shape with_axes(std::int64_t rows, std::int64_t columns, const Shape& entry) {
    Shape shape{rows, columns};
    shape.insert(shape.end(), entry.begin(), entry.end());
    return shape;
}

/// The first columns of one row.
Handle select(hid_t data, const Shape& shape, std::int64_t row, std::int64_t columns) {
    Handle space(H5Dget_space(data), H5Sclose);
    std::vector<hsize_t> start(shape.size(), 0), lengths = extents(shape);
    start[0] = static_cast<hsize_t>(row);
    lengths[0] = 1;
    lengths[1] = static_cast<hsize_t>(columns);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, lengths.data(), nullptr);
    return space;
}

Handle in_memory(Shape shape, std::int64_t columns) {
    shape[0] = 1;
    shape[1] = columns;
    const std::vector<hsize_t> lengths = extents(shape);
    return {H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr), H5Sclose};
}

}  // namespace

template <class T>
std::int64_t Sheet<T>::values_in_entry() const {
    return values_in(Shape(shape_.begin() + 2, shape_.end()));
}

template <class T>
Sheet<T> Sheet<T>::make(const Group& group, const std::string& name, const Shape& entry,
                        const Storage& storage) {
    const Shape shape = with_axes(0, 0, entry);
    const std::vector<hsize_t> lengths = extents(shape);
    std::vector<hsize_t> most = lengths;
    most[0] = most[1] = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), most.data()),
                       H5Sclose);
    const Handle properties = creation_properties(storage);
    const T nothing = std::numeric_limits<T>::quiet_NaN();
    H5Pset_fill_value(properties.get(), memory_type<T>(), &nothing);
    Handle data(H5Dcreate2(group.id(), name.c_str(), file_type<T>(), space.get(), H5P_DEFAULT,
                           properties.get(), without_cache().get()),
                H5Dclose);
    if (!data.valid()) throw WriteError(group.place(name), "make the array");
    return {std::move(data), shape, group.place(name)};
}

template <class T>
Sheet<T> Sheet<T>::open(const Group& group, const std::string& name, const Shape& entry) {
    Handle data = open_array(group, name, memory_type<T>(), without_cache().get());
    const Shape shape = shape_of_array(data.get());
    expect_shape(group.place(name), shape, with_axes(any, any, entry));
    return {std::move(data), shape, group.place(name)};
}

template <class T>
void Sheet<T>::resize(const Shape& shape, const char* action) {
    if (shape == shape_) return;
    if (H5Dset_extent(data_.get(), extents(shape).data()) < 0) throw WriteError(place_, action);
    shape_ = shape;
}

template <class T>
void Sheet<T>::write(std::int64_t row, std::span<const T> values) {
    assert(row >= 0 && static_cast<std::int64_t>(values.size()) % values_in_entry() == 0);
    const std::int64_t columns = static_cast<std::int64_t>(values.size()) / values_in_entry();
    Shape grown = shape_;
    grown[0] = std::max(grown[0], row + 1);
    grown[1] = std::max(grown[1], columns);
    resize(grown, "grow");
    if (columns == 0) return;
    const Handle where = select(data_.get(), shape_, row, columns), memory = in_memory(shape_, columns);
    if (H5Dwrite(data_.get(), memory_type<T>(), memory.get(), where.get(), H5P_DEFAULT, values.data()) < 0)
        throw WriteError(place_, "write");
}

template <class T>
void Sheet<T>::cut(std::int64_t rows, std::int64_t columns) {
    assert(rows >= 0 && columns >= 0);
    Shape cut = shape_;
    cut[0] = std::min(cut[0], rows);
    cut[1] = std::min(cut[1], columns);
    resize(cut, "cut");
}

template <class T>
std::vector<T> Sheet<T>::read(std::int64_t row, std::int64_t columns) const {
    if (row < 0 || row >= shape_[0] || columns < 0 || columns > shape_[1]) {
        throw InputError(place_, "has " + std::to_string(shape_[0]) + " rows of " +
                                     std::to_string(shape_[1]) + "; there is no row " + std::to_string(row) +
                                     " of " + std::to_string(columns));
    }
    expect_size(place_, data_.get(), columns * values_in_entry(), sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(columns * values_in_entry()));
    if (values.empty()) return values;
    const Handle where = select(data_.get(), shape_, row, columns), memory = in_memory(shape_, columns);
    if (H5Dread(data_.get(), memory_type<T>(), memory.get(), where.get(), H5P_DEFAULT, values.data()) < 0)
        throw InputError(place_, "cannot be read: " + last_reason());
    return values;
}

template <class T>
void Sheet<T>::expect_readable(std::int64_t rows, std::int64_t columns) const {
    for (std::int64_t row = 0; row < rows; ++row) read(row, columns);
}

template <class T>
void Sheet<T>::refresh() {
    if (H5Drefresh(data_.get()) < 0) throw InputError(place_, "cannot be read again: " + last_reason());
    shape_ = shape_of_array(data_.get());
}

template class Sheet<float>;
template class Sheet<double>;

}  // namespace drystone::hdf5

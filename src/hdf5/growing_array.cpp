#include "hdf5/growing_array.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "hdf5/dataset.h"

namespace drystone::hdf5 {

namespace {

Handle simple_space(const Shape& lengths) {
    const std::vector<hsize_t> all = extents(lengths);
    return {H5Screate_simple(static_cast<int>(all.size()), all.data(), nullptr), H5Sclose};
}

/// The block of an array in its file.
Handle selected(hid_t data, const Shape& start, const Shape& lengths) {
    Handle space(H5Dget_space(data), H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, extents(start).data(), nullptr, extents(lengths).data(), nullptr);
    return space;
}

}  // namespace

Shape joined(Shape growing, const Shape& others) {
    growing.insert(growing.end(), others.begin(), others.end());
    return growing;
}

GrowingArray GrowingArray::make(const Group& group, const std::string& name, const Make& how) {
    const std::vector<hsize_t> lengths = extents(how.shape);
    std::vector<hsize_t> most = lengths;
    std::fill_n(most.begin(), how.growing, H5S_UNLIMITED);
    const Handle space(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), most.data()), H5Sclose);
    Handle data(H5Dcreate2(group.id(), name.c_str(), how.file_type, space.get(), H5P_DEFAULT, how.properties.get(),
                           without_cache().get()),
                H5Dclose);
    if (!data.valid()) throw WriteError(group.place(name), "make the array");
    return {std::move(data), how.shape, group.place(name)};
}

GrowingArray GrowingArray::open(const Group& group, const std::string& name, hid_t memory_type, const Shape& expected) {
    Handle data = open_array(group, name, memory_type, without_cache().get());
    const Shape shape = shape_of_array(data.get());
    expect_shape(group.place(name), shape, expected);
    return {std::move(data), shape, group.place(name)};
}

void GrowingArray::resize(const Shape& shape, const char* action) {
    assert(shape.size() == shape_.size());
    if (shape == shape_) return;
    if (H5Dset_extent(data_.get(), extents(shape).data()) < 0) throw WriteError(place_, action);
    shape_ = shape;
}

void GrowingArray::write(const Shape& start, const Shape& lengths, hid_t memory_type, const void* values) {
    const Handle where = selected(data_.get(), start, lengths), memory = simple_space(lengths);
    if (H5Dwrite(data_.get(), memory_type, memory.get(), where.get(), H5P_DEFAULT, values) < 0)
        throw WriteError(place_, "write");
}

void GrowingArray::read(const Shape& start, const Shape& lengths, hid_t memory_type, void* values) const {
    const Handle where = selected(data_.get(), start, lengths), memory = simple_space(lengths);
    if (H5Dread(data_.get(), memory_type, memory.get(), where.get(), H5P_DEFAULT, values) < 0)
        throw InputError(place_, "cannot be read: " + last_reason());
}

void GrowingArray::expect_room(std::int64_t values, std::size_t bytes_each) const {
    expect_size(place_, data_.get(), values, bytes_each);
}

void GrowingArray::flush() {
    if (H5Dflush(data_.get()) < 0) throw WriteError(place_, "write");
}

void GrowingArray::refresh() {
    if (H5Drefresh(data_.get()) < 0) throw InputError(place_, "cannot be read again: " + last_reason());
    shape_ = shape_of_array(data_.get());
}

}  // namespace drystone::hdf5

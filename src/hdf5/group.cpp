#include "hdf5/group.h"

#include <algorithm>

#include "core/input_error.h"
#include "hdf5/checksum.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

WriteError::WriteError(const std::string& place, const std::string& action)
    : std::runtime_error(place + ": cannot " + action + ": " + last_reason()) {}

std::string Group::place(const std::string& name) const {
    if (name.empty()) return path_.empty() ? file_ : file_ + ": " + path_;
    return file_ + ": " + path_ + "/" + name;
}

bool Group::has(const std::string& name) const {
    be_silent();
    return H5Lexists(id(), name.c_str(), H5P_DEFAULT) > 0 &&
           H5Oexists_by_name(id(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Group::names() const {
    std::vector<std::string> names;
    const auto keep = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
        static_cast<std::vector<std::string>*>(list)->emplace_back(name);
        return 0;
    };
    if (H5Literate(id(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, keep, &names) < 0)
        throw InputError(place(), "its contents cannot be listed: " + last_reason());
    std::sort(names.begin(), names.end());
    return names;
}

Group Group::group(const std::string& name) const {
    if (!has(name)) throw InputError(place(name), "is missing");
    Handle handle(H5Gopen2(id(), name.c_str(), H5P_DEFAULT), H5Gclose);
    if (!handle.valid()) throw InputError(place(name), "is not a group, or is damaged: " + last_reason());
    return {std::move(handle), file_, path_ + "/" + name};
}

Group Group::make_group(const std::string& name) const {
    Handle handle(H5Gcreate2(id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    if (!handle.valid()) throw WriteError(place(name), "make the group");
    return {std::move(handle), file_, path_ + "/" + name};
}

Shape Group::shape(const std::string& name) const {
    if (!has(name)) throw InputError(place(name), "is missing");
    const Handle data(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!data.valid()) throw InputError(place(name), "is not an array, or is damaged: " + last_reason());
    return shape_of_array(data.get());
}

namespace {

constexpr const char* checksum_name = "checksum";

void put_checksum(hid_t data, const std::string& place, std::uint64_t checksum) {
    const auto value = static_cast<std::int64_t>(checksum);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(data, checksum_name, file_type<std::int64_t>(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid() || H5Awrite(attribute.get(), memory_type<std::int64_t>(), &value) < 0) throw WriteError(place, "write the checksum");
}

template <class T>
void expect_checksum(hid_t data, const std::string& place, std::span<const T> values) {
    if (H5Aexists(data, checksum_name) <= 0) return;
    const Handle attribute(H5Aopen(data, checksum_name, H5P_DEFAULT), H5Aclose);
    std::int64_t kept = 0;
    if (!attribute.valid() || H5Aread(attribute.get(), memory_type<std::int64_t>(), &kept) < 0)
        throw InputError(place, "its checksum cannot be read: " + last_reason());
    if (static_cast<std::uint64_t>(kept) != checksum_of(values)) throw InputError(place, "is damaged: its checksum is another");
}

}  // namespace

template <class T>
Array<T> Group::read(const std::string& name) const {
    const Handle data = open_array(*this, name, memory_type<T>());
    Array<T> array{shape_of_array(data.get()), {}};
    const std::int64_t values = values_in(array.shape);
    expect_size(place(name), data.get(), values, sizeof(T));
    array.values.resize(static_cast<std::size_t>(values));
    if (values > 0 &&
        H5Dread(data.get(), memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, array.values.data()) < 0)
        throw InputError(place(name), "cannot be read: " + last_reason());
    expect_checksum<T>(data.get(), place(name), array.values);
    return array;
}

template <class T>
std::vector<T> Group::read(const std::string& name, const Shape& expected) const {
    const Handle data = open_array(*this, name, memory_type<T>());
    expect_shape(place(name), shape_of_array(data.get()), expected);
    return read<T>(name).values;
}

namespace {

template <class T>
Handle make_array(const Group& group, const std::string& name, const Shape& shape, const Storage& storage) {
    const std::vector<hsize_t> lengths = extents(shape);
    const Handle space(shape.empty()
                           ? H5Screate(H5S_SCALAR)
                           : H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr),
                       H5Sclose);
    const Handle properties = creation_properties(storage);
    Handle data(H5Dcreate2(group.id(), name.c_str(), file_type<T>(), space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), H5Dclose);
    if (!data.valid()) throw WriteError(group.place(name), "make the array");
    return data;
}

}  // namespace

template <class T>
void Group::write(const std::string& name, std::span<const T> values, const Shape& shape,
                  const Storage& storage) const {
    const Handle data = make_array<T>(*this, name, shape, storage);
    if (storage.checksum && storage.chunk.empty()) put_checksum(data.get(), place(name), checksum_of(values));
    if (!values.empty() &&
        H5Dwrite(data.get(), memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        throw WriteError(place(name), "write the array");
}

template <class T>
std::int64_t Group::make_room(const std::string& name, const Shape& shape, std::uint64_t checksum) const {
    const Handle data = make_array<T>(*this, name, shape, {.chunk = {}, .checksum = true});
    put_checksum(data.get(), place(name), checksum);
    if (values_in(shape) == 0) return -1;
    const haddr_t where = H5Dget_offset(data.get());
    if (where == HADDR_UNDEF) throw WriteError(place(name), "find the array's place");
    return static_cast<std::int64_t>(where);
}

#define DRYSTONE_HDF5_GROUP(T)                                                   \
    template Array<T> Group::read(const std::string&) const;                     \
    template std::vector<T> Group::read(const std::string&, const Shape&) const; \
    template void Group::write(const std::string&, std::span<const T>, const Shape&, const Storage&) const; \
    template std::int64_t Group::make_room<T>(const std::string&, const Shape&, std::uint64_t) const;
DRYSTONE_HDF5_GROUP(std::uint8_t)
DRYSTONE_HDF5_GROUP(std::int32_t)
DRYSTONE_HDF5_GROUP(std::int64_t)
DRYSTONE_HDF5_GROUP(float)
DRYSTONE_HDF5_GROUP(double)
#undef DRYSTONE_HDF5_GROUP

}  // namespace drystone::hdf5

#include "hdf5/same_arrays.h"

#include "core/input_error.h"
#include "hdf5/dataset.h"

namespace drystone::hdf5 {

namespace {

bool is_group(const Group& group, const std::string& name) {
    const Handle object(H5Oopen(group.id(), name.c_str(), H5P_DEFAULT), H5Oclose);
    return H5Iget_type(object.get()) == H5I_GROUP;
}

Handle open_any(const Group& group, const std::string& name) {
    return {H5Dopen2(group.id(), name.c_str(), H5P_DEFAULT), H5Dclose};
}

bool can_grow(hid_t data) {
    const Handle space(H5Dget_space(data), H5Sclose);
    hsize_t lengths[H5S_MAX_RANK], most[H5S_MAX_RANK];
    return H5Sget_simple_extent_dims(space.get(), lengths, most) > 0 && most[0] == H5S_UNLIMITED;
}

bool is_long_text(hid_t data) {
    const Handle type(H5Dget_type(data), H5Tclose);
    return H5Tis_variable_str(type.get()) > 0;
}

/// The numbers as they are stored.
std::vector<char> bytes_of(hid_t data, const std::string& place) {
    const Handle type(H5Dget_type(data), H5Tclose);
    const std::size_t each = H5Tget_size(type.get());
    const std::int64_t values = values_in(shape_of_array(data));
    expect_size(place, data, values, each);
    std::vector<char> bytes(static_cast<std::size_t>(values) * each);
    if (H5Dread(data, type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0)
        throw InputError(place, "cannot be read: " + last_reason());
    return bytes;
}

bool same_kind(hid_t a, hid_t b) {
    const Handle one(H5Dget_type(a), H5Tclose), other(H5Dget_type(b), H5Tclose);
    return H5Tequal(one.get(), other.get()) > 0 && shape_of_array(a) == shape_of_array(b);
}

bool same_array(const Group& found, const Group& expected, const std::string& name) {
    const Handle one = open_any(found, name), other = open_any(expected, name);
    if (!one.valid() || !same_kind(one.get(), other.get())) return false;
    if (is_long_text(other.get())) return found.read_text(name) == expected.read_text(name);
    return bytes_of(one.get(), found.place(name)) == bytes_of(other.get(), expected.place(name));
}

}  // namespace

void expect_same_arrays(const Group& found, const Group& expected) {
    for (const std::string& name : expected.names()) {
        if (is_group(expected, name)) {
            expect_same_arrays(found.group(name), expected.group(name));
        } else if (!can_grow(open_any(expected, name).get()) && !same_array(found, expected, name)) {
            throw InputError(found.place(name),
                             "is not what the run wrote: the file is damaged, or was changed since");
        }
    }
}

}  // namespace drystone::hdf5

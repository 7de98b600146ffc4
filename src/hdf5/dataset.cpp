#include "hdf5/dataset.h"

#include "core/input_error.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

constexpr std::int64_t most_per_byte = 1100;  // deflate packs 1032 zeros into a byte at most

}  // namespace

Handle open_array(const Group& group, const std::string& name, hid_t memory_type, hid_t access) {
    const std::string place = group.place(name);
    if (!group.has(name)) throw InputError(place, "is missing");
    Handle data(H5Dopen2(group.id(), name.c_str(), access), H5Dclose);
    if (!data.valid()) throw InputError(place, "is not an array, or is damaged: " + last_reason());
    const Handle type(H5Dget_type(data.get()), H5Tclose);
    if (!type.valid() || !can_be_read_as(type.get(), memory_type)) {
        throw InputError(place, "holds " + (type.valid() ? in_words(type.get()) : "something damaged") +
                                    ", expected " + in_words(memory_type));
    }
    return data;
}

Shape shape_of_array(hid_t data) {
    const Handle space(H5Dget_space(data), H5Sclose);
    return shape_of(space.get());
}

void expect_shape(const std::string& place, const Shape& found, const Shape& expected) {
    if (!fits(found, expected))
        throw InputError(place, "has the shape " + in_words(found) + ", expected " + in_words(expected));
}

void expect_size(const std::string& place, hid_t data, std::int64_t values, std::size_t bytes_each) {
    const Handle file(H5Iget_file_id(data), H5Fclose);
    hsize_t size = 0;
    if (H5Fget_filesize(file.get(), &size) < 0)
        throw InputError(place, "its file has no size: " + last_reason());
    const double most = static_cast<double>(size) * most_per_byte;
    if (values < 0 || static_cast<double>(values) * static_cast<double>(bytes_each) > most) {
        throw InputError(place,
                         "says it holds " + std::to_string(values) +
                             " values, more than its file has room for: the file is damaged or cut short");
    }
}

Handle creation_properties(const Storage& storage) {
    Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    if (storage.chunk.empty() && storage.checksum) {  // its place is known before it is filled, by whomever
        H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY);
        H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER);
    }
    if (storage.chunk.empty()) return properties;
    const std::vector<hsize_t> chunk = extents(storage.chunk);
    H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data());
    if (storage.checksum) H5Pset_fletcher32(properties.get());
    if (storage.deflate > 0) {
        H5Pset_shuffle(properties.get());
        H5Pset_deflate(properties.get(), static_cast<unsigned>(storage.deflate));
    }
    return properties;
}

Handle without_cache() {
    Handle properties(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(properties.get(), 0, 0, H5D_CHUNK_CACHE_W0_DEFAULT);
    return properties;
}

Handle text_type(std::size_t length) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), length);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    return type;
}

}  // namespace drystone::hdf5

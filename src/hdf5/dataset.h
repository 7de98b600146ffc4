#pragma once

#include "hdf5/group.h"

namespace drystone::hdf5 {

// What Group and Series share: opening and checking one array.

/// Opens the array and refuses a stored type that does not fit the one in memory. `access`: how, as the library wants it.
Handle open_array(const Group& group, const std::string& name, hid_t memory_type, hid_t access = H5P_DEFAULT);

Shape shape_of_array(hid_t data);

/// Refuses a shape other than the expected one.
void expect_shape(const std::string& place, const Shape& found, const Shape& expected);

/// Refuses an array that says it is larger than its file can be, which would exhaust the memory.
void expect_size(const std::string& place, hid_t data, std::int64_t values, std::size_t bytes_each);

/// How the array will be stored, as the library wants it.
Handle creation_properties(const Storage& storage);

/// Chunks are written once and read once: kept in memory they would grow with the rows, up to a megabyte an array.
Handle without_cache();

/// Text of so many bytes, UTF-8, filled up with zeros.
Handle text_type(std::size_t length);

}  // namespace drystone::hdf5

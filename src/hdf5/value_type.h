#pragma once

#include <cstdint>
#include <string>

#include <hdf5.h>

namespace drystone::hdf5 {

/// The types of numbers arrays hold: how each lies in memory, and on the disk (little-endian on every machine).
template <class T>
hid_t memory_type();
template <class T>
hid_t file_type();

template <>
inline hid_t memory_type<std::uint8_t>() {
    return H5T_NATIVE_UINT8;
}
template <>
inline hid_t memory_type<std::int32_t>() {
    return H5T_NATIVE_INT32;
}
template <>
inline hid_t memory_type<std::int64_t>() {
    return H5T_NATIVE_INT64;
}
template <>
inline hid_t memory_type<float>() {
    return H5T_NATIVE_FLOAT;
}
template <>
inline hid_t memory_type<double>() {
    return H5T_NATIVE_DOUBLE;
}

template <>
inline hid_t file_type<std::uint8_t>() {
    return H5T_STD_U8LE;
}
template <>
inline hid_t file_type<std::int32_t>() {
    return H5T_STD_I32LE;
}
template <>
inline hid_t file_type<std::int64_t>() {
    return H5T_STD_I64LE;
}
template <>
inline hid_t file_type<float>() {
    return H5T_IEEE_F32LE;
}
template <>
inline hid_t file_type<double>() {
    return H5T_IEEE_F64LE;
}

/// "32-bit whole numbers", "text": for messages.
std::string in_words(hid_t type);

/// Whether every value of the stored type fits the type in memory: whole numbers into whole numbers at least as wide,
/// real ones into real ones of any width (rounded). Nothing else is converted.
bool can_be_read_as(hid_t stored, hid_t memory);

}  // namespace drystone::hdf5

#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

std::string bits(hid_t type) { return std::to_string(8 * H5Tget_size(type)) + "-bit "; }

}  // namespace

std::string in_words(hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_INTEGER:
            return bits(type) + (H5Tget_sign(type) == H5T_SGN_NONE ? "unsigned " : "") + "whole numbers";
        case H5T_FLOAT:
            return bits(type) + "real numbers";
        case H5T_STRING:
            return "text";
        case H5T_COMPOUND:
            return "records";
        default:
            return "something else";
    }
}

bool can_be_read_as(hid_t stored, hid_t memory) {
    const H5T_class_t kind = H5Tget_class(stored);
    if (kind != H5Tget_class(memory)) return false;
    if (kind == H5T_FLOAT) return true;
    if (kind != H5T_INTEGER) return false;
    const bool stored_sign = H5Tget_sign(stored) != H5T_SGN_NONE;
    const bool memory_sign = H5Tget_sign(memory) != H5T_SGN_NONE;
    if (stored_sign && !memory_sign) return false;
    const std::size_t room = H5Tget_size(memory) - (memory_sign && !stored_sign ? 1 : 0);
    return H5Tget_size(stored) <= room;
}

}  // namespace drystone::hdf5

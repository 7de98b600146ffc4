#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hdf5.h>

namespace drystone::hdf5 {

/// Lengths along the axes, the slowest first. Where a shape is expected, `any` fits every length.
using Shape = std::vector<std::int64_t>;
constexpr std::int64_t any = -1;

std::string in_words(const Shape& shape);  // "(3, any)"
std::int64_t values_in(const Shape& shape);
bool fits(const Shape& found, const Shape& expected);

/// Of a dataspace; negative length where the library has none to give.
Shape shape_of(hid_t space);

/// As the library wants it.
std::vector<hsize_t> extents(const Shape& shape);

}  // namespace drystone::hdf5

#include "hdf5/shape.h"

#include <algorithm>
#include <cassert>

namespace drystone::hdf5 {

std::string in_words(const Shape& shape) {
    if (shape.empty()) return "a single value";
    std::string text;
    for (const std::int64_t length : shape) {
        text += text.empty() ? "(" : ", ";
        text += length == any ? "any" : std::to_string(length);
    }
    return text + ")";
}

std::int64_t values_in(const Shape& shape) {
    std::int64_t product = 1;
    for (const std::int64_t length : shape) product *= length;
    return product;
}

bool fits(const Shape& found, const Shape& expected) {
    assert(std::ranges::all_of(found, [](std::int64_t length) { return length >= 0; }));
    if (found.size() != expected.size()) return false;
    for (std::size_t k = 0; k < found.size(); ++k) {
        if (expected[k] != any && expected[k] != found[k]) return false;
    }
    return true;
}

Shape shape_of(hid_t space) {
    std::vector<hsize_t> lengths(H5S_MAX_RANK);
    const int rank = H5Sget_simple_extent_dims(space, lengths.data(), nullptr);
    return {lengths.begin(), lengths.begin() + (rank > 0 ? rank : 0)};
}

std::vector<hsize_t> extents(const Shape& shape) { return {shape.begin(), shape.end()}; }

}  // namespace drystone::hdf5

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/mat.h"

namespace drystone {

// The group /deformable of frames.h5: what writer and reader agree on. docs/results.md

/// Components of a symmetric tensor, in the order of the columns.
template <int D>
constexpr std::array<std::array<int, 2>, D*(D + 1) / 2> tensor_entries() {
    if constexpr (D == 2)
        return {{{0, 0}, {1, 1}, {0, 1}}};
    else
        return {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
}

/// Names of the components of a strain, and of a stress, which in the plane has the one across it as well.
inline std::vector<std::string> strain_components(int dimension) {
    if (dimension == 2) return {"xx", "yy", "xy"};
    return {"xx", "yy", "zz", "xy", "yz", "xz"};
}
inline std::vector<std::string> stress_components(int dimension) {
    std::vector<std::string> names = strain_components(dimension);
    if (dimension == 2) names.emplace_back("zz");
    return names;
}

template <int D, class T>
void put_symmetric(const Mat<D>& tensor, std::vector<T>& out) {
    for (const auto& [i, j] : tensor_entries<D>()) out.push_back(static_cast<T>(tensor[i][j]));
}

/// The mesh's types of elements have the numbers 0 to 3; this is a body of uniform strain as a whole.
constexpr std::uint8_t uniform_element = 4;

/// Corners of an element at most.
constexpr int most_corners(int dimension) { return dimension == 2 ? 4 : 8; }

}  // namespace drystone

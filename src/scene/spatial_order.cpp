#include "scene/spatial_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {

namespace {

/// Bits of each coordinate in turn, lowest first.
template <int D>
std::uint64_t interleave(const std::array<std::uint64_t, D>& cell) {
    constexpr int bits = 63 / D;
    std::uint64_t code = 0;
    for (int bit = 0; bit < bits; ++bit) {
        for (std::size_t i = 0; i < D; ++i) {
            code |= ((cell[i] >> bit) & 1u) << (static_cast<std::size_t>(bit) * D + i);
        }
    }
    return code;
}

}  // namespace

template <int D>
std::vector<int> spatial_order(const std::vector<Vec<D>>& points, const BoxRegion<D>& box, double cell) {
    constexpr double most = 0x1p21 - 1.0;  // cells along an axis that a code of 63 bits can tell apart in 3D
    std::vector<std::pair<std::uint64_t, int>> keys(points.size());
    for (std::size_t n = 0; n < points.size(); ++n) {
        std::array<std::uint64_t, D> at;
        for (int i = 0; i < D; ++i) {
            const double along = std::floor((points[n][i] - box.min[i]) / cell);
            at[static_cast<std::size_t>(i)] =
                static_cast<std::uint64_t>(std::min(most, std::max(0.0, along)));
        }
        keys[n] = {interleave<D>(at), static_cast<int>(n)};
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int> order(points.size());
    for (std::size_t n = 0; n < order.size(); ++n) order[n] = keys[n].second;
    return order;
}

template std::vector<int> spatial_order<2>(const std::vector<Vec<2>>&, const BoxRegion<2>&, double);
template std::vector<int> spatial_order<3>(const std::vector<Vec<3>>&, const BoxRegion<3>&, double);

}  // namespace drystone

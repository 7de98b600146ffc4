#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/morton.h"
#include "core/vec.h"

namespace drystone {

/// Sorts parts along a Morton curve over cells of their mean diameter: neighbours in space are neighbours in memory. A function
/// of places and radii alone, the same in other units.
template <int D>
void sort_by_place(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                   std::vector<int>& part) {
    if (part.empty()) return;
    Vec<D> low = centre[static_cast<std::size_t>(part[0])];
    double sum = 0.0;
    for (const int p : part) {
        for (int k = 0; k < D; ++k) low[k] = std::min(low[k], centre[static_cast<std::size_t>(p)][k]);
        sum += radius[static_cast<std::size_t>(p)];
    }
    const double cell = 2.0 * sum / static_cast<double>(part.size());
    const double last = std::ldexp(1.0, 62 / D) - 1.0;
    std::vector<std::pair<std::uint64_t, int>> keyed;
    keyed.reserve(part.size());
    for (const int p : part) {
        std::uint64_t key = 0;
        for (int k = 0; k < D; ++k) {
            const double at = (centre[static_cast<std::size_t>(p)][k] - low[k]) / cell;
            // Not finite: anywhere, but the same place every time.
            const double inside = at >= 0.0 ? std::min(at, last) : 0.0;
            key |= spread_bits<D>(static_cast<std::uint64_t>(inside)) << k;
        }
        keyed.emplace_back(key, p);
    }
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = keyed[i].second;
}

}  // namespace drystone

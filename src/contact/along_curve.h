#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/morton.h"
#include "core/on_device.h"
#include "core/vec.h"

namespace drystone {

/// Of places; nothing yet.
struct PlaceBounds {
    static constexpr double far = std::numeric_limits<double>::infinity();
    std::array<double, 3> low = {far, far, far}, high = {-far, -far, -far};

    DRYSTONE_ON_DEVICE PlaceBounds& operator+=(const PlaceBounds& other) {
        for (std::size_t k = 0; k < low.size(); ++k) {
            low[k] = std::min(low[k], other.low[k]);
            high[k] = std::max(high[k], other.high[k]);
        }
        return *this;
    }
};

constexpr int curve_bits = 16;  // of each coordinate along Morton's curve
constexpr double last_cell = (1 << curve_bits) - 1;

/// A cube of a power of two around all places, so that bodies that hardly move hardly change their numbers.
template <int D>
struct CurveCube {
    Vec<D> corner{};
    double per_cell = 0.0;

    DRYSTONE_ON_DEVICE explicit CurveCube(const PlaceBounds& bounds) {
        constexpr double off_lattices = 0.381966;  // cells: regular walls would stand on their borders
        const std::array<double, 3>&low = bounds.low, &high = bounds.high;
        double extent = 0.0;
        for (std::size_t k = 0; k < D; ++k) extent = std::max(extent, high[k] - low[k]);
        int exponent = 0;
        std::frexp(extent, &exponent);
        if (!(extent > 0.0) || !std::isfinite(extent)) return;  // all cells are one
        per_cell = std::ldexp(1.0, curve_bits - 1 - exponent);
        for (std::size_t k = 0; k < D; ++k) corner[static_cast<int>(k)] = low[k] - off_lattices / per_cell;
    }

    DRYSTONE_ON_DEVICE std::uint64_t along_curve(const Vec<D>& x) const {
        std::uint64_t out = 0;
        for (int k = 0; k < D; ++k) {
            const double cell = per_cell * (x[k] - corner[k]);
            const double within = !(cell > 0.0) ? 0.0 : cell < last_cell ? cell : last_cell;  // 0 for NaN; by value, for a GPU's sake
            out |= spread_bits<D>(static_cast<std::uint64_t>(within)) << k;
        }
        return out;
    }
};

}  // namespace drystone

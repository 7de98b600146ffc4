#pragma once

#include <cmath>
#include <cstddef>

namespace drystone {

/// Of one number over the runs that converged.
struct Spread {
    double low = 0.0;
    double high = 0.0;
    double mean = 0.0;
    double deviation = 0.0;  // standard, with n - 1; 0 of a single run

    bool operator==(const Spread&) const = default;
};

/// Of value(0) .. value(count - 1), in two passes: a deviation far below the mean keeps its digits.
template <class Value>
Spread spread_of(std::size_t count, const Value& value) {
    Spread out;
    if (count == 0) return out;
    double sum = 0.0, squares = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        const double x = value(k);
        if (k == 0 || x < out.low) out.low = x;
        if (k == 0 || x > out.high) out.high = x;
        sum += x;
    }
    out.mean = sum / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k) {
        const double off = value(k) - out.mean;
        squares += off * off;
    }
    if (count > 1) out.deviation = std::sqrt(squares / static_cast<double>(count - 1));
    return out;
}

}  // namespace drystone

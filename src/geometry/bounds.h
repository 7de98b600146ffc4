#pragma once

#include <algorithm>

#include "core/vec.h"

namespace drystone {

template <int D>
struct Bounds {
    Vec<D> low{};   // [m]
    Vec<D> high{};  // [m]
};

/// So that it holds x, too.
template <int D>
void extend(Bounds<D>& box, const Vec<D>& x) {
    for (int i = 0; i < D; ++i) {
        box.low[i] = std::min(box.low[i], x[i]);
        box.high[i] = std::max(box.high[i], x[i]);
    }
}

/// |x - y|^2 of the nearest y in the box [m2].
template <int D>
double square_to(const Bounds<D>& box, const Vec<D>& x) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) {
        const double beyond = std::max({box.low[i] - x[i], x[i] - box.high[i], 0.0});
        sum += beyond * beyond;
    }
    return sum;
}

}  // namespace drystone

#pragma once

#include "core/on_device.h"
#include "narrowphase/touch.h"

namespace drystone {

/// Two balls a, b: d = c_b - c_a,
///
///     gap = |d| - (r_a + r_b),   n = d / |d|,   point = c_a + r_a / (r_a + r_b) d
///
/// Only differences of places enter, so the gap is as good far from the origin as the places are. Concentric
/// balls have no line of centres: their normal is the first axis.
template <int D>
[[gnu::always_inline]] DRYSTONE_ON_DEVICE inline Touch<D> ball_ball(const Vec<D>& centre_a, double radius_a, const Vec<D>& centre_b, double radius_b) {
    const Vec<D> d = centre_b - centre_a;
    const double distance = norm(d), sum = radius_a + radius_b;
    return {.gap = distance - sum,
            .normal = distance > 0.0 ? (1.0 / distance) * d : Vec<D>::axis(0),
            .point = centre_a + (radius_a / sum) * d};
}

}  // namespace drystone

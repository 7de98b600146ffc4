#pragma once

#include <algorithm>
#include <limits>

namespace drystone {

// What counts as flat and as equal between convex shapes: angles, and fractions of the shapes' sizes.

constexpr double always_flat = 1.0 / 64.0;  // sine of the tilt between a face and the common plane
constexpr double never_flat = 0.5;          // the same, however far the reach

/// A face tilted by less against the common plane stands for its contact as a whole: the gap grows by less
/// than the reach over the size of the smaller shape.
inline double flat_limit(double reach, double size) {
    return std::max(always_flat, std::min(never_flat, reach / size));
}

/// Lengths that count as equal: a fraction of the smaller shape's size, and the rounding of all lengths at
/// hand.
inline double equal_within(double smaller_size, double all_lengths) {
    return 1e-11 * smaller_size + 64.0 * std::numeric_limits<double>::epsilon() * all_lengths;
}

/// Corners and edges of two faces that come this near each other, as a fraction of the smaller size, coincide: stones that
/// were laid flush keep the same contact points while they creep by what a solver leaves undone.
constexpr double corner_snap = 1e-7;

/// Distances below so many tolerances have no direction of their own.
constexpr double noise = 8.0;

/// Directions equally near the line of middles, as a fraction of its length.
constexpr double same_direction = 1e-9;

}  // namespace drystone

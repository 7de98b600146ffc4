#pragma once

#include <algorithm>
#include <limits>

#include "core/on_device.h"

namespace drystone {

// What counts as flat and as equal between convex shapes: angles, and fractions of the shapes' sizes.

constexpr double always_flat = 1.0 / 64.0;  // sine of the tilt between a face and the common plane
constexpr double never_flat = 0.5;          // the same, however far the reach

/// A face tilted by less against the common plane stands for its contact as a whole: the gap grows by less
/// than the reach over the size of the smaller shape.
DRYSTONE_ON_DEVICE inline double flat_limit(double reach, double size) {
    const double tilt = reach / size < never_flat ? reach / size : never_flat;
    return tilt > always_flat ? tilt : always_flat;
}

/// Lengths that are equal but for rounding, of a search that goes on until they are: a fraction of the smaller shape's size.
DRYSTONE_ON_DEVICE inline double equal_within(double smaller_size, double all_lengths) {
    return 1e-11 * smaller_size + 64.0 * std::numeric_limits<double>::epsilon() * all_lengths;
}

constexpr double flush_size = 1e-6;       // fraction of the smaller size below which lengths are flush
constexpr double flush_thickness = 1e-3;  // the same of the smaller thickness, for slivers

/// Lengths that count as equal where features meet: corners and edges of two faces that come this near coincide, normals that
/// leave as much but for this are equally good. Far above rounding: stones that were laid flush creep by what a solver leaves
/// undone, about tolerance * g h^2 a step, and keep their contact points meanwhile.
DRYSTONE_ON_DEVICE inline double flush_within(double size, double thickness, double all_lengths) {
    return std::min(flush_size * size, flush_thickness * thickness) + equal_within(0.0, all_lengths);
}

/// Distances below so many tolerances have no direction of their own.
constexpr double noise = 2.0;

/// Directions equally near the line of middles, as a fraction of its length.
constexpr double same_direction = 1e-5;

}  // namespace drystone

#pragma once

#include "fields/grains.h"
#include "fields/measured.h"

namespace drystone {

/// Grains by slices across an axis, each in that of its centre: how many, their mass, mean velocity (by mass) and granular temperature,
/// <|v - mean|^2> / D. Slices are equal and reach from the first centre to the last; counts and masses add up to those of all.
/// Columns: x (the middle of the slice), count, mass, velocity.x, .., granular_temperature.
Measured profile_of(const Grains& grains, int axis, int slices);

}  // namespace drystone

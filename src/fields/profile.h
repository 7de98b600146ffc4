#pragma once

#include "fields/measured.h"
#include "granular/assembly.h"

namespace drystone {

/// Grains by slices across a direction, each in that of its centre: how many, their mass, mean velocity (by mass), granular temperature,
/// <|v - mean|^2> / D, and their stress by internal moments over the volume of the slice. Slices are equal and reach from the first centre to the last, in a cell that
/// repeats along the direction from side to side; across, they are as wide as the box about the grains, or the cell. Counts, masses and
/// moments add up to those of all.
/// Columns: x (the middle of the slice, along the direction), count, mass, velocity.x, .., granular_temperature, solid_fraction (volumes of the grains whose
/// centre is there), stress.xx, ..
struct ProfileAsk {
    Vec<3> direction{};  // unit
    int slices = 20;
};
Measured profile_of(const Assembly& assembly, const ProfileAsk& ask);

}  // namespace drystone

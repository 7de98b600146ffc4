#pragma once

#include <span>
#include <vector>

#include "geometry/shape.h"

namespace drystone {

/// All that a geometry is, as numbers: read again it is the same to the bit, what was computed of hulls included.
template <int D>
std::vector<double> numbers_of(const Geometry<D>& geometry);

/// The way back. InputError for what no geometry gave.
template <int D>
Geometry<D> geometry_of(std::span<const double> numbers);

}  // namespace drystone

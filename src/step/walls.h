#pragma once

#include <cstdint>
#include <vector>

#include "step/world.h"

namespace drystone {

/// (bodies)  1: a wall, at which lines of force end and which statistics of grains leave out. Walls are
///
///     bodies that no contact moves: fixed, or driven in every direction;
///     bodies with a plane or a drum among their parts, which have no centre worth a line;
///     bodies held or driven where the freest body of the scene is free, such as pistons and plates of a shear cell.
///
/// What every body is held in makes no wall: grains on a rail, blocks kept in their plane. A single ball that is only kept
/// from turning is a grain.
template <int D>
std::vector<std::uint8_t> walls_of(const World<D>& world);

}  // namespace drystone

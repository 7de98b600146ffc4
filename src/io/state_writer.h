#pragma once

#include <string>

namespace drystone {

template <int D>
struct World;

/// The state a run ended in, as four tables in the folder:
///
///     bodies.csv    one row per body: its number, name, group, material, shape and motion, and whether it is a wall
///     parts.csv     one row per ball, plane or drum of a body, placed in the world
///     contacts.csv  one row per contact of the last step; the force acts on body_b, minus it on body_a
///     joints.csv    one row per pair of bodies in contact (measure/joints.h)
///     links.csv     one row per link, where there are any
///
/// Contact points, normals and gaps are those of detection, in the middle (moreau) or at the start (euler) of
/// the last step; everything else is at its end. Each file appears whole or not at all.
template <int D>
void write_state(const World<D>& world, double h, const std::string& folder);

}  // namespace drystone

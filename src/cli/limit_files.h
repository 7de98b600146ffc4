#pragma once

#include <string>
#include <vector>

#include "step/world.h"

namespace drystone {

/// forces.csv: a row per contact of the world's first problem. `force`: on the second body, world axes [N], [N m].
template <int D>
std::string forces_csv(const World<D>& world, double step, const std::vector<Twist<D>>& force);

/// forces.svg: the bodies, and through every contact a line as wide as its force. In space seen obliquely, along y.
template <int D>
std::string forces_svg(const World<D>& world, const std::vector<Twist<D>>& force, const std::string& title);

/// mechanism.svg: the bodies where they are, faint, and moved on along their velocities, magnified, with arrows.
template <int D>
std::string mechanism_svg(const World<D>& world, const std::vector<Twist<D>>& velocity, const std::string& title);

}  // namespace drystone

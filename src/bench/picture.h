#pragma once

#include <string>
#include <vector>

#include "bench/curve.h"

namespace drystone {

/// The curves as an SVG: one panel a problem, residual reached over seconds, both by powers of ten, one line a method. A
/// tolerance that was not reached is an open mark.
std::string in_svg(const std::vector<Curve>& curves);

}  // namespace drystone

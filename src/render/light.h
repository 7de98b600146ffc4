#pragma once

#include <algorithm>

#include "render/drawing.h"

namespace drystone::render {

constexpr double darkest = 0.42;

/// Light from above left of the eye; n: outward normal in view axes. Never below `darkest` of the colour and never above it.
inline Colour lit(const Colour& colour, const Vec<3>& n) {
    constexpr Vec<3> light{{-0.3046, 0.3917, 0.8682}};
    const double key = std::max(0.0, dot(n, light));
    return mix({0.0, 0.0, 0.0}, colour, darkest + (1.0 - darkest) * key);
}

/// The line around a thing.
constexpr Colour outlined(const Colour& colour) { return mix(colour, {0.0, 0.0, 0.0}, 0.55); }

}  // namespace drystone::render

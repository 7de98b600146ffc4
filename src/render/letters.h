#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace drystone::render {

inline constexpr double capital_height = 0.7;  // of most fonts [em]

/// A line of text as strokes from (x, y) to (x, y) in units of the letters' height, baseline at y = 0, y upwards. A letter
/// that the font does not have is a box.
std::vector<std::array<double, 4>> strokes_of(std::string_view text);

}  // namespace drystone::render

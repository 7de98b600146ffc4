#pragma once

#include <cstdint>
#include <vector>

namespace drystone::render {

/// Pixels by rows from the top, three bytes each: red, green, blue (sRGB).
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    const std::uint8_t* at(int x, int y) const { return &rgb[3 * (static_cast<std::size_t>(y) * width + x)]; }
    bool operator==(const Image&) const = default;
};

}  // namespace drystone::render

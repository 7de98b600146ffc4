#pragma once

#include <cstdint>

namespace drystone {

/// The bits of x, every D-th, the lowest first: x0 0 (0) x1 0 (0) ... Shifted by one (and two) and or-ed they make the key of a place
/// along Morton's curve. For x below 2^32 in the plane, below 2^21 in space.
template <int D>
constexpr std::uint64_t spread_bits(std::uint64_t x) {
    static_assert(D == 2 || D == 3);
    if constexpr (D == 2) {
        x = (x | x << 16) & 0x0000FFFF0000FFFF;
        x = (x | x << 8) & 0x00FF00FF00FF00FF;
        x = (x | x << 4) & 0x0F0F0F0F0F0F0F0F;
        x = (x | x << 2) & 0x3333333333333333;
        return (x | x << 1) & 0x5555555555555555;
    } else {
        x = (x | x << 32) & 0x001F00000000FFFF;
        x = (x | x << 16) & 0x001F0000FF0000FF;
        x = (x | x << 8) & 0x100F00F00F00F00F;
        x = (x | x << 4) & 0x10C30C30C30C30C3;
        return (x | x << 2) & 0x1249249249249249;
    }
}

}  // namespace drystone

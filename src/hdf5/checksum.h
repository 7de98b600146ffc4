#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

namespace drystone::hdf5 {

/// Of values x_i the sum of m(x_i, i) modulo 2^64, m a mixing of both (Steele, Lea and Flood 2014, "SplitMix64"): whoever has some of an array, from
/// `first` on, adds its share, in any order.
template <class T>
std::uint64_t checksum_of(std::span<const T> values, std::int64_t first = 0) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
    std::uint64_t sum = 0, place = odd * static_cast<std::uint64_t>(first);
    for (const T value : values) {
        place += odd;
        std::uint64_t z = place;
        if constexpr (std::is_integral_v<T>) {
            z += static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        } else {
            z += std::bit_cast<std::uint64_t>(static_cast<double>(value));
        }
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        sum += z ^ (z >> 31);
    }
    return sum;
}

}  // namespace drystone::hdf5

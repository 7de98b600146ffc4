#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// Where two parts touch or nearly touch.
///
/// The normal points from part a to part b (a < b). gap > 0: apart; < 0: overlapping. One point serves both
/// bodies' lever arms, so that angular momentum is conserved: of two balls it divides the line of centres in
/// the ratio of the radii, (r_a c_b + r_b c_a) / (r_a + r_b); on a plane or drum it is the ball's own surface
/// point c - r n (the limit of an infinitely large partner).
template <int D>
struct ContactPoint {
    int a = 0;                  // part
    int b = 0;                  // part
    std::uint32_t feature = 0;  // tells several points of one pair apart; stable from step to step
    int layer = 0;              // of a law with several: the same point once more
    Vec<D> point{};             // world [m]
    Vec<D> normal{};            // world, unit, a -> b
    double gap = 0.0;           // [m]
    double area = 0.0;          // of the surface the point stands for [m2], 2D [m]; 0 for round bodies
    int element_a = -1;         // of a deformable body with a mesh: the element whose nodes take the impulse
    int element_b = -1;
    std::array<int, D> image{};  // in a cell that repeats: part b is seen at its place + E image; `point` is where part a is
};

/// The identity of a contact of a ball with a ball, plane or drum where nothing repeats: 8 bytes instead of the 104 of a point in space.
class ContactName {
  public:
    static constexpr std::uint32_t most_features = 4;

    ContactName() = default;
    ContactName(int part_a, int part_b, std::uint32_t feature)
        : a_(static_cast<std::uint32_t>(part_a) | (feature & 1u ? bit : 0u)), b_(static_cast<std::uint32_t>(part_b) | (feature & 2u ? bit : 0u)) {
        assert(part_a >= 0 && part_b >= 0 && feature < most_features);
    }

    int a() const { return static_cast<int>(a_ & ~bit); }  // part
    int b() const { return static_cast<int>(b_ & ~bit); }  // part
    std::uint32_t feature() const { return (a_ >> 31) | (b_ >> 31) << 1; }
    bool operator==(const ContactName&) const = default;

  private:
    static constexpr std::uint32_t bit = 1u << 31;  // of each: of the feature
    std::uint32_t a_ = 0, b_ = 0;
};

}  // namespace drystone

#pragma once

#include <array>
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

/// The identity of a contact where nothing repeats: 16 bytes instead of the 104 of a point in space.
struct ContactName {
    int a = 0, b = 0;  // parts
    std::uint32_t feature = 0;
    int layer = 0;
};

}  // namespace drystone

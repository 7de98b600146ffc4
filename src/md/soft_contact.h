#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/mat.h"
#include "laws/spring.h"

namespace drystone {

/// The memory of a contact by its identity, as lists are rebuilt and checkpoints keep it: of part b relative to part a < b.
template <int D>
struct SoftContact {
    int a = 0;
    int b = 0;
    std::uint32_t feature = 0;
    SpringMemory<D> memory{};
    std::array<int, D> image{};  // of b, in a cell that repeats
};

/// All that soft grains add to what a world's future depends on.
template <int D>
struct SoftState {
    std::vector<Twist<D>>
        push;  // (bodies, or none before the first step)  contact forces at `time` [N], [N m]
    std::vector<SoftContact<D>> contacts;  // by (a, b, image, feature)
    Mat<D> pull{};                         // in a cell that repeats: sum f b of these forces [J]
};

/// Sums over contacts and sub-steps.
struct SoftTally {
    double impact = 0.0;       // taken by normal dashpots [J]
    double friction = 0.0;     // by sliders and tangential dashpots [J]
    double work = 0.0;         // of contact forces on grains, from the kicks [J]
    double gravity = 0.0;      // what gravity's kicks and its potential differ by [J]
    double max_overlap = 0.0;  // [m]
    long pairs = 0;            // pairs looked at
    long contacts = 0;         // of these, touching: force evaluations
    long deep = 0;             // of these, deeper than `too_deep` of the smaller radius
    bool moved = false;        // something left its margin: the list is due

    SoftTally& operator+=(const SoftTally& other) {
        impact += other.impact;
        friction += other.friction;
        work += other.work;
        gravity += other.gravity;
        max_overlap = other.max_overlap > max_overlap ? other.max_overlap : max_overlap;
        pairs += other.pairs;
        contacts += other.contacts;
        deep += other.deep;
        moved = moved || other.moved;
        return *this;
    }
};

/// An overlap beyond this fraction of the smaller radius is counted: the spring is too soft for what is asked of it.
constexpr double too_deep = 0.1;

}  // namespace drystone

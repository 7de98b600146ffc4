#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// Boxes on top of each other, for leaning and overhanging piles. The centre of the base, or of the ground
/// under the pile, is at the origin; block 0 begins at height 0.
struct StackParameters {
    std::vector<Vec<3>> sizes;    // along x, along y, height [m], from below; the plane takes no y. One size
                                  // and a count stand for equal blocks
    int count = 0;                // of equal blocks; 0: as many as sizes
    std::vector<Vec<2>> offsets;  // of a block's centre from the one below, or from the base, along x and y
                                  // [m]; empty: none
    double harmonic = 0.0;  // instead of offsets, of equal blocks: the k-th from the top is pushed out by
                            // harmonic * length / (2 k) along x; 1 is the brink of falling
    bool base = false;      // a fixed block of the lowest one's size below
};

/// Parts: "base", then "k" from 0 below.
template <int D>
std::vector<Block<D>> stack(const StackParameters& parameters);

}  // namespace drystone::masonry

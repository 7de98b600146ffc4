#pragma once

#include <span>

#include "step/world.h"

namespace drystone {

// Detection in a cell that repeats, docs/theory.md section 16: parts against images of parts, broadphase/cell_neighbours.h.

/// Pairs of parts that are near each other, in a cell or without one.
template <int D>
std::span<const PartPair> near_pairs(const World<D>& world) {
    return world.cell_model.is_there ? world.images.pairs() : world.neighbours.pairs();
}

/// As list_pairs().
template <int D>
bool list_pairs_in_cell(World<D>& world, ThreadPool& pool);

/// Fills contacts.point at the present places. A ball that touches its own image is there only where stresses may change the cell: else
/// nothing it could do would change what it feels.
template <int D>
void find_in_cell(World<D>& world, ThreadPool& pool);

/// |L| + h V |s| / I of a cell that deforms.
template <int D>
double cell_rate(const World<D>& world, double h);

/// What it adds to how fast a part's surface may come nearer to what it is near to: that times r.
template <int D>
double cell_speed(const World<D>& world, double h, int p);

}  // namespace drystone

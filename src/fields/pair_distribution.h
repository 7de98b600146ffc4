#pragma once

#include "fields/measured.h"
#include "granular/grains.h"

namespace drystone {

/// g(r) of the centres: pairs at a distance in [r - dr/2, r + dr/2] over those that as many points dealt out evenly in the same box would have,
/// N (N - 1) / 2 times the integral of f over the bin,
///
///     f(r) = 2 pi r (1 - 2/pi r (k_x + k_y) + 1/pi r^2 k_x k_y) / V                                                                 in the plane
///     f(r) = 4 pi r^2 (1 - 1/2 r (k_x + k_y + k_z) + 2/(3 pi) r^2 (k_x k_y + k_y k_z + k_z k_x) - 1/(4 pi) r^3 k_x k_y k_z) / V     in space
///
/// k = 1 / edge, or 0 along what repeats: f is the density of distances in a box, exact up to its least edge that does not repeat. No margin is lost, and
/// nothing drops at the sides. The box is that of the centres, or of the cell. `farthest` is cut to the least edge and to half the least width of what
/// repeats. Columns: r, g.
Measured pair_distribution(const GrainList& grains, double farthest, int bins);

/// A box in which points are dealt out.
struct PairBox {
    int dimension = 3;
    double volume = 1.0;
    Vec<3> inverse_edge{};  // 0 along what repeats [1/m]
};

/// The integral of f from 0 to r.
double share_of_pairs(const PairBox& box, double r);

}  // namespace drystone

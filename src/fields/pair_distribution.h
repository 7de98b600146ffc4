#pragma once

#include "fields/grains.h"
#include "fields/measured.h"

namespace drystone {

/// g(r) of the centres: pairs at a distance in [r - dr/2, r + dr/2] over those that as many points dealt out evenly in the same box would have,
///
///     N (N - 1) / 2 times the integral of f over the bin
///     f(r) = 2 r (pi a b - 2 r (a + b) + r^2) / (a b)^2                                                      in the plane
///     f(r) = 4 pi r^2 (a b c - r (a b + b c + c a) / 2 + 2 r^2 (a + b + c) / (3 pi) - r^3 / (4 pi)) / (a b c)^2   in space
///
/// f is the density of distances in a box of edges a, b (, c), exact up to its least edge: no margin is lost, and nothing drops at the sides.
/// The box is that of the centres; `farthest` is cut to its least edge. Columns: r, g.
Measured pair_distribution(const Grains& grains, double farthest, int bins);

/// The integral of f from 0 to r.
double share_of_pairs(const Vec<3>& edges, int dimension, double r);

}  // namespace drystone

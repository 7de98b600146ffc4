#pragma once

#include <cmath>

#include "core/space.h"

namespace drystone {

/// The cell of the same lattice whose shears are within half an edge: edge by edge, those before it are taken off. What looks at a cell that
/// has been sheared for long looks at this one.
template <int D>
Space<D> reduced(const Space<D>& space) {
    if (!space.repeats()) return space;
    Mat<D> edges = space.edges();
    std::array<bool, D> periodic;
    for (int j = 0; j < D; ++j) periodic[static_cast<std::size_t>(j)] = space.repeats_along(j);
    for (int j = 1; j < D; ++j) {
        for (int i = j - 1; i >= 0; --i) {
            if (!space.repeats_along(i) || !space.repeats_along(j)) continue;
            const double n = std::round(edges[i][j] / edges[i][i]);
            for (int row = 0; row <= i; ++row) edges[row][j] -= n * edges[row][i];
        }
    }
    return {space.origin(), edges, periodic};
}

/// The image of x between the edges: E^-1 (x - o) is in [0, 1) along those that repeat. (Space::wrap() has another cell of the lattice where it
/// is sheared, as high and as wide but upright.)
template <int D>
Vec<D> between_edges(const Space<D>& space, const Vec<D>& x) {
    if (!space.repeats()) return x;
    const Vec<D> place = inverse(space.edges()) * (x - space.origin());
    std::array<int, D> k{};
    for (int j = 0; j < D; ++j) {
        if (space.repeats_along(j)) k[static_cast<std::size_t>(j)] = static_cast<int>(std::floor(place[j]));
    }
    return x - space.shift(k);
}

/// Its corners: bit j of a corner's number says whether edge j leads to it.
template <int D>
std::array<Vec<D>, (1 << D)> corners(const Space<D>& space) {
    std::array<Vec<D>, (1 << D)> out;
    for (unsigned k = 0; k < out.size(); ++k) {
        out[k] = space.origin();
        for (int j = 0; j < D; ++j) {
            if (k >> j & 1U)
                for (int i = 0; i <= j; ++i) out[k][i] += space.edges()[i][j];
        }
    }
    return out;
}

}  // namespace drystone

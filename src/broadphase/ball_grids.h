#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/workbench.h"
#include "geometry/parts.h"

namespace drystone {

/// A ball as the search sees it: swollen by its margin.
template <int D>
struct GridBall {
    Vec<D> centre{};
    double radius = 0.0;  // ball + margin [m]
    int part = 0;
    int owner = 0;  // body; ~body if impulses cannot move it
};

/// One size class and its regular grid. All radii lie within a factor of two (but for the smallest class,
/// which takes everything below), and the cell is the largest diameter: balls that meet sit in the same or in
/// adjacent cells.
///
///     key = sum_k (1 + cell coordinate_k) stride_k,    stride_0 = 1
///
/// A window of at most 2^62 cells is numbered, with an empty one between rows, so that key +- 1 is never
/// another row's cell. A ball outside counts as in the nearest cell of the window: clamping keeps neighbours
/// neighbours.
template <int D>
struct GridLevel {
    Vec<D> low{}, high{};          // bounds of the centres [m]
    double max_radius = 0.0;       // of the swollen balls [m]
    double cell = 0.0;             // edge [m]
    Vec<D> origin{};               // lower corner of the window [m]
    std::array<double, D> last{};  // highest cell coordinate, a whole number
    std::array<std::uint64_t, D> stride{};
    std::size_t begin = 0, end = 0;  // its balls in BallGrids::ball

    std::uint64_t coordinate(double x, int k) const {
        const auto axis = static_cast<std::size_t>(k);
        return 1 + static_cast<std::uint64_t>(std::clamp((x - origin[k]) / cell, 0.0, last[axis]));
    }

    std::uint64_t key(const Vec<D>& x) const {
        std::uint64_t sum = 0;
        for (int k = 0; k < D; ++k) sum += coordinate(x[k], k) * stride[static_cast<std::size_t>(k)];
        return sum;
    }

    std::size_t size() const { return end - begin; }
};

/// Where a ball goes, while it is being sorted.
struct GridItem {
    std::uint64_t key = 0;
    int part = 0;
    int level = 0;
};

/// All balls in the order of (level, key): the hierarchy of grids, coarsest first.
template <int D>
struct BallGrids {
    std::vector<GridLevel<D>> level;
    std::span<GridBall<D>> ball;
    std::span<std::uint64_t> key;  // (balls)

    // Scratch
    std::vector<std::vector<GridLevel<D>>> measured;  // (shares x size classes)  bounds, end = count
    std::vector<double> coordinate;                   // (balls of a level)  to find a median
};

/// Balls of `parts` as they stood when they were listed, and how much each is swollen.
template <int D>
struct SwollenBalls {
    const Parts<D>& parts;
    std::span<const Vec<D>> centre;
    std::span<const double> margin;
};

/// Sorts balls into their grids, which are there as long as `use` is.
/// Balls whose place or size is not finite, or whose margin is negative, are left out.
template <int D>
void sort_into_grids(const SwollenBalls<D>& balls, ThreadPool& pool, const Workbench::Use& use, BallGrids<D>& grids);

}  // namespace drystone

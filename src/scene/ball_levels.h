#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "scene/region.h"

namespace drystone {

/// Balls in a region's bounding box, to be found by place: a grid of cells per power of two of radius, so
/// that a wide spread of sizes costs no more than equal ones. Balls whose centre is outside the box sit in
/// its border cells.
template <int D>
class BallLevels {
  public:
    BallLevels(const BoxRegion<D>& box, std::span<const double> radii);

    void clear();
    void insert(int ball, const Vec<D>& centre);

    int level(int ball) const { return level_of_[static_cast<std::size_t>(ball)]; }
    int levels() const { return static_cast<int>(levels_.size()); }
    double largest(int level) const { return levels_[static_cast<std::size_t>(level)].largest; }  // radius

    /// visit(ball) for every ball of the level whose surface can be within `reach` of x, and for some
    /// others; until visit returns false.
    template <class Visit>
    void visit_level(int level, const Vec<D>& x, double reach, const Visit& visit) const {
        const Level& grid = levels_[static_cast<std::size_t>(level)];
        if (grid.inserted == 0) return;
        std::array<int, D> lo, hi, at;
        for (int i = 0; i < D; ++i) {
            const auto k = static_cast<std::size_t>(i);
            lo[k] = at[k] = cell_along(grid, i, x[i] - reach - grid.largest);
            hi[k] = cell_along(grid, i, x[i] + reach + grid.largest);
        }
        for (;;) {
            for (int ball = grid.first[index_of(grid, at)]; ball >= 0;
                 ball = next_[static_cast<std::size_t>(ball)]) {
                if (!visit(ball)) return;
            }
            std::size_t k = 0;  // the next cell, first coordinate fastest
            while (k < D && ++at[k] > hi[k]) {
                at[k] = lo[k];
                ++k;
            }
            if (k == D) return;
        }
    }

  private:
    struct Level {
        double largest = 0.0;  // radius
        double cell = 0.0;     // edge of a cell [m]
        std::array<int, D> cells{};
        long inserted = 0;
        std::vector<int> first;  // (cells)  a ball, or -1
    };

    double cut_into_cells(Level& grid) const;  // by its edge; how many there are
    int cell_along(const Level& grid, int i, double x) const {
        const double cell = std::floor((x - box_.min[i]) / grid.cell);
        const double last = grid.cells[static_cast<std::size_t>(i)] - 1;
        return static_cast<int>(std::min(last, std::max(0.0, cell)));  // in this order NaN is in cell 0
    }
    std::size_t index_of(const Level& grid, const std::array<int, D>& at) const {
        std::size_t index = 0;
        for (std::size_t k = D; k-- > 0;) {
            index = index * static_cast<std::size_t>(grid.cells[k]) + static_cast<std::size_t>(at[k]);
        }
        return index;
    }

    BoxRegion<D> box_;
    std::vector<Level> levels_;
    std::vector<int> level_of_;  // (balls)
    std::vector<int> next_;      // (balls)  in the same cell, or -1
};

}  // namespace drystone

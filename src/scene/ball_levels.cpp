#include "scene/ball_levels.h"

namespace drystone {

template <int D>
BallLevels<D>::BallLevels(const BoxRegion<D>& box, std::span<const double> radii)
    : box_(box), level_of_(radii.size()), next_(radii.size(), -1) {
    const double largest = radii.empty() ? 1.0 : *std::max_element(radii.begin(), radii.end());
    std::vector<long> balls;
    for (std::size_t n = 0; n < radii.size(); ++n) {
        constexpr int most_levels = 40;
        const int level = std::min(most_levels - 1, std::max(0, std::ilogb(largest / radii[n])));
        level_of_[n] = level;
        if (level >= static_cast<int>(balls.size())) balls.resize(static_cast<std::size_t>(level) + 1, 0);
        ++balls[static_cast<std::size_t>(level)];
    }
    levels_.resize(balls.size());
    for (std::size_t l = 0; l < balls.size(); ++l) {
        Level& grid = levels_[l];
        grid.largest = std::ldexp(largest, -static_cast<int>(l));
        // Not many more cells than balls, however small the balls are for their box.
        const double share = std::pow(box.volume() / static_cast<double>(std::max(1L, balls[l])), 1.0 / D);
        grid.cell = std::max(2.0 * grid.largest, share);
        // In a box that is flat and wide the mean says little.
        const double most = 1000.0 * static_cast<double>(std::max(1000L, balls[l]));
        double cells = cut_into_cells(grid);
        for (; cells > most; cells = cut_into_cells(grid)) grid.cell *= 2.0;
        grid.first.assign(balls[l] > 0 ? static_cast<std::size_t>(cells) : 0, -1);
    }
}

template <int D>
double BallLevels<D>::cut_into_cells(Level& grid) const {
    double cells = 1.0;
    for (int i = 0; i < D; ++i) {
        const double along = std::min(1e6, std::max(1.0, std::ceil((box_.max[i] - box_.min[i]) / grid.cell)));
        grid.cells[static_cast<std::size_t>(i)] = static_cast<int>(along);
        cells *= along;
    }
    return cells;
}

template <int D>
void BallLevels<D>::clear() {
    for (Level& grid : levels_) {
        std::fill(grid.first.begin(), grid.first.end(), -1);
        grid.inserted = 0;
    }
}

template <int D>
void BallLevels<D>::insert(int ball, const Vec<D>& centre) {
    Level& grid = levels_[static_cast<std::size_t>(level(ball))];
    std::array<int, D> at;
    for (int i = 0; i < D; ++i) at[static_cast<std::size_t>(i)] = cell_along(grid, i, centre[i]);
    int& first = grid.first[index_of(grid, at)];
    next_[static_cast<std::size_t>(ball)] = first;
    first = ball;
    ++grid.inserted;
}

template class BallLevels<2>;
template class BallLevels<3>;

}  // namespace drystone

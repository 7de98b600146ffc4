#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/vec.h"

namespace drystone {

/// Points in cubes of one edge, so that those in a box are found without looking at all.
class PointBuckets {
  public:
    PointBuckets(const std::vector<Vec<3>>& points, double edge) : points_(points) {
        for (const Vec<3>& x : points) {
            for (int c = 0; c < 3; ++c) {
                low_[c] = &x == &points[0] ? x[c] : std::min(low_[c], x[c]);
                high_[c] = &x == &points[0] ? x[c] : std::max(high_[c], x[c]);
            }
        }
        std::size_t cubes = 1;
        for (int c = 0; c < 3; ++c) {  // at most about as many cubes as points
            const double most = std::max(1.0, std::ceil(std::cbrt(8.0 * static_cast<double>(points.size()))));
            edge_[c] = std::max(edge, (high_[c] - low_[c]) / most);
            count_[static_cast<std::size_t>(c)] = 1 + static_cast<int>((high_[c] - low_[c]) / edge_[c]);
            cubes *= static_cast<std::size_t>(count_[static_cast<std::size_t>(c)]);
        }
        start_.assign(cubes + 1, 0);
        for (const Vec<3>& x : points) ++start_[cube_of(x) + 1];
        for (std::size_t k = 0; k < cubes; ++k) start_[k + 1] += start_[k];
        point_.resize(points.size());
        std::vector<int> next(start_.begin(), start_.end() - 1);
        for (std::size_t i = 0; i < points.size(); ++i)
            point_[static_cast<std::size_t>(next[cube_of(points[i])]++)] = static_cast<int>(i);
    }

    /// visit(point) of all in the box, and of some near it.
    template <class Visit>
    void for_near(const Vec<3>& low, const Vec<3>& high, const Visit& visit) const {
        std::array<int, 3> from{}, to{};
        for (int c = 0; c < 3; ++c) {
            if (high[c] < low_[c] || low[c] > high_[c]) return;
            from[static_cast<std::size_t>(c)] = place(low[c], c);
            to[static_cast<std::size_t>(c)] = place(high[c], c);
        }
        for (int i = from[0]; i <= to[0]; ++i) {
            for (int j = from[1]; j <= to[1]; ++j) {
                const std::size_t row = number(i, j, 0);
                const int first = start_[row + static_cast<std::size_t>(from[2])],
                          end = start_[row + static_cast<std::size_t>(to[2]) + 1];
                for (int k = first; k < end; ++k) visit(point_[static_cast<std::size_t>(k)]);
            }
        }
    }

    const Vec<3>& low() const { return low_; }
    const Vec<3>& high() const { return high_; }

  private:
    int place(double x, int c) const {
        const double at = std::floor((x - low_[c]) / edge_[c]);
        return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(count_[static_cast<std::size_t>(c)] - 1)));
    }
    std::size_t number(int i, int j, int k) const {
        return (static_cast<std::size_t>(i) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(j)) *
                   static_cast<std::size_t>(count_[2]) +
               static_cast<std::size_t>(k);
    }
    std::size_t cube_of(const Vec<3>& x) const { return number(place(x[0], 0), place(x[1], 1), place(x[2], 2)); }

    const std::vector<Vec<3>>& points_;
    Vec<3> low_{}, high_{}, edge_{};
    std::array<int, 3> count_{};
    std::vector<int> start_, point_;  // (cubes + 1); points in the order of cubes
};

}  // namespace drystone

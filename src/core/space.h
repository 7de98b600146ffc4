#pragma once

#include <array>
#include <cmath>

#include "core/mat.h"

namespace drystone {

/// Where bodies are: all of space, or a cell that repeats along some of its edges. Two places are compared here, never by
/// subtraction: in a cell the nearest of their images count.
///
///     x and x + E k are one place, E = [e_1 .. e_D] the edges, k whole numbers along periodic edges, 0 along the others
///
/// E is upper triangular (contract of cells: e_1 along x, e_2 in the plane of x and y), so that images are counted off from the last
/// edge to the first, exactly while shears stay within half an edge.
template <int D>
class Space {
  public:
    Space() = default;  // without end

    /// `edges`: upper triangular, columns are the edges, diagonal > 0 along periodic ones.
    Space(const Vec<D>& origin, const Mat<D>& edges, const std::array<bool, D>& periodic)
        : origin_(origin), edges_(edges), periodic_(periodic) {
        for (const bool one : periodic) endless_ = endless_ && !one;
    }

    bool repeats() const { return !endless_; }
    bool repeats_along(int edge) const { return periodic_[static_cast<std::size_t>(edge)]; }
    const Vec<D>& origin() const { return origin_; }
    const Mat<D>& edges() const { return edges_; }

    /// Of the cell; edges that do not repeat count with their length.
    double volume() const {
        double product = 1.0;
        for (int i = 0; i < D; ++i) product *= edges_[i][i];
        return product;
    }

    /// From y to x by the shortest way.
    Vec<D> difference(const Vec<D>& x, const Vec<D>& y) const {
        const Vec<D> d = x - y;
        return endless_ ? d : d - shift(images(d, 0.5));
    }

    /// The image of x in the cell.
    Vec<D> wrap(const Vec<D>& x) const { return endless_ ? x : x - shift(images(x - origin_, 0.0)); }

    /// How many cells x is from the one at the origin, edge by edge.
    std::array<int, D> image(const Vec<D>& x) const {
        return endless_ ? std::array<int, D>{} : images(x - origin_, 0.0);
    }

    /// The image k of x: x + E k.
    Vec<D> seen(const Vec<D>& x, const std::array<int, D>& k) const { return endless_ ? x : x + shift(k); }

    /// E k.
    Vec<D> shift(const std::array<int, D>& k) const {
        Vec<D> x{};
        for (int j = 0; j < D; ++j) {
            for (int i = 0; i <= j; ++i) x[i] += edges_[i][j] * k[j];
        }
        return x;
    }

  private:
    /// floor(E^-1 x + round), along periodic edges.
    std::array<int, D> images(Vec<D> x, double round) const {
        std::array<int, D> k{};
        for (int j = D - 1; j >= 0; --j) {
            if (!periodic_[static_cast<std::size_t>(j)]) continue;
            k[j] = static_cast<int>(std::floor(x[j] / edges_[j][j] + round));
            for (int i = 0; i <= j; ++i) x[i] -= edges_[i][j] * k[j];
        }
        return k;
    }

    Vec<D> origin_{};
    Mat<D> edges_{};
    std::array<bool, D> periodic_{};
    bool endless_ = true;
};

}  // namespace drystone

#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/vec.h"

namespace drystone {

// The nearest point of the boundary of a convex body C to the origin inside it, from outside directions (van den Bergen 2001):
//
//     min h(n) over unit n,     h(n) = max_C n . x
//
// The hull of points of the boundary found so far lies inside C. Of its facets the one nearest to the origin says where to look
// next: the farthest point of C along its normal n gives h(n), an upper bound, and joins the hull. A facet is D points.

template <int D>
class ExpandingPolytope {
  public:
    static constexpr int most_points = 64;

    void clear() {
        point_.clear();
        facet_.clear();
    }

    /// The first D + 1 points, whatever their order.
    void start(const std::array<Vec<D>, D + 1>& corners) {
        clear();
        point_.assign(corners.begin(), corners.end());
        for (int left_out = 0; left_out <= D; ++left_out) {
            Facet facet;
            for (int k = 0, next = 0; k <= D; ++k)
                if (k != left_out) facet.point[static_cast<std::size_t>(next++)] = k;
            const Vec<D> n = raw_normal(facet);
            if (dot(n, at(left_out) - at(facet.point[0])) > 0.0) std::swap(facet.point[0], facet.point[1]);
            add(facet);
        }
    }

    bool is_full() const { return static_cast<int>(point_.size()) >= most_points; }

    struct Nearest {
        Vec<D> normal{};
        double offset = std::numeric_limits<double>::infinity();
    };

    Nearest nearest() const {
        Nearest best;
        for (const Facet& facet : facet_)
            if (facet.offset < best.offset) best = {facet.normal, facet.offset};
        return best;
    }

    /// Replaces the facets that see the point by those from it to their rim. `rounding`: what is not seen for sure is not seen.
    void add_point(const Vec<D>& x, double rounding) {
        const int number = static_cast<int>(point_.size());
        point_.push_back(x);
        seen_.clear();
        std::size_t kept = 0;
        for (const Facet& facet : facet_) {
            if (dot(facet.normal, x) - facet.height > rounding)
                seen_.push_back(facet);
            else
                facet_[kept++] = facet;
        }
        facet_.resize(kept);
        for (const Facet& facet : seen_) {
            for (int k = 0; k < D; ++k) {
                if (is_inner(facet, k)) continue;
                Facet fresh = facet;
                fresh.point[static_cast<std::size_t>(k)] = number;
                add(fresh);
            }
        }
    }

  private:
    struct Facet {
        std::array<int, D> point{};  // counter-clockwise seen from outside
        Vec<D> normal{};             // unit
        double height = 0.0;         // normal . x on it [m]
        double offset = 0.0;         // the same; infinite of a facet too thin to have a normal
    };

    const Vec<D>& at(int k) const { return point_[static_cast<std::size_t>(k)]; }

    Vec<D> raw_normal(const Facet& facet) const {
        if constexpr (D == 2) {
            const Vec<2> e = at(facet.point[1]) - at(facet.point[0]);
            return {{e[1], -e[0]}};
        } else {
            return cross(at(facet.point[1]) - at(facet.point[0]), at(facet.point[2]) - at(facet.point[0]));
        }
    }

    void add(Facet facet) {
        const Vec<D> n = raw_normal(facet);
        double longest = 0.0;
        for (int k = 1; k < D; ++k) {
            const Vec<D> e = at(facet.point[static_cast<std::size_t>(k)]) - at(facet.point[0]);
            longest = std::max(longest, dot(e, e));
        }
        const double length = norm(n), least = 1e-14 * (D == 2 ? std::sqrt(longest) : longest);
        facet.normal = length > 0.0 ? (1.0 / length) * n : Vec<D>{};
        facet.height = dot(facet.normal, at(facet.point[0]));
        facet.offset = length > least ? facet.height : std::numeric_limits<double>::infinity();
        facet_.push_back(facet);
    }

    /// Whether another facet that is seen has the same ridge, that without point k.
    bool is_inner(const Facet& facet, int k) const {
        for (const Facet& other : seen_) {
            if (&other == &facet) continue;
            int common = 0;
            for (int i = 0; i < D; ++i)
                if (i != k)
                    common += std::find(other.point.begin(), other.point.end(),
                                        facet.point[static_cast<std::size_t>(i)]) != other.point.end();
            if (common == D - 1) return true;
        }
        return false;
    }

    std::vector<Vec<D>> point_;
    std::vector<Facet> facet_, seen_;
};

}  // namespace drystone

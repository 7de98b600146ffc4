// A ball that comes from outside passes a face of Delaunay's triangulation if its radius is less than that of the circle through the
// face's corners,
//
//     rho = l / 2 (edge)        rho = |a| |b| |a - b| / (2 |a x b|) (triangle with the edges a, b, a - b)
//
// and is then in the next simplex.

#include "geometry/wrap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "core/mat.h"
#include "geometry/delaunay.h"
#include "geometry/placed_ball.h"

namespace drystone {

namespace {

double circle_of(std::span<const Vec<2>> x, const std::array<int, 2>& face) {
    return 0.5 * norm(x[at(face[1])] - x[at(face[0])]);
}

double circle_of(std::span<const Vec<3>> x, const std::array<int, 3>& face) {
    const Vec<3> a = x[at(face[1])] - x[at(face[0])], b = x[at(face[2])] - x[at(face[0])];
    const double area = norm(cross(a, b));
    return area > 0.0 ? 0.5 * norm(a) * norm(b) * norm(a - b) / area
                      : std::numeric_limits<double>::infinity();
}

/// The face opposite corner k, turned outwards.
std::array<int, 2> face_of(const std::array<int, 3>& s, int k) {
    return {s[at((k + 1) % 3)], s[at((k + 2) % 3)]};
}

std::array<int, 3> face_of(const std::array<int, 4>& s, int k) {
    constexpr int outwards[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    return {s[at(outwards[k][0])], s[at(outwards[k][1])], s[at(outwards[k][2])]};
}

/// (simplices)  1: taken away from outside.
template <int D>
std::vector<char> carved(const Delaunay<D>& mesh, std::span<const Vec<D>> points, double reach,
                         const Closed<D>& closed) {
    std::vector<char> gone(mesh.simplex.size(), 0);
    std::vector<int> open;
    const auto passes = [&](int s, int k) {
        const std::array<int, D> face = face_of(mesh.simplex[at(s)], k);
        return circle_of(points, face) > reach && !closed(face);
    };
    const auto enter = [&](int s) {
        if (gone[at(s)]) return;
        gone[at(s)] = 1;
        open.push_back(s);
    };
    for (int s = 0; s < static_cast<int>(gone.size()); ++s) {
        for (int k = 0; k <= D; ++k) {
            if (mesh.neighbour[at(s)][at(k)] < 0 && passes(s, k)) enter(s);
        }
    }
    while (!open.empty()) {
        const int s = open.back();
        open.pop_back();
        for (int k = 0; k <= D; ++k) {
            const int next = mesh.neighbour[at(s)][at(k)];
            if (next >= 0 && passes(s, k)) enter(next);
        }
    }
    return gone;
}

/// The ball through the corners of a simplex: 2 (x_k - x_0) . c = |x_k - x_0|^2, c from x_0. No numbers where it is flat.
template <int D>
PlacedBall<D> ball_through(std::span<const Vec<D>> x, const std::array<int, D + 1>& s) {
    Mat<D> edges;
    Vec<D> squares;
    for (int k = 0; k < D; ++k) {
        edges[k] = x[at(s[at(k + 1)])] - x[at(s[0])];
        squares[k] = 0.5 * dot(edges[k], edges[k]);
    }
    const Vec<D> c = inverse(edges) * squares;
    return {x[at(s[0])] + c, norm(c)};
}

/// Points in slices, by their box.
template <int D>
class DeepPoints {
  public:
    explicit DeepPoints(std::span<const Vec<D>> points) {
        constexpr std::size_t slice = 64;
        std::vector<Vec<D>> sorted(points.begin(), points.end());
        std::sort(sorted.begin(), sorted.end(), [](const Vec<D>& a, const Vec<D>& b) { return a.c < b.c; });
        for (std::size_t k = 0; k < sorted.size(); k += slice) {
            Slice one{{sorted.begin() + static_cast<std::ptrdiff_t>(k),
                       sorted.begin() + static_cast<std::ptrdiff_t>(std::min(k + slice, sorted.size()))}};
            one.low = one.high = one.points.front();
            for (const Vec<D>& p : one.points) widen(p, one);
            slices_.push_back(std::move(one));
        }
    }

    /// A flat simplex takes no room.
    bool are_some_in(const PlacedBall<D>& ball) const {
        if (!std::isfinite(ball.radius)) return false;
        const double within = ball.radius * (1.0 - 1e-9), r2 = within * within;
        return std::any_of(slices_.begin(), slices_.end(), [&](const Slice& slice) {
            if (distance2(slice, ball.centre) > r2) return false;
            return std::any_of(slice.points.begin(), slice.points.end(), [&](const Vec<D>& p) {
                return dot(p - ball.centre, p - ball.centre) < r2;
            });
        });
    }

  private:
    struct Slice {
        std::vector<Vec<D>> points;
        Vec<D> low{}, high{};
    };
    static void widen(const Vec<D>& p, Slice& slice) {
        for (int k = 0; k < D; ++k) {
            slice.low[k] = std::min(slice.low[k], p[k]);
            slice.high[k] = std::max(slice.high[k], p[k]);
        }
    }
    static double distance2(const Slice& slice, const Vec<D>& p) {
        double sum = 0.0;
        for (int k = 0; k < D; ++k) {
            const double off = std::max({slice.low[k] - p[k], p[k] - slice.high[k], 0.0});
            sum += off * off;
        }
        return sum;
    }

    std::vector<Slice> slices_;
};

/// The same turn, the lowest number first.
template <std::size_t N>
void rotate_lowest_first(std::array<int, N>& facet) {
    std::rotate(facet.begin(), std::min_element(facet.begin(), facet.end()), facet.end());
}

}  // namespace

template <int D>
Wrap<D> shrink_wrap(std::span<const Vec<D>> points, double reach, const Closed<D>& closed,
                    std::span<const Vec<D>> deep) {
    const Delaunay<D> mesh = delaunay(points);
    const std::vector<char> gone = carved<D>(mesh, points, reach, closed);
    Wrap<D> wrap;
    wrap.inside.assign(points.size(), 0);
    const DeepPoints<D> left_out(deep);
    for (std::size_t s = 0; s < gone.size() && wrap.whole && !deep.empty(); ++s)
        wrap.whole = !gone[s] || !left_out.are_some_in(ball_through<D>(points, mesh.simplex[s]));
    for (std::size_t s = 0; s < gone.size(); ++s) {
        if (gone[s]) continue;
        for (const int corner : mesh.simplex[s]) wrap.inside[at(corner)] = 1;
        for (int k = 0; k <= D; ++k) {
            const int next = mesh.neighbour[s][at(k)];
            if (next >= 0 && !gone[at(next)]) continue;
            wrap.facet.push_back(face_of(mesh.simplex[s], k));
            if (D == 3) rotate_lowest_first(wrap.facet.back());
        }
    }
    std::sort(wrap.facet.begin(), wrap.facet.end());
    return wrap;
}

template Wrap<2> shrink_wrap<2>(std::span<const Vec<2>>, double, const Closed<2>&, std::span<const Vec<2>>);
template Wrap<3> shrink_wrap<3>(std::span<const Vec<3>>, double, const Closed<3>&, std::span<const Vec<3>>);

}  // namespace drystone

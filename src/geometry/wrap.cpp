// A ball that comes from outside passes a face of Delaunay's triangulation if its radius is less than that of the circle through the
// face's corners,
//
//     rho = l / 2 (edge)        rho = |a| |b| |a - b| / (2 |a x b|) (triangle with the edges a, b, a - b)
//
// and is then in the next simplex.

#include "geometry/wrap.h"

#include <algorithm>
#include <limits>

#include "core/index.h"
#include "geometry/delaunay.h"

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

/// The same turn, the lowest number first.
template <std::size_t N>
void rotate_lowest_first(std::array<int, N>& facet) {
    std::rotate(facet.begin(), std::min_element(facet.begin(), facet.end()), facet.end());
}

}  // namespace

template <int D>
Wrap<D> shrink_wrap(std::span<const Vec<D>> points, double reach, const Closed<D>& closed) {
    const Delaunay<D> mesh = delaunay(points);
    const std::vector<char> gone = carved<D>(mesh, points, reach, closed);
    Wrap<D> wrap;
    wrap.inside.assign(points.size(), 0);
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

template Wrap<2> shrink_wrap<2>(std::span<const Vec<2>>, double, const Closed<2>&);
template Wrap<3> shrink_wrap<3>(std::span<const Vec<3>>, double, const Closed<3>&);

}  // namespace drystone

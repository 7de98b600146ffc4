// Moments of a simplex with one corner at the origin and the others at p_1 .. p_D, s = sum of p_i:
//
//     V = |det| / D!,    int x = V s / (D + 1),    int x x^T = V / ((D + 1)(D + 2)) ( sum p_i p_i^T + s s^T )
//
// The origin is the middle of the shape, so that all simplices count positive and nothing cancels.

#include "geometry/convex.h"
#include "geometry/inertia.h"
#include "geometry/moments.h"

namespace drystone {

namespace {

template <int D, std::size_t N>
Moments<D> simplex(double volume, const std::array<Vec<D>, N>& corners) {
    Vec<D> sum{};
    Mat<D> squares{};
    for (const Vec<D>& p : corners) {
        sum += p;
        squares = squares + outer(p, p);
    }
    return {volume, (volume / (D + 1)) * sum, (volume / ((D + 1) * (D + 2))) * (squares + outer(sum, sum))};
}

}  // namespace

Moments<2> moments_about_middle(const Convex<2>& convex) {
    Moments<2> m;
    for (std::size_t i = 0, n = convex.vertex.size(); i < n; ++i) {
        const Vec<2> p = convex.vertex[i] - convex.middle, q = convex.vertex[(i + 1) % n] - convex.middle;
        m += simplex<2, 2>(0.5 * (p[0] * q[1] - p[1] * q[0]), {p, q});
    }
    return m;
}

Moments<3> moments_about_middle(const Convex<3>& convex) {
    Moments<3> m;
    const auto corner = [&](int c) {
        return convex.vertex[static_cast<std::size_t>(convex.face_vertex[static_cast<std::size_t>(c)])] -
               convex.middle;
    };
    for (std::size_t f = 0; f < convex.normal.size(); ++f) {
        const Vec<3> p = corner(convex.face_start[f]);
        for (int c = convex.face_start[f] + 1; c + 1 < convex.face_start[f + 1]; ++c) {
            const Vec<3> q = corner(c), r = corner(c + 1);
            m += simplex<3, 3>(dot(p, cross(q, r)) / 6.0, {p, q, r});
        }
    }
    return m;
}

template <int D>
MassProperties<D> mass_properties(const Convex<D>& convex, double density) {
    const Moments<D> m = moments_about_middle(convex);
    const Vec<D> centroid = (1.0 / m.volume) * m.first;
    return {.mass = density * m.volume,
            .centre = convex.middle + centroid,
            .inertia = density * inertia_of(m.second - outer(m.first, centroid))};
}

template MassProperties<2> mass_properties(const Convex<2>&, double);
template MassProperties<3> mass_properties(const Convex<3>&, double);

}  // namespace drystone

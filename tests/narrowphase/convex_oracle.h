#pragma once

// What two convex shapes leave between them, the slow and simple way, in extended precision and from the
// vertices and faces alone: every face normal, every direction across two edges, and for shapes apart every
// pair of features.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/convex.h"
#include "narrowphase/manifold.h"

namespace drystone::oracle {

using Real = long double;
template <int D>
using Point = std::array<Real, D>;

template <int D>
Point<D> minus(const Point<D>& a, const Point<D>& b) {
    Point<D> c;
    for (std::size_t k = 0; k < D; ++k) c[k] = a[k] - b[k];
    return c;
}
template <int D>
Point<D> plus(const Point<D>& a, Real s, const Point<D>& b) {
    Point<D> c;
    for (std::size_t k = 0; k < D; ++k) c[k] = a[k] + s * b[k];
    return c;
}
template <int D>
Real inner(const Point<D>& a, const Point<D>& b) {
    Real sum = 0;
    for (std::size_t k = 0; k < D; ++k) sum += a[k] * b[k];
    return sum;
}
inline Point<3> outer_product(const Point<3>& a, const Point<3>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <int D>
Point<D> unit(const Point<D>& a) {
    const Real length = std::sqrt(inner<D>(a, a));
    Point<D> c;
    for (std::size_t k = 0; k < D; ++k) c[k] = a[k] / length;
    return c;
}

/// A placed shape; positions relative to `origin`.
template <int D>
struct Solid {
    std::vector<Point<D>> vertex;
    std::vector<std::vector<std::size_t>> face;  // 2D: edges
    std::vector<Point<D>> normal;
    std::vector<std::array<std::size_t, 2>> edge;  // 3D
};

template <int D>
Point<D> place(const Vec<D>& v, const Pose<D>& pose, const Vec<D>& origin) {
    Point<D> p;
    for (int i = 0; i < D; ++i) {
        Real sum = static_cast<Real>(pose.position[i]) - static_cast<Real>(origin[i]);
        for (int k = 0; k < D; ++k) sum += static_cast<Real>(pose.turn[i][k]) * static_cast<Real>(v[k]);
        p[static_cast<std::size_t>(i)] = sum;
    }
    return p;
}

inline Solid<2> solid(const Convex<2>& convex, const Pose<2>& pose, const Vec<2>& origin) {
    Solid<2> s;
    for (const Vec<2>& v : convex.vertex) s.vertex.push_back(place<2>(v, pose, origin));
    const std::size_t n = s.vertex.size();
    for (std::size_t i = 0; i < n; ++i) {
        s.face.push_back({i, (i + 1) % n});
        const Point<2> d = minus<2>(s.vertex[(i + 1) % n], s.vertex[i]);
        s.normal.push_back(unit<2>({d[1], -d[0]}));
    }
    return s;
}

inline Solid<3> solid(const Convex<3>& convex, const Pose<3>& pose, const Vec<3>& origin) {
    Solid<3> s;
    for (const Vec<3>& v : convex.vertex) s.vertex.push_back(place<3>(v, pose, origin));
    for (std::size_t f = 0; f < convex.normal.size(); ++f) {
        std::vector<std::size_t> face;
        for (int c = convex.face_start[f]; c < convex.face_start[f + 1]; ++c)
            face.push_back(static_cast<std::size_t>(convex.face_vertex[static_cast<std::size_t>(c)]));
        Point<3> sum{};
        for (std::size_t i = 0; i < face.size(); ++i) {
            const std::size_t j = (i + 1) % face.size();
            sum = plus<3>(sum, 1,
                          outer_product(minus<3>(s.vertex[face[i]], s.vertex[face[0]]),
                                        minus<3>(s.vertex[face[j]], s.vertex[face[0]])));
            if (face[i] < face[j]) s.edge.push_back({face[i], face[j]});
        }
        s.normal.push_back(unit<3>(sum));
        s.face.push_back(face);
    }
    return s;
}

template <int D>
Real highest(const Solid<D>& s, const Point<D>& n) {
    Real best = -std::numeric_limits<Real>::infinity();
    for (const Point<D>& v : s.vertex) best = std::max(best, inner<D>(n, v));
    return best;
}

/// What a slab of normal n (from a to b) leaves.
template <int D>
Real left_by(const Solid<D>& a, const Solid<D>& b, const Point<D>& n) {
    Point<D> back;
    for (std::size_t k = 0; k < D; ++k) back[k] = -n[k];
    return -highest<D>(b, back) - highest<D>(a, n);
}

template <int D>
Real best_normal(const Solid<D>& a, const Solid<D>& b) {
    Real best = -std::numeric_limits<Real>::infinity();
    for (const Point<D>& n : a.normal) best = std::max(best, left_by<D>(a, b, n));
    for (const Point<D>& n : b.normal) best = std::max(best, left_by<D>(b, a, n));
    return best;
}

inline Real best_axis(const Solid<2>& a, const Solid<2>& b) { return best_normal<2>(a, b); }

inline Real best_axis(const Solid<3>& a, const Solid<3>& b) {
    Real best = best_normal<3>(a, b);
    for (const auto& e : a.edge) {
        for (const auto& f : b.edge) {
            const Point<3> u = unit<3>(minus<3>(a.vertex[e[1]], a.vertex[e[0]]));
            const Point<3> v = unit<3>(minus<3>(b.vertex[f[1]], b.vertex[f[0]]));
            Point<3> n = outer_product(u, v);
            if (inner<3>(n, n) < 1e-28L) continue;
            n = unit<3>(n);
            const Real offset = inner<3>(n, minus<3>(b.vertex[f[0]], a.vertex[e[0]]));
            if (std::abs(offset) < best) continue;  // along its own edges it leaves no more than this
            best = std::max({best, left_by<3>(a, b, n), left_by<3>(b, a, n)});
        }
    }
    return best;
}

template <int D>
Real to_segment(const Point<D>& x, const Point<D>& p, const Point<D>& q) {
    const Point<D> d = minus<D>(q, p);
    const Real t = std::clamp(inner<D>(minus<D>(x, p), d) / inner<D>(d, d), Real(0), Real(1));
    const Point<D> off = minus<D>(x, plus<D>(p, t, d));
    return std::sqrt(inner<D>(off, off));
}

/// Of solids that do not overlap.
inline Real distance(const Solid<2>& a, const Solid<2>& b) {
    Real best = std::numeric_limits<Real>::infinity();
    for (const auto& e : a.face)
        for (const Point<2>& x : b.vertex)
            best = std::min(best, to_segment<2>(x, a.vertex[e[0]], a.vertex[e[1]]));
    for (const auto& e : b.face)
        for (const Point<2>& x : a.vertex)
            best = std::min(best, to_segment<2>(x, b.vertex[e[0]], b.vertex[e[1]]));
    return best;
}

/// Rounding of extended precision: at a gap of zero the planes of both shapes need not agree on its sign.
constexpr Real touching = 1e-15L;

inline Real over_faces(const Solid<3>& a, const Solid<3>& b) {
    Real best = std::numeric_limits<Real>::infinity();
    for (std::size_t f = 0; f < a.face.size(); ++f) {
        for (const Point<3>& x : b.vertex) {
            const Real height = inner<3>(a.normal[f], minus<3>(x, a.vertex[a.face[f][0]]));
            if (height < -touching || height > best) continue;
            bool inside = true;
            for (std::size_t i = 0; i < a.face[f].size() && inside; ++i) {
                const Point<3>&p = a.vertex[a.face[f][i]],
                      &q = a.vertex[a.face[f][(i + 1) % a.face[f].size()]];
                inside = inner<3>(outer_product(minus<3>(q, p), minus<3>(x, p)), a.normal[f]) >= 0;
            }
            if (inside) best = std::max(height, Real(0));
        }
    }
    return best;
}

inline Real distance(const Solid<3>& a, const Solid<3>& b) {
    Real best = std::min(over_faces(a, b), over_faces(b, a));
    for (const auto& e : a.edge) {
        for (const auto& f : b.edge) {
            const Point<3>&p = a.vertex[e[0]], &q = b.vertex[f[0]];
            const Point<3> u = minus<3>(a.vertex[e[1]], p), v = minus<3>(b.vertex[f[1]], q),
                           w = minus<3>(q, p);
            for (const std::size_t k : e)
                best = std::min(best, to_segment<3>(a.vertex[k], q, b.vertex[f[1]]));
            for (const std::size_t k : f)
                best = std::min(best, to_segment<3>(b.vertex[k], p, a.vertex[e[1]]));
            const Point<3> n = outer_product(u, v);
            const Real nn = inner<3>(n, n);
            if (nn < 1e-32L * inner<3>(u, u) * inner<3>(v, v)) continue;
            const Real s = inner<3>(outer_product(w, v), n) / nn, t = inner<3>(outer_product(w, u), n) / nn;
            if (s < 0 || s > 1 || t < 0 || t > 1) continue;
            best = std::min(best, std::abs(inner<3>(w, n)) / std::sqrt(nn));
        }
    }
    return best;
}

/// Distance, or minus the least push that parts them.
template <int D>
Real gap(const Solid<D>& a, const Solid<D>& b) {
    const Real axis = best_axis(a, b);
    return axis > 0 ? distance(a, b) : axis;
}

/// How far a point lies outside (negative: inside, 0: on the surface), by the planes of the faces.
template <int D>
Real outside(const Solid<D>& s, const Point<D>& x) {
    Real most = -std::numeric_limits<Real>::infinity();
    for (std::size_t f = 0; f < s.face.size(); ++f)
        most = std::max(most, inner<D>(s.normal[f], minus<D>(x, s.vertex[s.face[f][0]])));
    return most;
}

}  // namespace drystone::oracle

// Shapes that are convex by construction, and what can be read off a convex shape.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "geometry/convex.h"

namespace drystone {

namespace {

/// Exactly symmetric, so that opposite edges are parallel to the last bit when the number of sides is even.
std::vector<Vec<2>> circle_of(int sides, double radius) {
    std::vector<Vec<2>> points(static_cast<std::size_t>(sides));
    for (int i = 0; i < sides; ++i) {
        const bool mirrored = sides % 2 == 0 && i >= sides / 2;
        const double angle = 2.0 * std::numbers::pi * (mirrored ? i - sides / 2 : i) / sides;
        const Vec<2> p{{radius * std::cos(angle), radius * std::sin(angle)}};
        points[static_cast<std::size_t>(i)] = mirrored ? -p : p;
    }
    return points;
}

std::string of_metres(double length) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g m", length);
    return text;
}

template <int D>
Convex<D> made(ConvexResult<D>&& result) {
    assert(result.convex);
    return std::move(*result.convex);
}

}  // namespace

std::string why_no_size(double radius) {
    if (radius >= least_size && radius <= most_size) return "";
    return "its size is " + of_metres(radius) + "; shapes must be between " + of_metres(least_size) + " and " +
           of_metres(most_size);
}

template <>
ConvexResult<2> make_box(const Vec<2>& size) {
    const double x = 0.5 * size[0], y = 0.5 * size[1];
    const std::vector<Vec<2>> corners = {{{-x, -y}}, {{x, -y}}, {{x, y}}, {{-x, y}}};
    return make_convex(corners, 0.0);
}

template <>
ConvexResult<3> make_box(const Vec<3>& size) {
    std::vector<Vec<3>> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back({{(i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
                            (i & 4 ? 0.5 : -0.5) * size[2]}});
    }
    const std::vector<std::vector<int>> faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    return make_convex(corners, faces, 0.0);
}

template <int D>
Convex<D> box(const Vec<D>& size) {
    return made(make_box(size));
}

Convex<2> regular_polygon(int sides, double radius) {
    assert(sides >= 3);
    return made(make_convex(circle_of(sides, radius), 0.0));
}

ConvexResult<3> make_prism(int sides, double radius, double height) {
    assert(sides >= 3);
    std::vector<Vec<3>> corners;
    std::vector<std::vector<int>> faces(2);
    const std::vector<Vec<2>> circle = circle_of(sides, radius);
    for (const double z : {-0.5 * height, 0.5 * height})
        for (const Vec<2>& p : circle) corners.push_back({{p[0], p[1], z}});
    for (int i = 0; i < sides; ++i) {
        const int next = (i + 1) % sides;
        faces[0].push_back(sides - 1 - i);
        faces[1].push_back(sides + i);
        faces.push_back({i, next, sides + next, sides + i});
    }
    return make_convex(corners, faces, 1e-15);
}

Convex<3> prism(int sides, double radius, double height) { return made(make_prism(sides, radius, height)); }

template <int D>
int support(const Convex<D>& convex, const Vec<D>& direction) {
    int best = 0;
    double most = dot(direction, convex.vertex[0]);
    for (int i = 1; i < convex.size(); ++i) {
        const double height = dot(direction, convex.vertex[static_cast<std::size_t>(i)]);
        if (height > most) best = i, most = height;
    }
    return best;
}

template <int D>
double bounding_radius(const Convex<D>& convex) {
    double square = 0.0;
    for (const Vec<D>& v : convex.vertex) square = std::max(square, dot(v, v));
    return std::sqrt(square);
}

template <int D>
Bounds<D> bounding_box(const Convex<D>& convex) {
    Bounds<D> bounds{convex.vertex[0], convex.vertex[0]};
    for (const Vec<D>& v : convex.vertex) {
        for (int k = 0; k < D; ++k) {
            bounds.low[k] = std::min(bounds.low[k], v[k]);
            bounds.high[k] = std::max(bounds.high[k], v[k]);
        }
    }
    return bounds;
}

template Convex<2> box(const Vec<2>&);
template Convex<3> box(const Vec<3>&);
template int support(const Convex<2>&, const Vec<2>&);
template int support(const Convex<3>&, const Vec<3>&);
template double bounding_radius(const Convex<2>&);
template double bounding_radius(const Convex<3>&);
template Bounds<2> bounding_box(const Convex<2>&);
template Bounds<3> bounding_box(const Convex<3>&);

}  // namespace drystone

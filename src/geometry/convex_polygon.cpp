// A checked polygon.

#include <algorithm>
#include <cmath>

#include "geometry/convex.h"

namespace drystone {

namespace {

std::string corner_name(std::size_t i) { return "vertex " + std::to_string(i); }

/// Counter-clockwise, no three in a row on a line, once around.
std::string what_is_wrong(std::span<const Vec<2>> v, double tolerance) {
    const std::size_t n = v.size();
    double doubled_area = 0.0;
    for (std::size_t i = 0; i < n; ++i) doubled_area += cross(v[i] - v[0], v[(i + 1) % n] - v[0]);
    if (doubled_area < 0.0) return "the vertices run clockwise; they must run counter-clockwise";
    int turns_left_to_right = 0;  // of the edges' direction along x: two once around
    for (std::size_t i = 0; i < n; ++i) {
        const Vec<2> in = v[i] - v[(i + n - 1) % n], out = v[(i + 1) % n] - v[i];
        if (norm(out) <= tolerance) return corner_name(i) + " and the next one are the same point";
        const double turn = cross(in, out), chord = norm(in + out);
        if (std::abs(turn) <= tolerance * chord) return corner_name(i) + " lies on the line of its neighbours";
        if (turn < 0.0) return "not convex at " + corner_name(i);
        const bool before = in[0] > 0.0 || (in[0] == 0.0 && in[1] > 0.0);
        const bool after = out[0] > 0.0 || (out[0] == 0.0 && out[1] > 0.0);
        turns_left_to_right += before != after;
    }
    return turns_left_to_right == 2 ? "" : "the vertices wind more than once around";
}

}  // namespace

ConvexResult<2> make_convex(std::span<const Vec<2>> vertices, double flatness) {
    const std::size_t n = vertices.size();
    if (n < 3) return {{}, "a polygon needs three vertices, found " + std::to_string(n)};
    Convex<2> convex;
    convex.vertex.assign(vertices.begin(), vertices.end());
    for (const Vec<2>& v : vertices) {
        if (!std::isfinite(v[0]) || !std::isfinite(v[1])) return {{}, "a vertex is not finite"};
        convex.middle += (1.0 / static_cast<double>(n)) * v;
    }
    for (const Vec<2>& v : vertices) convex.radius = std::max(convex.radius, norm(v - convex.middle));
    if (std::string error = why_no_size(convex.radius); !error.empty()) return {{}, error};
    const double tolerance = strictness * std::max(flatness, least_flatness) * convex.radius;
    if (std::string error = what_is_wrong(vertices, tolerance); !error.empty()) return {{}, error};

    convex.inner_radius = convex.radius;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec<2> along = vertices[(i + 1) % n] - vertices[i];
        const Vec<2> normal = (1.0 / norm(along)) * Vec<2>{{along[1], -along[0]}};
        const double offset = 0.5 * (dot(normal, vertices[i]) + dot(normal, vertices[(i + 1) % n]));
        convex.normal.push_back(normal);
        convex.offset.push_back(offset);
        convex.inner_radius = std::min(convex.inner_radius, offset - dot(normal, convex.middle));
    }
    weigh_corners(convex);
    return {std::move(convex), ""};
}

}  // namespace drystone

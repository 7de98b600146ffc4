#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "narrowphase/manifold.h"
#include "narrowphase/touch.h"

namespace drystone {

namespace polygons {

constexpr double on_surface = 64.0 * std::numeric_limits<double>::epsilon();  // of the lengths at hand

/// The nearest point among those tried.
template <int D>
struct NearestTried {
    const Vec<D>& centre;
    double square = std::numeric_limits<double>::infinity();
    Vec<D> point{};

    DRYSTONE_ON_DEVICE void try_point(const Vec<D>& x) {
        const Vec<D> d = x - centre;
        if (dot(d, d) < square) square = dot(d, d), point = x;
    }
    DRYSTONE_ON_DEVICE void try_segment(const Vec<D>& p, const Vec<D>& q) {
        const Vec<D> along = q - p;
        const double t = dot(centre - p, along) / dot(along, along);
        try_point(t <= 0.0 ? p : t >= 1.0 ? q : p + t * along);
    }
};

/// Of a centre outside: on one of the edges it sees.
template <class Shape>
DRYSTONE_ON_DEVICE Vec<2> nearest_point(const Shape& shape, const Vec<2>& centre) {
    NearestTried<2> nearest{.centre = centre};
    const std::size_t n = shape.vertex.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (dot(shape.normal[i], centre) > shape.offset[i])
            nearest.try_segment(shape.vertex[i], shape.vertex[(i + 1) % n]);
    }
    return nearest.point;
}

/// Of a centre outside: in one of the faces it sees, or on their edges.
template <class Shape>
DRYSTONE_ON_DEVICE Vec<3> nearest_point(const Shape& shape, const Vec<3>& centre) {
    NearestTried<3> nearest{.centre = centre};
    for (int f = 0; f < shape.faces(); ++f) {
        const double height = dot(shape.normal[at(f)], centre) - shape.offset[at(f)];
        if (height <= 0.0) continue;
        bool inside = true;
        for (int c = shape.face_start[at(f)]; c < shape.face_start[at(f) + 1]; ++c) {
            const int next = c + 1 < shape.face_start[at(f) + 1] ? c + 1 : shape.face_start[at(f)];
            const Vec<3>&p = shape.vertex[at(shape.face_vertex[at(c)])],
                  &q = shape.vertex[at(shape.face_vertex[at(next)])];
            if (dot(cross(q - p, centre - p), shape.normal[at(f)]) >= 0.0) continue;
            inside = false;
            nearest.try_segment(p, q);
        }
        if (inside) return centre - height * shape.normal[at(f)];
    }
    return nearest.point;
}

}  // namespace polygons

/// A ball and a convex shape: with x the point of the shape nearest the centre c,
///
///     d = x - c,   gap = |d| - r,   n = d / |d|,   point = c + (r + gap / 2) n   midway between
///
/// A centre inside the shape is pushed out through the nearest face, n = -(its normal), gap = -(depth) - r.
/// So is one that lies on the surface as far as rounding can tell. One point a pair.
///
/// Beyond `reach` the gap is only known to be greater than it: the shape is then judged by one plane.
template <int D, class Shape>
DRYSTONE_ON_DEVICE Touch<D> ball_convex(const Vec<D>& centre, double radius, const Shape& shape,
                                        const Pose<D>& pose,
                                        double reach = std::numeric_limits<double>::infinity()) {
    const Vec<D> c = transpose_times(pose.turn, centre - pose.position);
    std::size_t face = 0;
    double height = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < shape.normal.size(); ++f) {
        const double here = dot(shape.normal[f], c) - shape.offset[f];
        if (here > height) height = here, face = f;
    }
    Vec<D> n = -shape.normal[face];
    double distance = height;
    if (height > 0.0 && height - radius <= reach) {
        const Vec<D> d = polygons::nearest_point(shape, c) - c;
        const double length = norm(d);
        if (length > polygons::on_surface * (shape.radius + norm(shape.middle) + norm(c))) {
            n = (1.0 / length) * d;
            distance = length;
        }
    }
    const double gap = distance - radius;
    n = pose.turn * n;
    return {.gap = gap, .normal = n, .point = centre + (radius + 0.5 * gap) * n};
}

}  // namespace drystone

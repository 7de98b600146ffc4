// d = x - c to the nearest point x of the shape: gap = |d| - r, n = d / |d|; inside, the face of least depth.

#include "narrowphase/ball_convex.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();  // of the lengths at hand

/// The nearest point among those tried.
template <int D>
struct Nearest {
    const Vec<D>& centre;
    double square = std::numeric_limits<double>::infinity();
    Vec<D> point{};

    void try_point(const Vec<D>& x) {
        const Vec<D> d = x - centre;
        if (dot(d, d) < square) square = dot(d, d), point = x;
    }
    void try_segment(const Vec<D>& p, const Vec<D>& q) {
        const Vec<D> along = q - p;
        const double t = dot(centre - p, along) / dot(along, along);
        try_point(t <= 0.0 ? p : t >= 1.0 ? q : p + t * along);
    }
};

/// Of a centre outside: on one of the edges it sees.
Vec<2> nearest_point(const Convex<2>& shape, const Vec<2>& centre) {
    Nearest<2> nearest{.centre = centre};
    const std::size_t n = shape.vertex.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (dot(shape.normal[i], centre) > shape.offset[i])
            nearest.try_segment(shape.vertex[i], shape.vertex[(i + 1) % n]);
    }
    return nearest.point;
}

/// Of a centre outside: in one of the faces it sees, or on their edges.
Vec<3> nearest_point(const Convex<3>& shape, const Vec<3>& centre) {
    Nearest<3> nearest{.centre = centre};
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

}  // namespace

template <int D>
Touch<D> ball_convex(const Vec<D>& centre, double radius, const Convex<D>& shape, const Pose<D>& pose,
                     double reach) {
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
        const Vec<D> d = nearest_point(shape, c) - c;
        const double length = norm(d);
        if (length > rounding * (shape.radius + norm(shape.middle) + norm(c))) {
            n = (1.0 / length) * d;
            distance = length;
        }
    }
    const double gap = distance - radius;
    n = pose.turn * n;
    return {.gap = gap, .normal = n, .point = centre + (radius + 0.5 * gap) * n};
}

template Touch<2> ball_convex(const Vec<2>&, double, const Convex<2>&, const Pose<2>&, double);
template Touch<3> ball_convex(const Vec<3>&, double, const Convex<3>&, const Pose<3>&, double);

}  // namespace drystone

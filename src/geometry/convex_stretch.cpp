#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/convex.h"

namespace drystone {

namespace {

/// Planes of the faces, by the corners they have now.
void turn_faces(Convex<2>& out) {
    for (int i = 0; i < out.size(); ++i) {
        const Vec<2>&p = out.vertex[i], &q = out.vertex[(i + 1) % out.size()];
        out.normal[i] = unit(Vec<2>{{q[1] - p[1], p[0] - q[0]}});
        out.offset[i] = 0.5 * dot(out.normal[i], p + q);
    }
}

void turn_faces(Convex<3>& out) {
    for (int f = 0; f < out.faces(); ++f) {
        const int start = out.face_start[f], corners = out.corners(f);
        const auto corner = [&](int k) -> const Vec<3>& { return out.vertex[out.face_vertex[start + k]]; };
        Vec<3> area{};
        for (int k = 1; k + 1 < corners; ++k)
            area += cross(corner(k) - corner(0), corner(k + 1) - corner(0));
        out.normal[f] = unit(area);
        double sum = 0.0;
        for (int k = 0; k < corners; ++k) sum += dot(out.normal[f], corner(k));
        out.offset[f] = sum / corners;
    }
}

/// Edges that were parallel stay so.
void turn_axes(const Convex<2>&, const Mat<2>&, Convex<2>&) {}
void turn_axes(const Convex<3>& shape, const Mat<3>& A, Convex<3>& out) {
    for (std::size_t k = 0; k < shape.axis.size(); ++k) out.axis[k] = unit(A * shape.axis[k]);
}

}  // namespace

template <int D>
void stretch(const Convex<D>& shape, const Mat<D>& A, Convex<D>& out) {
    out = shape;
    for (Vec<D>& x : out.vertex) x = A * x;
    turn_faces(out);
    turn_axes(shape, A, out);
    out.middle = A * shape.middle;
    out.radius = 0.0;
    for (const Vec<D>& x : out.vertex) out.radius = std::max(out.radius, norm(x - out.middle));
    out.inner_radius = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < out.normal.size(); ++f)
        out.inner_radius = std::min(out.inner_radius, out.offset[f] - dot(out.normal[f], out.middle));
    weigh_corners(out);
    out.flatness = shape.flatness * (out.radius / shape.radius);
}

template void stretch(const Convex<2>&, const Mat<2>&, Convex<2>&);
template void stretch(const Convex<3>&, const Mat<3>&, Convex<3>&);

}  // namespace drystone

#include "geometry/common_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/motion.h"

namespace drystone {

namespace {

double cross_of(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

/// An edge seen from the middle of a circle: straight pieces inside it, and arcs in place of what is outside. visit_triangle(a, b),
/// visit_sector(angle), both with the sign of the edge's turning.
template <class Triangle, class Sector>
void split_by_circle(const Vec<2>& a, const Vec<2>& b, double r, const Triangle& triangle,
                     const Sector& sector) {
    const auto angle = [](const Vec<2>& p, const Vec<2>& q) { return std::atan2(cross_of(p, q), dot(p, q)); };
    const Vec<2> along = b - a;
    const double length = norm(along);
    if (length == 0.0) return;
    const Vec<2> u = (1.0 / length) * along;
    const double from_foot = dot(a, u), off = cross_of(u, a);  // a = foot + from_foot u
    const double half = r * r - off * off;
    if (half <= 0.0) {
        sector(angle(a, b));
        return;
    }
    const double s = std::sqrt(half);
    const double enters = std::clamp(-s - from_foot, 0.0, length),
                 leaves = std::clamp(s - from_foot, 0.0, length);
    if (enters >= leaves) {
        sector(angle(a, b));
        return;
    }
    const Vec<2> first = a + enters * u, last = a + leaves * u;
    if (enters > 0.0) sector(angle(a, first));
    triangle(first, last);
    if (leaves < length) sector(angle(last, b));
}

/// Signed solid angle of a triangle seen from the origin (Van Oosterom and Strackee).
double solid_angle(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c) {
    const double na = norm(a), nb = norm(b), nc = norm(c);
    return 2.0 *
           std::atan2(dot(a, cross(b, c)), na * nb * nc + dot(a, b) * nc + dot(b, c) * na + dot(c, a) * nb);
}

/// What a ball about the origin has of the cone from there over a face.
double ball_in_cone(const std::vector<Vec<3>>& face, double radius) {
    Vec<3> area{};  // twice, along the outward normal
    for (std::size_t k = 1; k + 1 < face.size(); ++k) area += cross(face[k] - face[0], face[k + 1] - face[0]);
    if (norm(area) == 0.0) return 0.0;
    const Mat<3> frame = contact_frame((1.0 / norm(area)) * area);
    const double height = dot(frame[0], face[0]), cap = radius * radius * radius / 3.0;
    if (height == 0.0) return 0.0;  // a cone without height
    const double d = std::abs(height), rim = d < radius ? std::sqrt(radius * radius - d * d) : 0.0;
    const auto flat = [&](const Vec<3>& x) { return Vec<2>{{dot(frame[1], x), dot(frame[2], x)}}; };
    const auto angle_of = [&](const Vec<2>& p, const Vec<2>& q) {  // of the triangle from the foot
        return solid_angle({{d, 0.0, 0.0}}, {{d, p[0], p[1]}}, {{d, q[0], q[1]}});
    };
    double volume = 0.0;
    for (std::size_t k = 0; k < face.size(); ++k) {
        const Vec<2> p = flat(face[k]), q = flat(face[(k + 1) % face.size()]);
        volume += cap * angle_of(p, q);
        if (rim == 0.0) continue;
        split_by_circle(
            p, q, rim,
            [&](const Vec<2>& a, const Vec<2>& b) {
                volume += d / 6.0 * cross_of(a, b) - cap * angle_of(a, b);
            },
            [&](double phi) { volume += phi * (d / 6.0 * rim * rim - cap * (1.0 - d / radius)); });
    }
    return std::copysign(1.0, height) * volume;
}

/// Keeps what is on the side where sign * x[axis] <= sign * level.
template <int D>
std::vector<Vec<D>> clipped(const std::vector<Vec<D>>& corners, int axis, double level, double sign) {
    std::vector<Vec<D>> kept;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec<D>&a = corners[k], &b = corners[(k + 1) % corners.size()];
        const double ha = sign * (a[axis] - level), hb = sign * (b[axis] - level);
        if (ha <= 0.0) kept.push_back(a);
        if ((ha < 0.0 && hb > 0.0) || (ha > 0.0 && hb < 0.0)) {
            Vec<D> x = a + (ha / (ha - hb)) * (b - a);
            x[axis] = level;
            kept.push_back(x);
        }
    }
    return kept.size() >= 3 ? kept : std::vector<Vec<D>>{};
}

/// Of a convex polyhedron cut by one plane of a box: its faces are cut, and what was cut open is closed.
Polyhedron clipped(const Polyhedron& solid, int axis, double level, double sign) {
    Polyhedron kept;
    std::vector<Vec<3>> rim;
    bool is_cut = false;
    for (const std::vector<Vec<3>>& face : solid) {
        is_cut = is_cut || std::any_of(face.begin(), face.end(),
                                       [&](const Vec<3>& x) { return sign * (x[axis] - level) > 0.0; });
        std::vector<Vec<3>> left = clipped(face, axis, level, sign);
        if (left.empty()) continue;
        for (const Vec<3>& x : left) {
            if (x[axis] == level) rim.push_back(x);
        }
        kept.push_back(std::move(left));
    }
    if (!is_cut || rim.size() < 3) return kept;
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    Vec<3> middle{};
    for (const Vec<3>& x : rim) middle += (1.0 / static_cast<double>(rim.size())) * x;
    const auto angle = [&](const Vec<3>& x) { return sign * std::atan2(x[j] - middle[j], x[i] - middle[i]); };
    std::sort(rim.begin(), rim.end(), [&](const Vec<3>& x, const Vec<3>& y) { return angle(x) < angle(y); });
    kept.push_back(std::move(rim));
    return kept;
}

double volume_of(const Polygon& polygon) {
    double twice = 0.0;
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
        twice += cross_of(polygon[k] - polygon[0], polygon[k + 1] - polygon[0]);
    return 0.5 * twice;
}

double volume_of(const Polyhedron& solid) {
    if (solid.empty()) return 0.0;
    const Vec<3> apex = solid[0][0];
    double six = 0.0;
    for (const std::vector<Vec<3>>& face : solid) {
        for (std::size_t k = 1; k + 1 < face.size(); ++k)
            six += dot(face[0] - apex, cross(face[k] - apex, face[k + 1] - apex));
    }
    return six / 6.0;
}

template <int D, class Solid>
double volume_in_box(Solid solid, const BoxRegion<D>& box) {
    for (int axis = 0; axis < D; ++axis) {
        solid = clipped(solid, axis, box.max[axis], 1.0);
        solid = clipped(solid, axis, box.min[axis], -1.0);
    }
    return std::max(0.0, volume_of(solid));
}

/// Of a ball beyond a plane at the distance t of its middle, which may be negative.
double cap_of(const BallRegion<2>& disk, double t) {
    const double r = disk.radius, x = std::clamp(t / r, -1.0, 1.0);
    return r * r * (std::acos(x) - x * std::sqrt(1.0 - x * x));
}
double cap_of(const BallRegion<3>& ball, double t) {
    const double h = ball.radius - std::clamp(t, -ball.radius, ball.radius);
    return std::numbers::pi / 3.0 * h * h * (3.0 * ball.radius - h);
}

}  // namespace

double common_volume(const Polygon& polygon, const BallRegion<2>& disk) {
    double area = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        split_by_circle(
            polygon[k] - disk.centre, polygon[(k + 1) % polygon.size()] - disk.centre, disk.radius,
            [&](const Vec<2>& a, const Vec<2>& b) { area += 0.5 * cross_of(a, b); },
            [&](double phi) { area += 0.5 * phi * disk.radius * disk.radius; });
    }
    return std::max(0.0, area);
}

double common_volume(const Polyhedron& polyhedron, const BallRegion<3>& ball) {
    double volume = 0.0;
    for (const std::vector<Vec<3>>& face : polyhedron) {
        std::vector<Vec<3>> seen(face);
        for (Vec<3>& x : seen) x = x - ball.centre;
        volume += ball_in_cone(seen, ball.radius);
    }
    return std::max(0.0, volume);
}

template <int D>
double common_volume(const BallRegion<D>& a, const BallRegion<D>& b) {
    const double distance = norm(b.centre - a.centre);
    if (distance >= a.radius + b.radius) return 0.0;
    if (distance <= std::abs(a.radius - b.radius)) return a.radius < b.radius ? a.volume() : b.volume();
    const double to_a =
        (distance * distance + (a.radius - b.radius) * (a.radius + b.radius)) / (2.0 * distance);
    return cap_of(a, to_a) + cap_of(b, distance - to_a);
}

double common_volume(const Polygon& convex, const BoxRegion<2>& box) { return volume_in_box<2>(convex, box); }
double common_volume(const Polyhedron& convex, const BoxRegion<3>& box) {
    return volume_in_box<3>(convex, box);
}

Polygon outline(const BoxRegion<2>& box) {
    return {box.min, {{box.max[0], box.min[1]}}, box.max, {{box.min[0], box.max[1]}}};
}

Polyhedron outline(const BoxRegion<3>& box) {
    Polyhedron faces;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        std::vector<Vec<3>> face(4, box.max);  // counter-clockwise seen from above
        face[0][i] = face[3][i] = box.min[i];
        face[0][j] = face[1][j] = box.min[j];
        faces.push_back(face);
        for (Vec<3>& x : face) x[k] = box.min[k];
        std::reverse(face.begin(), face.end());
        faces.push_back(face);
    }
    return faces;
}

template double common_volume(const BallRegion<2>&, const BallRegion<2>&);
template double common_volume(const BallRegion<3>&, const BallRegion<3>&);

}  // namespace drystone

#include "render/joint_faces.h"

#include <algorithm>
#include <cmath>

#include "render/draw.h"

namespace drystone::render {

namespace {

/// A corner in the plane of its face.
struct Flat {
    double x = 0.0, y = 0.0;
    int corner = 0;
};

double turn(const Flat& o, const Flat& p, const Flat& q) {
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

/// Counter-clockwise, without points on the way (Andrew's monotone chain).
std::vector<int> hull(std::vector<Flat> points, double slack) {
    std::sort(points.begin(), points.end(),
              [](const Flat& p, const Flat& q) { return std::pair(p.x, p.y) < std::pair(q.x, q.y); });
    std::vector<Flat> chain;
    for (int side = 0; side < 2; ++side) {
        const std::size_t begin = chain.size();
        for (const Flat& p : points) {
            while (chain.size() >= begin + 2 && turn(chain[chain.size() - 2], chain.back(), p) <= slack)
                chain.pop_back();
            chain.push_back(p);
        }
        chain.pop_back();
        std::reverse(points.begin(), points.end());
    }
    std::vector<int> out;
    for (const Flat& p : chain) out.push_back(p.corner);
    return out;
}

/// Corners `from` .. `to` of one joint that lie in a plane, taken out of the list.
std::vector<int> take_face(const ShownBodies& bodies, std::vector<int>& left, double slack) {
    const int d = bodies.dimension;
    const Vec<3> n = spatial(bodies.joints.normal, d, left[0]), p = spatial(bodies.joints.corner, d, left[0]);
    std::vector<int> face;
    std::erase_if(left, [&](int k) {
        const bool same = dot(spatial(bodies.joints.normal, d, k), n) > 0.999 &&
                          std::abs(dot(spatial(bodies.joints.corner, d, k) - p, n)) <= slack;
        if (same) face.push_back(k);
        return same;
    });
    return face;
}

/// In order; empty where the corners do not span a line or a face.
std::vector<int> ordered(const ShownBodies& bodies, const std::vector<int>& face, double size) {
    const int d = bodies.dimension;
    const Vec<3> n = spatial(bodies.joints.normal, d, face[0]), o = spatial(bodies.joints.corner, d, face[0]);
    const auto [x, y] = d == 2 ? std::array{Vec<3>{{-n[1], n[0], 0.0}}, Vec<3>::axis(2)} : across(n);
    std::vector<Flat> points;
    for (const int k : face) {
        const Vec<3> r = spatial(bodies.joints.corner, d, k) - o;
        points.push_back({dot(r, x), dot(r, y), k});
    }
    std::vector<int> out;
    if (d == 2) {
        std::sort(points.begin(), points.end(), [](const Flat& p, const Flat& q) { return p.x < q.x; });
        for (const Flat& p : points) out.push_back(p.corner);
        return points.back().x - points.front().x > 1e-6 * size ? out : std::vector<int>{};
    }
    if (points.size() >= 3) out = hull(points, 1e-6 * size * size);
    return out.size() >= 3 ? out : std::vector<int>{};
}

double size_of(const ShownBodies& bodies, const std::vector<int>& corners) {
    double size = 0.0;
    for (const int k : corners)
        size = std::max(size, norm(spatial(bodies.joints.corner, bodies.dimension, k) -
                                   spatial(bodies.joints.corner, bodies.dimension, corners[0])));
    return size;
}

}  // namespace

std::vector<JointFace> joint_faces(const ShownBodies& bodies) {
    std::vector<JointFace> faces;
    for (int j = 0; j < bodies.joints.size(); ++j) {
        std::vector<int> left;
        for (int k = bodies.joints.start[j]; k < bodies.joints.start[j + 1]; ++k) left.push_back(k);
        const double size = size_of(bodies, left);
        while (!left.empty()) {
            std::vector<int> face = ordered(bodies, take_face(bodies, left, 1e-3 * size), size);
            if (!face.empty()) faces.push_back({j, std::move(face)});
        }
    }
    return faces;
}

Vec<3> corner_place(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown, int joint,
                    int corner) {
    const Vec<3> start = spatial(bodies.joints.corner, bodies.dimension, corner);
    Vec<3> middle{};
    for (const int body : {bodies.joints.a[joint], bodies.joints.b[joint]})
        middle += 0.5 * Placement(bodies, shown, body).point(Placement(bodies, first, body).own(start));
    return middle;
}

bool Kern::holds(const Vec<3>& p, double slack) const {
    return std::all_of(pulls.begin(), pulls.end(),
                       [&](const Vec<3>& pull) { return 1.0 + dot(p - centre, pull) >= -slack; });
}

namespace {

/// Of a line from p to q: stresses are linear in r, and the mean of r^2 is l^2 / 12.
Kern kern_of_line(const Vec<3>& p, const Vec<3>& q) {
    const Vec<3> half = 0.5 * (q - p);
    Kern kern{.centre = p + half, .outline = {}, .pulls = {}};
    kern.outline = {kern.centre - (1.0 / 3.0) * half, kern.centre + (1.0 / 3.0) * half};
    kern.pulls = {(-3.0 / dot(half, half)) * half, (3.0 / dot(half, half)) * half};
    return kern;
}

/// Centroid, and the mean of r r^T about it in axes x and y, of a convex polygon.
struct Section {
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
};

Section section_of(const std::vector<Flat>& p) {
    double area = 0.0;
    Section s;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Flat &a = p[i], &b = p[(i + 1) % p.size()];
        const double c = a.x * b.y - a.y * b.x;
        area += c / 2.0;
        s.x += c * (a.x + b.x) / 6.0;
        s.y += c * (a.y + b.y) / 6.0;
        s.xx += c * (a.x * a.x + a.x * b.x + b.x * b.x) / 12.0;
        s.yy += c * (a.y * a.y + a.y * b.y + b.y * b.y) / 12.0;
        s.xy += c * (2.0 * a.x * a.y + a.x * b.y + b.x * a.y + 2.0 * b.x * b.y) / 24.0;
    }
    for (double* value : {&s.x, &s.y, &s.xx, &s.xy, &s.yy}) *value /= area;
    s.xx -= s.x * s.x;
    s.yy -= s.y * s.y;
    s.xy -= s.x * s.y;
    return s;
}

}  // namespace

Kern kern_of(const std::vector<Vec<3>>& corners) {
    if (corners.size() == 2) return kern_of_line(corners[0], corners[1]);
    Vec<3> n{};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        n += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    const auto [x, y] = across((1.0 / norm(n)) * n);
    std::vector<Flat> flat;
    for (const Vec<3>& p : corners) flat.push_back({dot(p - corners[0], x), dot(p - corners[0], y), 0});
    const Section s = section_of(flat);
    Kern kern{.centre = corners[0] + s.x * x + s.y * y, .outline = {}, .pulls = {}};
    const double det = s.xx * s.yy - s.xy * s.xy;
    for (std::size_t i = 0; i < flat.size(); ++i) {
        const double rx = flat[i].x - s.x, ry = flat[i].y - s.y;
        kern.pulls.push_back(((s.yy * rx - s.xy * ry) / det) * x + ((s.xx * ry - s.xy * rx) / det) * y);
        // A side is the line a . r = 1; a force at -J a has no stress on it.
        const Flat& b = flat[(i + 1) % flat.size()];
        const double qx = b.x - s.x, qy = b.y - s.y, c = rx * qy - ry * qx;
        const double ax = (qy - ry) / c, ay = (rx - qx) / c;
        kern.outline.push_back(kern.centre - (s.xx * ax + s.xy * ay) * x - (s.xy * ax + s.yy * ay) * y);
    }
    return kern;
}

}  // namespace drystone::render

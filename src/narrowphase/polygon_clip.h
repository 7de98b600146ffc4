#pragma once

// Polygons cut by half-planes, edge by edge; shares of the area with sum share_i = A and sum share_i p_i = A c.

#include <algorithm>
#include <cmath>

#include "narrowphase/out_of_line.h"
#include "narrowphase/overlap_polygon.h"

namespace drystone {

namespace polygons {

/// Distance to the left of the line from p to q times its length; 0 where it is within the tolerance.
struct Line {
    double px, py, dx, dy, tolerance;

    DRYSTONE_ON_DEVICE Line(const PlanarVertex& p, const PlanarVertex& q, double distance)
        : px(p.x), py(p.y), dx(q.x - p.x), dy(q.y - p.y) {
        tolerance = distance * std::sqrt(dx * dx + dy * dy);
    }
    DRYSTONE_ON_DEVICE double side(const PlanarVertex& v) const {
        const double left = dx * (v.y - py) - dy * (v.x - px);
        return std::abs(left) <= tolerance ? 0.0 : left;
    }
};

DRYSTONE_ON_DEVICE inline PlanarVertex crossing(const PlanarVertex& v, double side_v, const PlanarVertex& w,
                                                double side_w, std::uint16_t edge) {
    const double t = side_v / (side_v - side_w);
    return {v.x + t * (w.x - v.x), v.y + t * (w.y - v.y), edge};
}

/// Keeps what lies to the left of the line; the new edge along it is called `edge`.
template <class Polygon>
DRYSTONE_ON_DEVICE void cut(const Line& line, std::uint16_t edge, const Polygon& polygon, Polygon& kept) {
    kept.clear();
    const std::size_t n = polygon.size();
    const double first_side = line.side(polygon[0]);
    double side = first_side;
    for (std::size_t i = 0; i < n; ++i) {
        const PlanarVertex& v = polygon[i];
        const bool last = i + 1 == n;
        const PlanarVertex& w = polygon[last ? 0 : i + 1];
        const double next = last ? first_side : line.side(w);
        if (side >= 0.0) kept.push_back(v);
        if (side == 0.0 && next < 0.0) kept.back().edge = edge;
        if (side > 0.0 && next < 0.0) kept.push_back(crossing(v, side, w, next, edge));
        if (side < 0.0 && next > 0.0) kept.push_back(crossing(v, side, w, next, v.edge));
        side = next;
    }
}

}  // namespace polygons

/// Cuts `polygon` by every edge of `cutter`; may leave two vertices, one or none. `spare` is scratch.
template <class Polygon>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE void clip(const Polygon& cutter, double tolerance, Polygon& polygon,
                                                  Polygon& spare) {
    for (std::size_t k = 0; k < cutter.size() && !polygon.empty(); ++k) {
        const PlanarVertex &p = cutter[k], &q = cutter[k + 1 < cutter.size() ? k + 1 : 0];
        polygons::cut(polygons::Line(p, q, tolerance), p.edge, polygon, spare);
        polygon.swap(spare);
    }
    // Crossings of nearly parallel lines may fall on a vertex: one point is enough.
    const auto same = [&](const PlanarVertex& v, const PlanarVertex& w) {
        return std::abs(v.x - w.x) <= tolerance && std::abs(v.y - w.y) <= tolerance;
    };
    spare.clear();
    for (const PlanarVertex& v : polygon) {
        if (spare.empty() || !same(spare.back(), v)) {
            spare.push_back(v);
        } else {
            spare.back().edge = v.edge;
        }
    }
    while (spare.size() > 1 && same(spare.back(), spare.front())) spare.pop_back();
    polygon.swap(spare);
}

template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE void PolygonSharesOf<Kit>::weigh(const Polygon& p) {
    const std::size_t n = p.size();
    const auto next = [n](std::size_t i) { return i + 1 < n ? i + 1 : 0; };
    share.assign(n, 0.0);
    half.assign(n, 0.0);
    area = x = y = draw = inner_radius = 0.0;
    if (n < 3) return;

    double perimeter = 0.0, cx = 0.0, cy = 0.0;  // c from p_0
    for (std::size_t i = 0; i < n; ++i) {
        const double dx = p[next(i)].x - p[i].x, dy = p[next(i)].y - p[i].y;
        half[i] = 0.5 * std::sqrt(dx * dx + dy * dy);
        perimeter += 2.0 * half[i];
        cx += half[i] * (dx + 2.0 * (p[i].x - p[0].x));
        cy += half[i] * (dy + 2.0 * (p[i].y - p[0].y));
    }
    if (!(perimeter > 0.0)) return;
    cx = p[0].x + cx / perimeter;
    cy = p[0].y + cy / perimeter;

    double first_x = 0.0, first_y = 0.0, polar = 0.0;  // moments about c
    inner_radius = perimeter;
    for (std::size_t i = 0; i < n; ++i) {
        const double ax = p[i].x - cx, ay = p[i].y - cy, bx = p[next(i)].x - cx, by = p[next(i)].y - cy;
        const double third = std::max(ax * by - ay * bx, 0.0) / 6.0;
        inner_radius = std::min(inner_radius, 3.0 * third / half[i]);
        share[i] += third;
        share[next(i)] += third;
        area += 3.0 * third;
        first_x += third * (ax + bx);
        first_y += third * (ay + by);
        polar += 0.5 * third * (ax * (ax + bx) + ay * (ay + by) + bx * bx + by * by);
    }
    if (!(area > 0.0)) {
        inner_radius = 0.0;
        return;
    }
    x = cx + first_x / area;
    y = cy + first_y / area;
    polar -= (first_x * first_x + first_y * first_y) / area;
    double spread = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        share[i] += area / (3.0 * perimeter) * (half[i] + half[i > 0 ? i - 1 : n - 1]);
        const double dx = p[i].x - x, dy = p[i].y - y;
        spread += share[i] * (dx * dx + dy * dy);
    }
    draw = std::sqrt(std::max(polar, 0.0) / spread);
}

}  // namespace drystone

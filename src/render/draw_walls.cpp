#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/draw.h"

namespace drystone::render {

namespace {

constexpr Colour patch_tone{0.937, 0.929, 0.910}, strip_tone{0.863, 0.851, 0.820},
    edge_tone{0.63, 0.616, 0.58};

struct Wall {
    Vec<3> centre, axis;  // a point of the plane and its normal; of the drum's axis and its direction
    int part = 0;
};

std::vector<Wall> walls_of(const ShownBodies& bodies, const ShownFrame& frame, ShownPart kind) {
    std::vector<Wall> found;
    for (int p = 0; p < bodies.parts(); ++p) {
        if (bodies.part_kind[p] != kind) continue;
        const Placement placement(bodies, frame, bodies.part_body[p]);
        if (!placement.finite()) continue;
        found.push_back({placement.point(spatial(bodies.part_centre, 3, p)),
                         placement.direction(spatial(bodies.part_axis, 3, p)), p});
    }
    return found;
}

using Polygon = std::vector<Vec<3>>;

/// What of a polygon is at n . x >= d.
Polygon clipped(const Polygon& polygon, const Vec<3>& n, double d) {
    Polygon out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec<3>&p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double hp = dot(n, p) - d, hq = dot(n, q) - d;
        if (hp >= 0.0) out.push_back(p);
        if ((hp > 0.0 && hq < 0.0) || (hp < 0.0 && hq > 0.0)) out.push_back(p + (hp / (hp - hq)) * (q - p));
    }
    return out;
}

int largest(const Vec<3>& n, int d) {
    int most = 0;
    for (int c = 1; c < d; ++c) {
        if (std::abs(n[c]) > std::abs(n[most])) most = c;
    }
    return most;
}

/// Inside the box, but not cut along the plane's own normal: a floor far below is still drawn.
Polygon within_box(Polygon polygon, const Vec<3>& n, int d, const Vec<3>& low, const Vec<3>& high) {
    const int own = largest(n, d);
    for (int c = 0; c < d; ++c) {
        if (c == own) continue;
        polygon = clipped(polygon, Vec<3>::axis(c), low[c]);
        polygon = clipped(polygon, -Vec<3>::axis(c), -high[c]);
    }
    return polygon;
}

/// In front of every other plane, but those it is parallel to.
Polygon within_walls(Polygon polygon, const Wall& self, const std::vector<Wall>& walls) {
    for (const Wall& other : walls) {
        if (other.part != self.part && std::abs(dot(other.axis, self.axis)) < 0.999)
            polygon = clipped(polygon, other.axis, dot(other.axis, other.centre));
    }
    return polygon;
}

/// 2D: the edge of the half plane and a band of what lies behind it.
void draw_band(const Wall& wall, const std::vector<Wall>& walls, const Vec<3>& low, const Vec<3>& high,
               Drawing& out) {
    const Vec<3> along{{-wall.axis[1], wall.axis[0], 0.0}}, middle = 0.5 * (low + high);
    const Vec<3> foot = middle + dot(wall.axis, wall.centre - middle) * wall.axis;
    const double reach = 100.0 * norm(high - low);
    const Polygon line = within_walls(
        within_box({foot - reach * along, foot + reach * along}, wall.axis, 2, low, high), wall, walls);
    if (line.size() < 2) return;
    // A segment is a polygon of two sides: each cut leaves its ends twice.
    const auto [from, to] =
        std::minmax_element(line.begin(), line.end(),
                            [&](const Vec<3>& p, const Vec<3>& q) { return dot(along, p) < dot(along, q); });
    const double depth = 0.012 * norm(high - low);
    const Vec<3> a = *from - depth * along, b = *to + depth * along, down = -depth * wall.axis;
    out.faces.push_back({.corners = {a, a + down, b + down, b},
                         .colour = strip_tone,
                         .layer = Layer::wall,
                         .one_sided = false});
    out.strokes.push_back({.points = {*from, *to}, .radius = 0.0, .colour = edge_tone, .layer = Layer::wall});
}

void draw_patch(const Wall& wall, const std::vector<Wall>& walls, const Vec<3>& low, const Vec<3>& high,
                Drawing& out) {
    const Vec<3> middle = 0.5 * (low + high);
    const Vec<3> foot = middle + dot(wall.axis, wall.centre - middle) * wall.axis;
    const double reach = 100.0 * norm(high - low);
    const auto [s, t] = across(wall.axis);
    Polygon polygon{foot - reach * s - reach * t, foot + reach * s - reach * t, foot + reach * s + reach * t,
                    foot - reach * s + reach * t};
    polygon = within_walls(within_box(std::move(polygon), wall.axis, 3, low, high), wall, walls);
    if (polygon.size() > 2)
        out.faces.push_back({.corners = polygon, .colour = patch_tone, .layer = Layer::wall});
}

void draw_circle(const Vec<3>& centre, const Vec<3>& axis, double radius, Drawing& out) {
    constexpr int steps = 180;
    const auto [s, t] = across(axis);
    Stroke ring{.points = {}, .radius = 0.0, .colour = edge_tone, .layer = Layer::wall};
    for (int i = 0; i <= steps; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / steps;
        ring.points.push_back(centre + radius * (std::cos(angle) * s + std::sin(angle) * t));
    }
    out.strokes.push_back(std::move(ring));
}

void draw_drum(const ShownBodies& bodies, const Wall& drum, Drawing& out) {
    const double radius = bodies.part_radius[drum.part];
    if (bodies.dimension == 2) return draw_circle(drum.centre, Vec<3>::axis(2), radius, out);
    const double length = bodies.part_length[drum.part] > 0.0F ? bodies.part_length[drum.part] : 2.0 * radius;
    const auto [s, t] = across(drum.axis);
    const Vec<3> half = (0.5 * length) * drum.axis;
    for (const Vec<3>& end : {drum.centre - half, drum.centre + half})
        draw_circle(end, drum.axis, radius, out);
    for (const Vec<3>& side : {s, t, -s, -t}) {
        const Vec<3> foot = drum.centre + radius * side;
        out.strokes.push_back(
            {.points = {foot - half, foot + half}, .radius = 0.0, .colour = edge_tone, .layer = Layer::wall});
    }
}

}  // namespace

void draw_drums(const ShownBodies& bodies, const ShownFrame& frame, Drawing& out) {
    for (const Wall& drum : walls_of(bodies, frame, ShownPart::drum)) draw_drum(bodies, drum, out);
}

void draw_planes(const ShownBodies& bodies, const ShownFrame& frame, const Vec<3>& low, const Vec<3>& high,
                 Drawing& out) {
    const std::vector<Wall> planes = walls_of(bodies, frame, ShownPart::plane);
    for (const Wall& plane : planes) {
        // One that is far from all bodies would only make them small.
        const Vec<3> middle = 0.5 * (low + high);
        if (std::abs(dot(plane.axis, plane.centre - middle)) > norm(high - low)) continue;
        if (bodies.dimension == 2)
            draw_band(plane, planes, low, high, out);
        else
            draw_patch(plane, planes, low, high, out);
    }
}

}  // namespace drystone::render

// A line and a convex set { x : n_f . x <= o_f } share  max over n_f . d < 0 of s_f  <=  s  <=  min over n_f . d > 0 of s_f,
// s_f = (o_f - n_f . x_0) / (n_f . d).

#include "geometry/line_hit.h"

#include <cassert>
#include <cmath>

#include "core/index.h"

namespace drystone {

namespace {

/// What is left of a line between half-spaces.
struct Stretch {
    double in = -std::numeric_limits<double>::infinity();
    double out = std::numeric_limits<double>::infinity();

    /// The half-space in which rise * s <= room.
    void cut(double rise, double room) {
        if (rise < 0.0) in = std::max(in, room / rise);
        if (rise > 0.0) out = std::min(out, room / rise);
        if (rise == 0.0 && room < 0.0) out = -std::numeric_limits<double>::infinity();
    }
    std::optional<LineHit> hit() const { return in <= out ? std::optional(LineHit{in}) : std::nullopt; }
};

template <int D>
std::optional<LineHit> hit_ball(const Vec<D>& centre, double radius, const Line<D>& line) {
    const Vec<D> to = centre - line.start;
    const double along = dot(to, line.direction), across = dot(to, to) - along * along;
    if (across > radius * radius) return std::nullopt;
    return LineHit{along - std::sqrt(radius * radius - across)};
}

template <int D>
std::optional<LineHit> hit_convex(const Convex<D>& shape, const Line<D>& line) {
    Stretch stretch;
    for (std::size_t f = 0; f < shape.normal.size(); ++f)
        stretch.cut(dot(shape.normal[f], line.direction), shape.offset[f] - dot(shape.normal[f], line.start));
    return stretch.hit();
}

std::optional<LineHit> hit_skin(const Skin<2>& skin, const Line<2>& line) {
    Stretch stretch;
    for (std::size_t k = 0; k < skin.vertex.size(); ++k) {
        const Vec<2>& x = skin.vertex[k];
        const Vec<2> edge = skin.vertex[(k + 1) % skin.vertex.size()] - x;
        const Vec<2> normal{{edge[1], -edge[0]}};
        stretch.cut(dot(normal, line.direction), dot(normal, x - line.start));
    }
    return stretch.hit();
}

std::optional<LineHit> hit_skin(const Skin<3>& skin, const Line<3>& line) {
    Stretch stretch;
    for (const auto& face : skin.faces) {
        const Vec<3>& x = skin.vertex[at(face[0])];
        const Vec<3> normal = cross(skin.vertex[at(face[1])] - x, skin.vertex[at(face[2])] - x);
        stretch.cut(dot(normal, line.direction), dot(normal, x - line.start));
    }
    return stretch.hit();
}

/// Inside, seen along the line, or on the border of it.
bool passes(std::span<const Vec<2>> corners, const Line<2>& line) {
    const Vec<2> across{{-line.direction[1], line.direction[0]}};
    const double a = dot(corners[0] - line.start, across), b = dot(corners[1] - line.start, across);
    return a * b <= 0.0;
}
bool passes(std::span<const Vec<3>> corners, const Line<3>& line) {
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec<3> a = corners[k] - line.start, b = corners[(k + 1) % corners.size()] - line.start;
        if (dot(cross(a, b), line.direction) > 0.0) return false;  // facets that look against the line turn clockwise along it
    }
    return true;
}

template <int D>
std::optional<LineHit> hit_surface(const Surface<D>& surface, const Line<D>& line) {
    std::optional<LineHit> first;
    for (std::size_t f = 0; f < surface.facet.size(); ++f) {
        const double rise = dot(surface.normal[f], line.direction);
        if (!(rise < 0.0)) continue;
        std::array<Vec<D>, Facet<D>::most> corner;
        const int corners = surface.facet[f].corners;
        for (int k = 0; k < corners; ++k) corner[at(k)] = surface.node[at(surface.facet[f].node[at(k)])];
        if (!passes(std::span<const Vec<D>>(corner.data(), at(corners)), line)) continue;
        const double s = dot(surface.normal[f], surface.middle[f] - line.start) / rise;
        if (!first || s < first->s) first = LineHit{s, static_cast<int>(f)};
    }
    return first;
}

}  // namespace

template <int D>
std::optional<LineHit> line_hit(const Parts<D>& parts, int part, const Line<D>& line) {
    assert(std::abs(norm(line.direction) - 1.0) < 1e-9);
    if (!parts.is_grain(part)) return std::nullopt;
    if (parts.kind[part] == PartKind::ball) return hit_ball(parts.centre[part], parts.radius[part], line);
    if (parts.kind[part] == PartKind::surface) return hit_surface(parts.surfaces[at(parts.surface[part])], line);
    const int k = parts.solid[part];
    const Mat<D>& turn = parts.solids.turn[k];  // the line in the shape's frame
    const Line<D> seen{transpose_times(turn, line.start - parts.solids.origin[k]), transpose_times(turn, line.direction)};
    return parts.solids.is_curved(k) ? hit_skin(parts.solids.curved[k]->skin, seen) : hit_convex(*parts.solids.shape[k], seen);
}

template std::optional<LineHit> line_hit(const Parts<2>&, int, const Line<2>&);
template std::optional<LineHit> line_hit(const Parts<3>&, int, const Line<3>&);

}  // namespace drystone

// The area that half planes have in common, by the theorem of Green: of the polygon
//
//     A = 1/2 sum_edges a x b,      A c = 1/6 sum_edges (a x b) (a + b)
//
// and of its part in a disc about the origin, edge by edge: the triangle 0, a, b where the edge is inside, and outside the sector
// between the directions of a and b, R^2 phi / 2, with its moment R^3 / 3 (sin phi_b - sin phi_a, cos phi_a - cos phi_b).

#include "geometry/section.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace drystone {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();


/// A piece of a line, start + s along.
struct Edge {
    Vec<2> start{}, along{};
    double low = -unlimited, high = unlimited;

    Vec<2> begin() const { return start + low * along; }
    Vec<2> end() const { return start + high * along; }
    bool bounded() const { return std::isfinite(low) && std::isfinite(high); }
};

/// The border of half plane i, inside on its left; where `others` and `i` have one border the first has it.
template <class HalfAt>
std::optional<Edge> edge_of(std::size_t i, std::size_t count, const HalfAt& half) {
    const HalfPlane own = half(i);
    const double size2 = dot(own.normal, own.normal);
    Edge edge{(own.offset / size2) * own.normal,
              (1.0 / std::sqrt(size2)) * Vec<2>{{own.normal[1], -own.normal[0]}}};
    for (std::size_t j = 0; j < count; ++j) {
        if (j == i) continue;
        const HalfPlane other = half(j);
        const double slope = dot(other.normal, edge.along),
                     rest = other.offset - dot(other.normal, edge.start);
        if (slope > 0.0) edge.low = std::max(edge.low, rest / slope);
        if (slope < 0.0) edge.high = std::min(edge.high, rest / slope);
        if (slope == 0.0 && (rest > 0.0 || (rest == 0.0 && j < i))) return std::nullopt;
    }
    if (!(edge.low < edge.high)) return std::nullopt;
    return edge;
}

/// Area and moment of what lies between the origin and an edge.
struct Sums {
    double area = 0.0;
    Vec<2> moment{};

    void add_triangle(const Vec<2>& a, const Vec<2>& b) {
        const double twice = cross(a, b);
        area += 0.5 * twice;
        moment += (twice / 6.0) * (a + b);
    }
    void add_sector(const Vec<2>& a, const Vec<2>& b, double radius) {
        const double from = std::atan2(a[1], a[0]), angle = std::atan2(cross(a, b), dot(a, b));
        area += 0.5 * radius * radius * angle;
        const double cube = radius * radius * radius / 3.0, to = from + angle;
        moment += cube * Vec<2>{{std::sin(to) - std::sin(from), std::cos(from) - std::cos(to)}};
    }
    Section about(const Vec<2>& origin) const {
        if (!(area > 0.0)) return {};
        return {area, origin + (1.0 / area) * moment};
    }
};

/// The part of an edge in a disc of that radius about the origin, and sectors for the rest.
void add_in_disc(const Vec<2>& a, const Vec<2>& b, double radius, Sums& sums) {
    const Vec<2> way = b - a;
    const double length2 = dot(way, way);
    if (length2 == 0.0) return;
    const double middle = -dot(a, way) / length2;
    const Vec<2> nearest = a + middle * way;
    const double inside2 = radius * radius - dot(nearest, nearest);
    if (!(inside2 > 0.0)) return sums.add_sector(a, b, radius);
    const double half = std::sqrt(inside2 / length2);
    const double enters = std::clamp(middle - half, 0.0, 1.0), leaves = std::clamp(middle + half, 0.0, 1.0);
    const Vec<2> in = a + enters * way, out = a + leaves * way;
    if (enters > 0.0) sums.add_sector(a, in, radius);
    if (leaves > enters) sums.add_triangle(in, out);
    if (leaves < 1.0) sums.add_sector(out, b, radius);
}

}  // namespace

Section common_part(std::span<const HalfPlane> halves) {
    const auto half = [&](std::size_t i) { return halves[i]; };
    Sums sums;
    std::optional<Vec<2>> origin;
    for (std::size_t i = 0; i < halves.size(); ++i) {
        const std::optional<Edge> edge = edge_of(i, halves.size(), half);
        if (!edge) continue;
        if (!edge->bounded()) return {.bounded = false};
        if (!origin) origin = edge->begin();
        sums.add_triangle(edge->begin() - *origin, edge->end() - *origin);
    }
    if (halves.empty()) return {.bounded = false};
    return origin ? sums.about(*origin) : Section{};
}

Section common_part(std::span<const HalfPlane> halves, const Disc& disc) {
    // The square round the disc bounds whatever the half planes leave.
    const std::size_t count = halves.size() + 4;
    const auto half = [&](std::size_t i) {
        if (i < halves.size())
            return HalfPlane{halves[i].normal, halves[i].offset - dot(halves[i].normal, disc.centre)};
        const std::size_t side = i - halves.size();
        return HalfPlane{(side < 2 ? 1.0 : -1.0) * Vec<2>::axis(static_cast<int>(side % 2)), -disc.radius};
    };
    Sums sums;
    for (std::size_t i = 0; i < count; ++i) {
        const std::optional<Edge> edge = edge_of(i, count, half);
        if (edge) add_in_disc(edge->begin(), edge->end(), disc.radius, sums);
    }
    return sums.about(disc.centre);
}

}  // namespace drystone

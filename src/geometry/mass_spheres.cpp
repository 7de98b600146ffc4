// The union of spheres cut into slices z = const: each slice is a union of disks, whose boundary integral runs
// over the exposed arcs. The sum over spheres is taken outside the integral over z,
//
//     int 1, x, x x^T dV = sum_i int_{z_i - r_i}^{z_i + r_i} (exposed arcs of sphere i at height z) dz,
//
// because the arcs of sphere i depend on its neighbours alone: the integrand of sphere i is analytic between
// the poles of i, the top and bottom of its crossing circles, and its triple points. All but the last are
// square-root ends.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "geometry/mass_arcs.h"
#include "geometry/mass_quadrature.h"

namespace drystone {

namespace {

using Sphere = PlacedBall<3>;

/// The two quadrature values must agree so well, relative to the moments of the largest ball. The finer one is
/// kept: over 800 random clumps of 2 to 50 balls, turning the clump changed its tensor by 2.4e-13 at most.
constexpr double agreement = 1e-12;

/// The circle in which two spheres cross.
struct CrossingCircle {
    Vec<3> centre;
    Vec<3> axis;  // unit
    double radius;
};

CrossingCircle crossing_circle(const Sphere& a, const Sphere& b) {
    const Vec<3> offset = b.centre - a.centre;
    const double d = norm(offset), r = a.radius, s = b.radius;
    const Vec<3> axis = (1.0 / d) * offset;
    const double along = 0.5 * (d + (r - s) * (r + s) / d);
    const double heron = (r + s - d) * ((d + s) - r) * ((d + r) - s) * (d + r + s);
    return {a.centre + along * axis, axis, std::sqrt(std::max(heron, 0.0)) / (2.0 * d)};
}

/// Where sphere c meets the crossing circle; nothing where the three spheres have no point in common.
std::optional<std::array<Vec<3>, 2>> triple_points(const CrossingCircle& circle, const Sphere& c) {
    const Vec<3> offset = c.centre - circle.centre;
    const double height = dot(offset, circle.axis);
    const Vec<3> in_plane = offset - height * circle.axis;
    const double d = norm(in_plane), a = circle.radius;
    if (d == 0.0 || std::abs(height) >= c.radius) return std::nullopt;
    const double cut2 = (c.radius - height) * (c.radius + height);  // squared radius of c's cut by the plane
    const Vec<3> x = (1.0 / d) * in_plane, y = cross(circle.axis, x);
    const double along = 0.5 * (d + (a * a - cut2) / d);
    if (std::abs(along) >= a) return std::nullopt;
    const double across = std::sqrt((a - along) * (a + along));
    const Vec<3> middle = circle.centre + along * x;
    return std::array{middle - across * y, middle + across * y};
}

/// The lowest and the highest point of a crossing circle, which lies in no horizontal plane.
std::array<Vec<3>, 2> lowest_and_highest(const CrossingCircle& circle, double slope) {
    const Vec<3> up = (circle.radius / slope) * (Vec<3>::axis(2) - circle.axis[2] * circle.axis);
    return {circle.centre - up, circle.centre + up};
}

/// Whether a sphere other than neighbours j and k covers the point: then nothing happens there that is exposed.
/// Well inside only, so that rounding cannot hide a point of the surface.
bool hidden(const Vec<3>& point, std::span<const Sphere> neighbours, std::size_t j, std::size_t k) {
    constexpr double well_inside = 1.0 - 1e-9;
    for (std::size_t m = 0; m < neighbours.size(); ++m) {
        if (m == j || m == k) continue;
        if (norm(point - neighbours[m].centre) < well_inside * neighbours[m].radius) return true;
    }
    return false;
}

/// The heights between which the exposed arcs of `sphere` are analytic, in ascending order.
std::vector<double> cuts_of(const Sphere& sphere, std::span<const Sphere> neighbours) {
    const double bottom = sphere.centre[2] - sphere.radius, top = sphere.centre[2] + sphere.radius;
    std::vector<double> cuts = {bottom, top};
    const auto add = [&](const Vec<3>& point) { cuts.push_back(std::clamp(point[2], bottom, top)); };
    for (std::size_t j = 0; j < neighbours.size(); ++j) {
        const CrossingCircle circle = crossing_circle(sphere, neighbours[j]);
        const double slope = std::hypot(circle.axis[0], circle.axis[1]);
        if (slope == 0.0) {
            add(circle.centre);
        } else {
            for (const Vec<3>& point : lowest_and_highest(circle, slope)) {
                if (!hidden(point, neighbours, j, j)) add(point);
            }
        }
        for (std::size_t k = j + 1; k < neighbours.size(); ++k) {
            const auto points = triple_points(circle, neighbours[k]);
            if (!points) continue;
            for (const Vec<3>& point : *points) {
                if (!hidden(point, neighbours, j, k)) add(point);
            }
        }
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

/// Cuts the neighbours at height z, and keeps what remains as disks.
void slice(std::span<const Sphere> neighbours, double z, std::vector<PlacedBall<2>>& disks) {
    disks.clear();
    for (const Sphere& s : neighbours) {
        const double h = z - s.centre[2];
        if (std::abs(h) >= s.radius) continue;
        disks.push_back({{{s.centre[0], s.centre[1]}}, std::sqrt((s.radius - h) * (s.radius + h))});
    }
}

/// Moments in space, per unit height, of a plane region at height z.
Moments<3> lifted(const Moments<2>& m, double z) {
    const double x = m.first[0], y = m.first[1];
    return {m.volume,
            {{x, y, z * m.volume}},
            {{Vec<3>{{m.second[0][0], m.second[0][1], z * x}},
              Vec<3>{{m.second[1][0], m.second[1][1], z * y}}, Vec<3>{{z * x, z * y, z * z * m.volume}}}}};
}

/// Whether two values agree, in units of the moments of a ball of radius r.
bool moments_agree(const Moments<3>& a, const Moments<3>& b, double r) {
    const double volume = agreement * r * r * r, first = volume * r, second = first * r;
    bool agree = std::abs(a.volume - b.volume) <= volume;
    for (int i = 0; i < 3; ++i) {
        agree = agree && std::abs(a.first[i] - b.first[i]) <= first;
        for (int j = 0; j < 3; ++j) agree = agree && std::abs(a.second[i][j] - b.second[i][j]) <= second;
    }
    return agree;
}

/// The part of the boundary integral that lies on one sphere.
Moments<3> exposed_surface(const Sphere& sphere, std::span<const Sphere> neighbours, double largest_radius) {
    std::vector<PlacedBall<2>> own, disks;
    std::vector<Arc> covered, exposed;
    const auto arcs_at = [&](double z) {
        slice({&sphere, 1}, z, own);
        if (own.empty()) return Moments<3>{};
        slice(neighbours, z, disks);
        exposed_arcs(own[0], disks, covered, exposed);
        Moments<2> sum;
        for (const Arc& arc : exposed) sum += arc_moments(own[0], arc);
        return lifted(sum, z);
    };
    const auto agree = [&](const Moments<3>& a, const Moments<3>& b) {
        return moments_agree(a, b, largest_radius);
    };
    const std::vector<double> cuts = cuts_of(sphere, neighbours);
    Moments<3> total;
    for (std::size_t k = 1; k < cuts.size(); ++k) {
        if (cuts[k] > cuts[k - 1]) total += integrate<Moments<3>>(arcs_at, cuts[k - 1], cuts[k], agree);
    }
    return total;
}

}  // namespace

Moments<3> union_moments(std::span<const Sphere> spheres) {
    double largest_radius = 0.0;
    for (const Sphere& s : spheres) largest_radius = std::max(largest_radius, s.radius);
    Moments<3> total;
    std::vector<Sphere> neighbours;
    for (const Sphere& sphere : spheres) {
        neighbours.clear();
        for (const Sphere& other : spheres) {
            if (&other != &sphere && surfaces_cross(sphere, other)) neighbours.push_back(other);
        }
        total += exposed_surface(sphere, neighbours, largest_radius);
    }
    return total;
}

}  // namespace drystone

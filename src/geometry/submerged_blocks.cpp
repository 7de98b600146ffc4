#include <algorithm>
#include <cmath>

#include "geometry/submerged.h"

// A body cut by the surface is a sum of signed cones over its wetted faces with a common apex on the surface: the cut
// face, which contains the apex, adds nothing and need not be built.

namespace drystone {

namespace {

/// Where the segment from a (depth da) to b (depth db) meets the surface; the depths have opposite signs.
template <int D>
Vec<D> on_the_waterline(const Vec<D>& a, double da, const Vec<D>& b, double db) {
    return (1.0 / (da - db)) * (da * b - db * a);
}

template <int D>
Vec<D> on_the_surface(const Vec<D>& x, const WaterSurface<D>& surface) {
    return x + surface.depth(x) * surface.up;
}

/// The part of an edge below the surface; false if there is none.
bool clip(Vec<2>& a, Vec<2>& b, const WaterSurface<2>& surface) {
    const double da = surface.depth(a), db = surface.depth(b);
    if (da <= 0.0 && db <= 0.0) return false;
    if (da < 0.0)
        a = on_the_waterline(a, da, b, db);
    else if (db < 0.0)
        b = on_the_waterline(a, da, b, db);
    return true;
}

/// The part of a convex face below the surface (Sutherland and Hodgman); fills `wet`.
void clip(std::span<const Vec<3>> vertices, const std::vector<int>& face, const WaterSurface<3>& surface,
          std::vector<Vec<3>>& wet) {
    wet.clear();
    for (std::size_t k = 0; k < face.size(); ++k) {
        const Vec<3>& a = vertices[static_cast<std::size_t>(face[k])];
        const Vec<3>& b = vertices[static_cast<std::size_t>(face[(k + 1) % face.size()])];
        const double da = surface.depth(a), db = surface.depth(b);
        if (da >= 0.0) wet.push_back(a);
        if (da * db < 0.0) wet.push_back(on_the_waterline(a, da, b, db));
    }
}

/// Adds depth and place over a flat piece of the side with corners `corner`, each pair's middle a node: exact for
/// what is quadratic in the place. `area` is the projected one.
template <int D, std::size_t N>
void press(const std::array<Vec<D>, N>& corner, double area, const Vec<D>& reference,
           const WaterSurface<D>& surface, WetSide<D>& side) {
    side.area += area;
    const auto add = [&](const Vec<D>& x, double weight) {
        const double load = weight * std::max(0.0, surface.depth(x));
        side.load += load;
        side.moment += load * (x - reference);
    };
    if constexpr (N == 2) {  // Simpson
        add(corner[0], area / 6.0);
        add(0.5 * (corner[0] + corner[1]), 4.0 * area / 6.0);
        add(corner[1], area / 6.0);
    } else {
        for (std::size_t k = 0; k < N; ++k) add(0.5 * (corner[k] + corner[(k + 1) % N]), area / 3.0);
    }
}

}  // namespace

Submerged<2> submerged_polygon(std::span<const Vec<2>> vertices, const Vec<2>& reference,
                               const WaterSurface<2>& surface) {
    Submerged<2> part;
    const Vec<2> apex = on_the_surface(vertices[0], surface);
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        Vec<2> a = vertices[k], b = vertices[(k + 1) % vertices.size()];
        if (!clip(a, b, surface)) continue;
        const Vec<2> p = a - apex, q = b - apex;
        const double area = 0.5 * (p[0] * q[1] - p[1] * q[0]);
        part.volume += area;
        part.moment += area * ((1.0 / 3.0) * (apex + a + b) - reference);
    }
    return part;
}

WetSide<2> wet_side_of_polygon(std::span<const Vec<2>> vertices, const Vec<2>& reference,
                               const Vec<2>& direction, const WaterSurface<2>& surface) {
    WetSide<2> side;
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        Vec<2> a = vertices[k], b = vertices[(k + 1) % vertices.size()];
        if (!clip(a, b, surface)) continue;
        const double facing = -((b[1] - a[1]) * direction[0] - (b[0] - a[0]) * direction[1]);
        if (facing > 0.0) press<2, 2>({a, b}, facing, reference, surface, side);
    }
    return side;
}

Submerged<3> submerged_polyhedron(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                                  const Vec<3>& reference, const WaterSurface<3>& surface) {
    Submerged<3> part;
    std::vector<Vec<3>> wet;
    const Vec<3> apex = on_the_surface(vertices[0], surface);
    for (const std::vector<int>& face : faces) {
        clip(vertices, face, surface, wet);
        for (std::size_t k = 2; k < wet.size(); ++k) {
            const Vec<3> p = wet[0] - apex, q = wet[k - 1] - apex, r = wet[k] - apex;
            const double volume = dot(p, cross(q, r)) / 6.0;
            part.volume += volume;
            part.moment += volume * (apex + 0.25 * (p + q + r) - reference);
        }
    }
    return part;
}

WetSide<3> wet_side_of_polyhedron(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                                  const Vec<3>& reference, const Vec<3>& direction,
                                  const WaterSurface<3>& surface) {
    WetSide<3> side;
    std::vector<Vec<3>> wet;
    for (const std::vector<int>& face : faces) {
        clip(vertices, face, surface, wet);
        for (std::size_t k = 2; k < wet.size(); ++k) {
            const double facing = -0.5 * dot(cross(wet[k - 1] - wet[0], wet[k] - wet[0]), direction);
            if (facing > 0.0) press<3, 3>({wet[0], wet[k - 1], wet[k]}, facing, reference, surface, side);
        }
    }
    return side;
}

}  // namespace drystone

#pragma once

// Shapes and poses for trials: ordinary ones, and all that is known to break contact geometry.

#include <numbers>
#include <vector>

#include "core/random.h"
#include "geometry/convex.h"
#include "narrowphase/manifold.h"

namespace drystone::samples {

inline Vec<3> direction(Random& random) {
    Vec<3> v{{random.normal(), random.normal(), random.normal()}};
    return (1.0 / norm(v)) * v;
}

inline Rotation<3> any_rotation(Random& random) {
    Rotation<3> r{random.normal(), {{random.normal(), random.normal(), random.normal()}}};
    return normalised(r);
}

/// Hull of points in general position, by trying every triangle.
inline Convex<3> small_hull(const std::vector<Vec<3>>& points) {
    std::vector<std::vector<int>> faces;
    std::vector<int> used(points.size(), -1);
    const int n = static_cast<int>(points.size());
    const auto at = [&](int i) -> const Vec<3>& { return points[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                if (j <= i || k <= i || j == k) continue;
                const Vec<3> normal = cross(at(j) - at(i), at(k) - at(i));
                bool outer = true;
                for (int l = 0; l < n && outer; ++l)
                    outer = l == i || l == j || l == k || dot(normal, at(l) - at(i)) < 0.0;
                if (outer) faces.push_back({i, j, k});
            }
    std::vector<Vec<3>> kept;
    for (auto& face : faces)
        for (int& v : face) {
            int& name = used[static_cast<std::size_t>(v)];
            if (name < 0) name = static_cast<int>(kept.size()), kept.push_back(at(v));
            v = name;
        }
    const ConvexResult<3> result = make_convex(kept, faces, 0.0);
    return result.convex ? *result.convex : box<3>({{1.0, 1.0, 1.0}});
}

inline double stretch(Random& random) {  // mostly plain, now and then a sliver
    return random.below(8) == 0 ? std::pow(10.0, random.uniform(-5.0, 0.0)) : random.uniform(0.3, 1.0);
}

inline Convex<3> any_polyhedron(Random& random, double size, int corners = 8) {
    const Vec<3> axes{{size * stretch(random), size * stretch(random), size * stretch(random)}};
    const std::uint64_t kind = random.below(10);
    if (kind < 5) return box<3>(axes);
    if (kind < 7) return prism(3 + static_cast<int>(random.below(5)), 0.5 * axes[0], axes[1]);
    const int n = kind < 9 ? 4 : 5 + static_cast<int>(random.below(static_cast<std::uint64_t>(corners - 4)));
    std::vector<Vec<3>> points;
    for (int i = 0; i < n; ++i) {
        Vec<3> p = 0.5 * direction(random);
        for (int k = 0; k < 3; ++k) p[k] *= axes[k];
        points.push_back(p);
    }
    return small_hull(points);
}

/// Any, along the axes, or nearly along the axes.
inline Rotation<3> tricky_rotation(Random& random) {
    const std::uint64_t kind = random.below(5);
    if (kind < 2) return any_rotation(random);
    Rotation<3> r = rotation_by((0.5 * std::numbers::pi * static_cast<double>(random.below(4))) *
                                Vec<3>::axis(static_cast<int>(random.below(3))));
    if (kind == 3) r = rotation_by(std::pow(10.0, random.uniform(-15.0, -1.0)) * direction(random)) * r;
    if (kind == 4)
        r = rotation_by(random.uniform(0.0, 3.0) * Vec<3>::axis(static_cast<int>(random.below(3))));
    return normalised(r);
}

inline Rotation<2> tricky_rotation_2d(Random& random) {
    const std::uint64_t kind = random.below(4);
    const double quarter = 0.5 * std::numbers::pi * static_cast<double>(random.below(4));
    if (kind < 2) return {random.uniform(0.0, 6.3)};
    return {kind == 2 ? quarter : quarter + std::pow(10.0, random.uniform(-15.0, -1.0))};
}

inline Convex<2> any_polygon(Random& random, double size) {
    const double x = size * stretch(random), y = size * stretch(random);
    if (random.below(2) == 0) return box<2>({{x, y}});
    const int n = 3 + static_cast<int>(random.below(6));
    const double start = random.uniform(0.0, 6.0);
    std::vector<Vec<2>> points;
    for (int i = 0; i < n; ++i) {
        const double angle = start + 2.0 * std::numbers::pi * (i + random.uniform(0.0, 0.8)) / n;
        points.push_back({{0.5 * x * std::cos(angle), 0.5 * y * std::sin(angle)}});
    }
    const ConvexResult<2> result = make_convex(points, 0.0);
    return result.convex ? *result.convex : box<2>({{x, y}});
}

template <int D>
double reach_along(const Convex<D>& shape, const Mat<D>& turn, const Vec<D>& n) {
    const Vec<D> local = transpose_times(turn, n);
    return dot(local, shape.vertex[static_cast<std::size_t>(support(shape, local))]);
}

/// A relative size: equal, or up to a million times smaller.
inline double any_ratio(Random& random) {
    return random.below(4) == 0 ? std::pow(10.0, random.uniform(-6.0, 0.0)) : random.uniform(0.5, 1.0);
}

/// What a pair is put apart by, in units of the smaller shape: anything, nothing, or next to nothing.
inline double any_gap(Random& random, double size) {
    const std::uint64_t kind = random.below(4);
    if (kind == 0) return 0.0;
    if (kind == 1) return size * random.uniform(-0.6, 0.2);
    return (random.below(2) ? 1.0 : -1.0) * size * std::pow(10.0, random.uniform(-14.0, -1.0));
}

}  // namespace drystone::samples

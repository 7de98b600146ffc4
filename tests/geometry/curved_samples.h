#pragma once

// One of each curved shape, with what it holds said independently of its support function.

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "geometry/curved.h"

namespace drystone::samples {

template <int D>
struct CurvedSample {
    std::string name;
    std::shared_ptr<const Curved<D>> shape;
    std::function<bool(const Vec<D>&)> holds;  // whether a point of the shape's frame is inside
};

template <int D>
CurvedSample<D> sample(const std::string& name, Curved<D> shape, std::function<bool(const Vec<D>&)> holds) {
    return {name, std::make_shared<const Curved<D>>(std::move(shape)), std::move(holds)};
}

template <int D>
std::shared_ptr<const Convex<D>> shared_box(const Vec<D>& size) {
    return std::make_shared<const Convex<D>>(box<D>(size));
}

/// A skewed tetrahedron, its distance by its faces' planes from outside.
inline std::shared_ptr<const Convex<3>> tetrahedron() {
    const std::vector<Vec<3>> v = {
        {{0.0, 0.0, 0.0}}, {{1.0, 0.1, 0.0}}, {{0.2, 0.9, 0.1}}, {{0.3, 0.2, 0.8}}};
    const std::vector<std::vector<int>> faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return std::make_shared<const Convex<3>>(*make_convex(v, faces).convex);
}

inline double outside(double x, double half) { return std::max(std::abs(x) - half, 0.0); }

/// Squared distance of a point from the frustum's meridian (rho, z): by its profile, clamped to the polygon (0,-h) (low,-h) (high,h) (0,h).
inline double distance_from_frustum(double low, double high, double h, double rho, double z) {
    const double ax = low, az = -h, bx = high, bz = h, side = (bx - ax) * (z - az) - (bz - az) * (rho - ax);
    if (std::abs(z) <= h && side >= 0.0) return 0.0;
    const auto segment = [&](double px, double pz, double qx, double qz) {
        const double ux = qx - px, uz = qz - pz, l2 = ux * ux + uz * uz;
        const double t = l2 > 0.0 ? std::clamp(((rho - px) * ux + (z - pz) * uz) / l2, 0.0, 1.0) : 0.0;
        return std::hypot(rho - px - t * ux, z - pz - t * uz);
    };
    return std::min({segment(0.0, -h, low, -h), segment(low, -h, high, h), segment(0.0, h, high, h)});
}

inline CurvedSample<3> frustum(const std::string& name, double low, double high, double half, double r) {
    return sample<3>(name, make_curved<3>(Frustum{low, high, half}, r), [=](const Vec<3>& x) {
        return distance_from_frustum(low, high, half, std::hypot(x[0], x[1]), x[2]) <= r;
    });
}

inline CurvedSample<3> superquadric(const std::string& name, const Vec<3>& a, double m, double n) {
    return sample<3>(name, make_curved<3>(Superquadric<3>{a, m, n}, 0.0), [=](const Vec<3>& x) {
        const auto p = [&](int i, double e) { return std::pow(std::abs(x[i] / a[i]), e); };
        return std::pow(p(0, m) + p(1, m), n / m) + p(2, n) <= 1.0;
    });
}

/// Distance of x from a tetrahedron: 0 inside, else the nearest of its faces, edges and corners.
inline double distance_from(const Convex<3>& t, const Vec<3>& x) {
    bool inside = true;
    double nearest = 1e300;
    for (int f = 0; f < t.faces(); ++f) {
        const auto s = static_cast<std::size_t>(f);
        const double height = dot(t.normal[s], x) - t.offset[s];
        if (height > 0.0) inside = false;
        bool above = true;
        const int first = t.face_start[s], n = t.corners(f);
        const auto corner = [&](int k) {
            return t.vertex[static_cast<std::size_t>(t.face_vertex[static_cast<std::size_t>(first + k % n)])];
        };
        for (int c = 0; c < n; ++c) {
            const Vec<3> p = corner(c), e = corner(c + 1) - p;
            above = above && dot(cross(e, x - p), t.normal[s]) >= 0.0;
            const double along = std::clamp(dot(x - p, e) / dot(e, e), 0.0, 1.0);
            nearest = std::min(nearest, norm(x - p - along * e));
        }
        if (above) nearest = std::min(nearest, std::abs(height));
    }
    return inside ? 0.0 : nearest;
}

inline std::vector<CurvedSample<3>> curved_samples(Vec<3>) {
    const Vec<3> a{{0.5, 0.8, 0.3}};
    const auto tetra = tetrahedron();
    return {
        frustum("cylinder", 0.4, 0.4, 0.7, 0.0),
        frustum("flat cylinder", 0.9, 0.9, 0.15, 0.0),
        frustum("cone", 0.6, 0.0, 0.5, 0.0),
        frustum("cone cut short", 0.3, 0.7, 0.4, 0.0),
        frustum("rounded cylinder", 0.4, 0.4, 0.5, 0.1),
        frustum("rounded cone", 0.5, 0.0, 0.5, 0.07),
        sample<3>("capsule", make_curved<3>(Segment<3>{0.6}, 0.25),
                  [](const Vec<3>& x) { return std::hypot(x[0], x[1], outside(x[2], 0.6)) <= 0.25; }),
        sample<3>("ellipsoid", make_curved<3>(Ellipsoid<3>{a}, 0.0),
                  [=](const Vec<3>& x) { return std::hypot(x[0] / a[0], x[1] / a[1], x[2] / a[2]) <= 1.0; }),
        superquadric("superquadric", a, 4.0, 3.0),
        superquadric("pointed superquadric", a, 1.5, 1.3),
        sample<3>("rounded box", make_rounded(shared_box<3>({{0.8, 0.6, 1.0}}), 0.1),
                  [](const Vec<3>& x) {
                      return std::hypot(outside(x[0], 0.4), outside(x[1], 0.3), outside(x[2], 0.5)) <= 0.1;
                  }),
        sample<3>("rounded tetrahedron", make_rounded(tetra, 0.15),
                  [tetra](const Vec<3>& x) { return distance_from(*tetra, x) <= 0.15; }),
    };
}

inline std::vector<CurvedSample<2>> curved_samples(Vec<2>) {
    const Vec<2> a{{0.5, 0.8}};
    return {
        sample<2>("capsule", make_curved<2>(Segment<2>{0.6}, 0.25),
                  [](const Vec<2>& x) { return std::hypot(x[0], outside(x[1], 0.6)) <= 0.25; }),
        sample<2>("ellipse", make_curved<2>(Ellipsoid<2>{a}, 0.0),
                  [=](const Vec<2>& x) { return std::hypot(x[0] / a[0], x[1] / a[1]) <= 1.0; }),
        sample<2>("superellipse", make_curved<2>(Superquadric<2>{a, 4.0, 4.0}, 0.0),
                  [=](const Vec<2>& x) {
                      return std::pow(std::abs(x[0] / a[0]), 4.0) + std::pow(std::abs(x[1] / a[1]), 4.0) <=
                             1.0;
                  }),
        sample<2>("rounded box", make_rounded(shared_box<2>({{0.8, 0.6}}), 0.1),
                  [](const Vec<2>& x) { return std::hypot(outside(x[0], 0.4), outside(x[1], 0.3)) <= 0.1; }),
        sample<2>(
            "rounded triangle", make_rounded(std::make_shared<const Convex<2>>(regular_polygon(3, 0.6)), 0.2),
            [t = regular_polygon(3, 0.6)](const Vec<2>& x) {
                bool inside = true;
                double nearest = 1e300;
                for (std::size_t i = 0; i < 3; ++i) {
                    inside = inside && dot(t.normal[i], x) <= t.offset[i];
                    const Vec<2> p = t.vertex[i], e = t.vertex[(i + 1) % 3] - p;
                    nearest =
                        std::min(nearest, norm(x - p - std::clamp(dot(x - p, e) / dot(e, e), 0.0, 1.0) * e));
                }
                return inside || nearest <= 0.2;
            }),
    };
}

template <int D>
Vec<D> shape_support(const Curved<D>& shape, const Vec<D>& d) {
    return std::visit([&](const auto& core) { return core.support(d); }, shape.core) +
           (shape.rounding / norm(d)) * d;
}

}  // namespace drystone::samples

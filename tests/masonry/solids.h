#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "masonry/block.h"

// Convex hulls by brute force, and what is asked of every heap of stones. Knows nothing of how they were
// made.

namespace drystone::masonry {

/// One side of a hull: outward unit normal, its corners in order (two in the plane), area (length in the
/// plane).
template <int D>
struct Face {
    Vec<D> normal{};
    double offset = 0.0;       // normal . x on the face
    std::vector<int> corners;  // indices of vertices
    double area = 0.0;
};

template <int D>
double size_of(const std::vector<Vec<D>>& points) {
    double size = 0.0;
    for (const Vec<D>& p : points) size = std::max(size, norm(p - points[0]));
    return size;
}

/// Corners of the convex polygon around `which` points given in the plane, anticlockwise; none in the middle
/// of a side. (Andrew's monotone chain.)
inline std::vector<int> polygon_corners(const std::vector<Vec<2>>& points, std::vector<int> which,
                                        double eps) {
    const auto at = [&](int i) { return points[static_cast<std::size_t>(i)]; };
    std::sort(which.begin(), which.end(), [&](int i, int j) { return at(i).c < at(j).c; });
    std::vector<int> out;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t base = out.size();
        for (const int k : which) {
            while (out.size() >= base + 2) {
                const Vec<2> a = at(out[out.size() - 1]) - at(out[out.size() - 2]),
                             b = at(k) - at(out.back());
                if (a[0] * b[1] - a[1] * b[0] > eps * eps) break;
                out.pop_back();
            }
            out.push_back(k);
        }
        out.pop_back();
        std::reverse(which.begin(), which.end());
    }
    return out;
}

inline std::vector<Face<2>> faces_of(const std::vector<Vec<2>>& v) {
    std::vector<int> all;
    for (std::size_t i = 0; i < v.size(); ++i) all.push_back(static_cast<int>(i));
    const std::vector<int> ring = polygon_corners(v, all, 1e-9 * size_of(v));
    std::vector<Face<2>> faces;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const int i = ring[k], j = ring[(k + 1) % ring.size()];
        const Vec<2> a = v[static_cast<std::size_t>(i)], d = v[static_cast<std::size_t>(j)] - a;
        const double length = norm(d);
        const Vec<2> n = {{d[1] / length, -d[0] / length}};
        faces.push_back({n, dot(n, a), {i, j}, length});
    }
    return faces;
}

/// Orders the corners of a side and measures it.
inline Face<3> side_of(const std::vector<Vec<3>>& v, const Vec<3>& n, const std::vector<int>& on,
                       double eps) {
    const Vec<3> t = (1.0 / norm(v[static_cast<std::size_t>(on[1])] - v[static_cast<std::size_t>(on[0])])) *
                     (v[static_cast<std::size_t>(on[1])] - v[static_cast<std::size_t>(on[0])]);
    const Vec<3> s = cross(n, t);
    std::vector<Vec<2>> flat(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) flat[i] = {{dot(v[i], t), dot(v[i], s)}};
    Face<3> face{n, dot(n, v[static_cast<std::size_t>(on[0])]), polygon_corners(flat, on, eps), 0.0};
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
        const Vec<2> a = flat[static_cast<std::size_t>(face.corners[k])] - flat[0];
        const Vec<2> b =
            flat[static_cast<std::size_t>(face.corners[(k + 1) % face.corners.size()])] - flat[0];
        face.area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return face;
}

/// Every plane through three corners that has all others on one side.
inline std::vector<Face<3>> faces_of(const std::vector<Vec<3>>& v) {
    const double size = size_of(v), eps = 1e-9 * size;
    std::vector<Face<3>> faces;
    const auto n = v.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k) {
                Vec<3> normal = cross(v[j] - v[i], v[k] - v[i]);
                if (norm(normal) < 1e-7 * size * size) continue;
                normal = (1.0 / norm(normal)) * normal;
                double low = 0.0, high = 0.0;
                std::vector<int> on;
                for (std::size_t m = 0; m < n; ++m) {
                    const double d = dot(normal, v[m] - v[i]);
                    low = std::min(low, d);
                    high = std::max(high, d);
                    if (std::abs(d) <= eps) on.push_back(static_cast<int>(m));
                }
                if (low < -eps && high > eps) continue;
                if (high > eps) normal = -normal;
                const bool known = std::any_of(faces.begin(), faces.end(), [&](const Face<3>& f) {
                    return norm(f.normal - normal) < 1e-6;
                });
                if (!known) faces.push_back(side_of(v, normal, on, eps));
            }
    return faces;
}

/// Sum over sides of area * distance from a point within / D.
template <int D>
double volume_of(const Block<D>& block) {
    const Vec<D> inside = block.vertices[0];
    double volume = 0.0;
    for (const Face<D>& f : faces_of(block.vertices))
        volume += f.area * (f.offset - dot(f.normal, inside)) / D;
    return volume;
}

template <int D>
double volume_of(const std::vector<Block<D>>& blocks) {
    double sum = 0.0;
    for (const Block<D>& block : blocks) sum += volume_of(block);
    return sum;
}

template <int D>
struct Solid {
    std::vector<Vec<D>> vertices;
    std::vector<Face<D>> faces;
    std::vector<Vec<3>> edges;  // unit; 3D
    Vec<D> low{}, high{};
    double size = 0.0;
};

template <int D>
Solid<D> solid_of(const Block<D>& block) {
    Solid<D> s{block.vertices, faces_of(block.vertices), {}, {}, {}, size_of(block.vertices)};
    s.low = s.high = block.vertices[0];
    for (const Vec<D>& x : block.vertices)
        for (int i = 0; i < D; ++i) {
            s.low[i] = std::min(s.low[i], x[i]);
            s.high[i] = std::max(s.high[i], x[i]);
        }
    if constexpr (D == 3) {
        for (const Face<3>& f : s.faces)
            for (std::size_t k = 0; k < f.corners.size(); ++k) {
                Vec<3> d = s.vertices[static_cast<std::size_t>(f.corners[(k + 1) % f.corners.size()])] -
                           s.vertices[static_cast<std::size_t>(f.corners[k])];
                d = (1.0 / norm(d)) * d;
                const bool known = std::any_of(s.edges.begin(), s.edges.end(),
                                               [&](const Vec<3>& e) { return norm(cross(e, d)) < 1e-9; });
                if (!known) s.edges.push_back(d);
            }
    }
    return s;
}

/// The widest gap between two solids over all directions that can part them; negative: they overlap by so
/// much.
template <int D>
double gap_between(const Solid<D>& a, const Solid<D>& b) {
    std::vector<Vec<D>> axes;
    for (const Solid<D>* s : {&a, &b})
        for (const Face<D>& f : s->faces) axes.push_back(f.normal);
    if constexpr (D == 3) {
        for (const Vec<3>& e : a.edges)
            for (const Vec<3>& f : b.edges) {
                const Vec<3> n = cross(e, f);
                if (norm(n) > 1e-6) axes.push_back((1.0 / norm(n)) * n);
            }
    }
    double widest = -std::numeric_limits<double>::infinity();
    for (const Vec<D>& n : axes) {
        double lo[2] = {1e300, 1e300}, hi[2] = {-1e300, -1e300};
        const Solid<D>* both[] = {&a, &b};
        for (int s = 0; s < 2; ++s)
            for (const Vec<D>& x : both[s]->vertices) {
                lo[s] = std::min(lo[s], dot(n, x));
                hi[s] = std::max(hi[s], dot(n, x));
            }
        widest = std::max({widest, lo[1] - hi[0], lo[0] - hi[1]});
    }
    return widest;
}

/// All vertices are corners of the hull, it has a volume, names differ, and no two stones overlap by more
/// than rounding (1e-12 of their size).
template <int D>
void expect_sound(const std::vector<Block<D>>& blocks) {
    std::set<std::string> names;
    std::vector<Solid<D>> solids;
    for (const Block<D>& block : blocks) {
        EXPECT_TRUE(names.insert(block.part).second) << "two parts are called " << block.part;
        solids.push_back(solid_of(block));
        std::set<int> corners;
        for (const Face<D>& f : solids.back().faces) corners.insert(f.corners.begin(), f.corners.end());
        EXPECT_EQ(corners.size(), block.vertices.size()) << block.part << " has vertices that are no corners";
        EXPECT_GT(volume_of(block), 0.0) << block.part;
    }
    for (std::size_t i = 0; i < solids.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            bool near = true;
            for (int k = 0; k < D; ++k)
                near = near && solids[i].low[k] < solids[j].high[k] && solids[j].low[k] < solids[i].high[k];
            if (!near) continue;
            const double size = std::max(solids[i].size, solids[j].size);
            EXPECT_GE(gap_between(solids[i], solids[j]), -1e-12 * size)
                << blocks[j].part << " and " << blocks[i].part << " overlap";
        }
}

/// Corners the two have in common, to the last bit.
template <int D>
int shared_corners(const Block<D>& a, const Block<D>& b) {
    int count = 0;
    for (const Vec<D>& x : a.vertices)
        count += static_cast<int>(std::count(b.vertices.begin(), b.vertices.end(), x));
    return count;
}

template <int D>
const Block<D>& part(const std::vector<Block<D>>& blocks, const std::string& name) {
    for (const Block<D>& block : blocks)
        if (block.part == name) return block;
    throw std::out_of_range("no part " + name);
}

template <int D>
std::vector<Block<D>> with_prefix(const std::vector<Block<D>>& blocks, const std::string& prefix) {
    std::vector<Block<D>> out;
    for (const Block<D>& block : blocks)
        if (block.part.starts_with(prefix)) out.push_back(block);
    return out;
}

/// Which field a generator objects to, or "".
inline std::string objected_field(const std::function<void()>& make) {
    try {
        make();
    } catch (const BadParameters& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with(error.field()));
        return error.field();
    }
    return "";
}

}  // namespace drystone::masonry

#include "scene/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <numeric>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "core/index.h"
#include "core/motion.h"

namespace drystone {

namespace {


/// How far the middle one of three points lies to the right of the line from the first to the last.
double bend(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
    const Vec<2> u = b - a, v = c - a;
    const double length = norm(v);
    return length > 0.0 ? (u[0] * v[1] - u[1] * v[0]) / length : 0.0;
}

/// Corners of the hull of points in a plane, counter-clockwise, as places in the list.
std::vector<int> exact_planar_hull(const std::vector<Vec<2>>& points) {
    std::vector<int> order(points.size()), hull;
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int i, int j) { return points[at(i)].c < points[at(j)].c; });
    const auto go_round = [&](auto begin, auto end) {
        const std::size_t start = hull.size();
        for (auto it = begin; it != end; ++it) {
            while (hull.size() >= start + 2 &&
                   bend(points[at(hull[hull.size() - 2])], points[at(hull.back())], points[at(*it)]) <= 0.0)
                hull.pop_back();
            hull.push_back(*it);
        }
        hull.pop_back();  // the first of the way back
    };
    go_round(order.begin(), order.end());
    go_round(order.rbegin(), order.rend());
    return hull;
}

/// Without corners that lie within `tolerance` of the line of their neighbours, the straightest first:
/// cutting while going round could lose a true corner between points that noise has put out of order.
std::vector<int> planar_hull(const std::vector<Vec<2>>& points, double tolerance) {
    std::vector<int> hull = exact_planar_hull(points);
    while (hull.size() > 2) {
        const std::size_t n = hull.size();
        std::size_t straightest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < n; ++i) {
            const double here =
                bend(points[at(hull[(i + n - 1) % n])], points[at(hull[i])], points[at(hull[(i + 1) % n])]);
            if (here < least) least = here, straightest = i;
        }
        if (least > tolerance) break;
        hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(straightest));
    }
    return hull;
}

template <int D>
Vec<D> mean_of(std::span<const Vec<D>> points) {
    Vec<D> mean{};
    for (const Vec<D>& p : points) mean += (1.0 / static_cast<double>(points.size())) * p;
    return mean;
}

/// The farthest a point lies from the mean; NaN or infinite if one is.
template <int D>
double radius_of(std::span<const Vec<D>> points) {
    const Vec<D> mean = mean_of(points);
    double radius = 0.0;
    for (const Vec<D>& p : points) {
        const double here = norm(p - mean);
        if (!(here <= radius)) radius = here;
        if (!std::isfinite(here)) break;
    }
    return radius;
}

/// How far the points reach off the best line and plane through three of them.
struct Extent {
    double line = 0.0, plane = 0.0;

    explicit Extent(std::span<const Vec<3>> points) {
        const Vec<3>& p = points[0];
        const auto farthest = [&](auto&& measure) {
            return *std::max_element(points.begin(), points.end(), [&](const Vec<3>& a, const Vec<3>& b) {
                return measure(a) < measure(b);
            });
        };
        const Vec<3> q = farthest([&](const Vec<3>& x) { return norm(x - p); });
        const Vec<3> along = (1.0 / norm(q - p)) * (q - p);
        const auto off_line = [&](const Vec<3>& x) { return norm(cross(along, x - p)); };
        const Vec<3> r = farthest(off_line);
        line = off_line(r);
        if (!(line > 0.0)) return;
        const Vec<3> normal = (1.0 / line) * cross(along, r - p);
        const auto off_plane = [&](const Vec<3>& x) { return std::abs(dot(normal, x - p)); };
        plane = off_plane(farthest(off_plane));
    }
};

/// A facet as Qhull gives it: unit outward normal and the points at its corners, in no order.
struct HullFacet {
    Vec<3> normal{};
    std::vector<int> corner;
    double area = 0.0;  // large facets fix planes best
};

/// Empty if Qhull gives up.
std::vector<HullFacet> facets_of(const std::vector<Vec<3>>& points) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> silence(std::fopen("/dev/null", "w"), &std::fclose);
    std::vector<double> coordinates;
    for (const Vec<3>& p : points) coordinates.insert(coordinates.end(), p.c.begin(), p.c.end());
    std::vector<HullFacet> facets;
    auto state = std::make_unique<qhT>();
    qhT* qh = state.get();
    qh_zero(qh, silence.get());
    char command[] = "qhull";
    const int status = qh_new_qhull(qh, 3, static_cast<int>(points.size()), coordinates.data(), False,
                                    command, silence.get(), silence.get());
    if (status == 0) {
        facetT* facet;
        vertexT *vertex, **vertexp;
        FORALLfacets {
            HullFacet found;
            for (int k = 0; k < 3; ++k) found.normal[k] = facet->normal[k];
            found.area = qh_facetarea(qh, facet);
            FOREACHvertex_(facet->vertices) found.corner.push_back(qh_pointid(qh, vertex->point));
            facets.push_back(std::move(found));
        }
    }
    qh_freeqhull(qh, !qh_ALL);
    int left = 0, total = 0;
    qh_memfreeshort(qh, &left, &total);
    for (HullFacet& f : facets) std::sort(f.corner.begin(), f.corner.end());
    // Qhull's order depends on its history; this one does not.
    std::sort(facets.begin(), facets.end(), [](const HullFacet& a, const HullFacet& b) {
        return a.area != b.area ? a.area > b.area : a.corner < b.corner;
    });
    return facets;
}

/// All corners in the plane of the facet, and what of them is a corner of the face, counter-clockwise.
struct Face {
    std::vector<int> member;  // sorted
    std::vector<int> corner;

    Face(const HullFacet& facet, const std::vector<int>& corners, const std::vector<Vec<3>>& points,
         double tolerance) {
        const Mat<3> frame = contact_frame(facet.normal);
        const Vec<3>& origin = points[at(facet.corner[0])];
        std::vector<Vec<2>> flat;
        for (const int i : corners) {
            const Vec<3> d = points[at(i)] - origin;
            const bool own = std::binary_search(facet.corner.begin(), facet.corner.end(), i);
            if (!own && std::abs(dot(facet.normal, d)) > tolerance) continue;
            member.push_back(i);
            flat.push_back({{dot(frame[1], d), dot(frame[2], d)}});
        }
        for (const int i : planar_hull(flat, tolerance)) corner.push_back(member[at(i)]);
    }
};

std::vector<int> corners_of(const std::vector<HullFacet>& facets) {
    std::vector<int> corners;
    for (const HullFacet& f : facets) corners.insert(corners.end(), f.corner.begin(), f.corner.end());
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
}

/// Corners closer than `distance` become one, the first of them; facets that shrink to a line go.
void weld(const std::vector<Vec<3>>& points, double distance, std::vector<HullFacet>& facets) {
    std::vector<int> kept, name(points.size());
    for (const int i : corners_of(facets)) {
        const auto same = std::find_if(
            kept.begin(), kept.end(), [&](int j) { return norm(points[at(i)] - points[at(j)]) <= distance; });
        name[at(i)] = same == kept.end() ? i : *same;
        if (same == kept.end()) kept.push_back(i);
    }
    for (HullFacet& f : facets) {
        for (int& i : f.corner) i = name[at(i)];
        std::sort(f.corner.begin(), f.corner.end());
        f.corner.erase(std::unique(f.corner.begin(), f.corner.end()), f.corner.end());
    }
    std::erase_if(facets, [](const HullFacet& f) { return f.corner.size() < 3; });
}

/// Planes by the largest facets first; a facet whose corners all lie in one of them is part of it.
std::vector<Face> merged(const std::vector<HullFacet>& facets, const std::vector<Vec<3>>& points,
                         double tolerance) {
    const std::vector<int> corners = corners_of(facets);
    std::vector<Face> faces;
    for (const HullFacet& facet : facets) {
        const bool known = std::any_of(faces.begin(), faces.end(), [&](const Face& face) {
            return std::includes(face.member.begin(), face.member.end(), facet.corner.begin(),
                                 facet.corner.end());
        });
        if (!known) faces.emplace_back(facet, corners, points, tolerance);
    }
    std::erase_if(faces, [](const Face& face) { return face.corner.size() < 3; });  // chamfers made by noise
    return faces;
}

}  // namespace

ConvexResult<2> convex_hull(std::span<const Vec<2>> points, double flatness) {
    if (points.size() < 3)
        return {{}, "a polygon needs three points, found " + std::to_string(points.size())};
    const double radius = radius_of<2>(points);
    if (!std::isfinite(radius)) return {{}, "a point is not finite"};
    const std::vector<Vec<2>> list(points.begin(), points.end());
    std::vector<Vec<2>> corners;
    for (const int i : planar_hull(list, 0.5 * std::max(flatness, least_flatness) * radius))
        corners.push_back(list[at(i)]);
    if (corners.size() < 3) return {{}, "the points lie on one line"};
    return make_convex(corners, flatness);
}

ConvexResult<3> convex_hull(std::span<const Vec<3>> points, double flatness) {
    if (points.size() < 4)
        return {{}, "a polyhedron needs four points, found " + std::to_string(points.size())};
    const double radius = radius_of<3>(points), tolerance = 0.5 * std::max(flatness, least_flatness) * radius;
    if (!std::isfinite(radius)) return {{}, "a point is not finite"};
    if (std::all_of(points.begin(), points.end(), [&](const Vec<3>& p) { return p == points[0]; }))
        return {{}, "the points are all the same"};
    const Extent extent(points);
    if (extent.line <= tolerance) return {{}, "the points lie on one line"};
    if (extent.plane <= tolerance) return {{}, "the points lie in one plane"};

    std::vector<Vec<3>> centred;  // Qhull judges by the largest coordinate
    const Vec<3> mean = mean_of(points);
    for (const Vec<3>& p : points) centred.push_back((1.0 / radius) * (p - mean));
    std::vector<HullFacet> facets = facets_of(centred);
    weld(centred, 2.0 * tolerance / radius, facets);
    if (facets.empty()) return {{}, "no convex hull could be found"};
    const std::vector<Face> faces = merged(facets, centred, tolerance / radius);

    std::vector<int> name(points.size(), -1);
    for (const Face& face : faces)
        for (const int i : face.corner) name[at(i)] = 0;
    std::vector<Vec<3>> vertices;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (name[i] == 0) name[i] = static_cast<int>(vertices.size()), vertices.push_back(points[i]);
    std::vector<std::vector<int>> named;
    for (const Face& face : faces) {
        named.emplace_back();
        for (const int i : face.corner) named.back().push_back(name[at(i)]);
    }
    return make_convex(vertices, named, flatness);
}

}  // namespace drystone

#include "scene/solid_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/index.h"
#include "core/motion.h"
#include "geometry/decompose.h"
#include "scene/convex_hull.h"

namespace drystone {

namespace {

constexpr std::size_t most_joined = 200;  // parts; more are not compared two by two

double cross2(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

template <int D>
double size_of(std::span<const Vec<D>> points) {
    double size = 0.0;
    for (const Vec<D>& x : points) size = std::max(size, norm(x - points[0]));
    return size;
}

template <int D>
double volume_of(const Convex<D>& part) {
    return mass_properties(part, 1.0).mass;
}

template <int D>
double volume_of(const std::vector<Convex<D>>& parts) {
    double volume = 0.0;
    for (const Convex<D>& part : parts) volume += volume_of(part);
    return volume;
}

double area_of(std::span<const Vec<2>> loop) {
    double doubled = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i)
        doubled += cross2(loop[i] - loop[0], loop[(i + 1) % loop.size()] - loop[0]);
    return 0.5 * doubled;
}

/// A plane that holds all the corners and looks that way; a new one where there is none.
template <int D>
int plane_of(const Patch<D>& corners, const CutPlane<D>& own, double tolerance,
             std::vector<CutPlane<D>>& planes) {
    const auto holds = [&](const CutPlane<D>& plane) {
        return dot(plane.normal, own.normal) > 0.5 &&
               std::all_of(corners.begin(), corners.end(),
                           [&](const Vec<D>& x) { return std::abs(plane.height(x)) <= tolerance; });
    };
    const auto number = std::find_if(planes.begin(), planes.end(), holds) - planes.begin();
    if (number == std::ssize(planes)) planes.push_back(own);
    return static_cast<int>(number);
}

/// Whether x lies in the triangle, its sides included.
bool covers(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& x) {
    return cross2(b - a, x - a) >= 0.0 && cross2(c - b, x - b) >= 0.0 && cross2(a - c, x - c) >= 0.0;
}

/// A flat polygon as triangles by cutting off ears (Meisters 1975), those first that are farthest from being slivers. Empty: it crosses itself.
std::vector<std::array<int, 3>> triangulate(const std::vector<Vec<2>>& loop) {
    std::vector<int> left(loop.size());
    std::iota(left.begin(), left.end(), 0);
    std::vector<std::array<int, 3>> triangles;
    while (left.size() > 3) {
        const std::size_t n = left.size();
        std::size_t best = n;
        double widest = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const int before = left[(i + n - 1) % n], here = left[i], next = left[(i + 1) % n];
            const Vec<2>&a = loop[at(before)], &b = loop[at(here)], &c = loop[at(next)];
            const double turn = cross2(b - a, c - b), width = turn / (dot(b - a, b - a) + dot(c - b, c - b));
            if (!(width > widest)) continue;
            const bool is_ear = std::none_of(left.begin(), left.end(), [&](int k) {
                const Vec<2>& x = loop[at(k)];
                return x != a && x != b && x != c && covers(a, b, c, x);
            });
            if (is_ear) widest = width, best = i;
        }
        if (best == n) {  // what is left is straight, or wrong
            const double rest = [&] {
                std::vector<Vec<2>> points;
                for (const int k : left) points.push_back(loop[at(k)]);
                return std::abs(area_of(points));
            }();
            return rest <= 1e-9 * std::abs(area_of(loop)) ? triangles : std::vector<std::array<int, 3>>{};
        }
        triangles.push_back({left[(best + n - 1) % n], left[best], left[(best + 1) % n]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    triangles.push_back({left[0], left[1], left[2]});
    return triangles;
}

bool is_convex(const std::vector<Vec<2>>& loop) {
    for (std::size_t i = 0, n = loop.size(); i < n; ++i)
        if (cross2(loop[(i + 1) % n] - loop[i], loop[(i + 2) % n] - loop[(i + 1) % n]) < 0.0) return false;
    return true;
}

/// A polygon of a mesh, looked at from outside.
struct MeshFace {
    Patch<3> corner;
    CutPlane<3> plane;
    double area = 0.0;  // [m2]

    MeshFace(const SurfaceMesh& mesh, std::size_t f, bool flip) {
        for (const int v : mesh.polygon[f]) corner.push_back(mesh.vertex[at(v)]);
        if (flip) std::reverse(corner.begin(), corner.end());
        Vec<3> doubled{}, middle{};
        for (std::size_t i = 0; i < corner.size(); ++i) {
            doubled += cross(corner[i] - corner[0], corner[(i + 1) % corner.size()] - corner[0]);
            middle += (1.0 / static_cast<double>(corner.size())) * corner[i];
        }
        area = 0.5 * norm(doubled);
        if (area > 0.0) plane.normal = (0.5 / area) * doubled;
        plane.offset = dot(plane.normal, middle);
    }

    bool is_flat(double tolerance) const {
        return std::all_of(corner.begin(), corner.end(),
                           [&](const Vec<3>& x) { return std::abs(plane.height(x)) <= tolerance; });
    }

    /// Convex pieces, for the plane of this number. False: it crosses itself.
    bool add_to(Boundary<3>& boundary, int number) const {
        const Mat<3> frame = contact_frame(plane.normal);
        std::vector<Vec<2>> flat;
        for (const Vec<3>& x : corner)
            flat.push_back({{dot(frame[1], x - corner[0]), dot(frame[2], x - corner[0])}});
        if (is_convex(flat)) {
            boundary.side.push_back({corner, number});
            return true;
        }
        const auto triangles = triangulate(flat);
        for (const auto& [a, b, c] : triangles)
            boundary.side.push_back({{corner[at(a)], corner[at(b)], corner[at(c)]}, number});
        return !triangles.empty();
    }
};

/// Large faces fix planes best, so they come first. -1: fine, else a polygon that is not flat or crosses itself.
int make_boundary(const SurfaceMesh& mesh, bool flip, double tolerance, Boundary<3>& boundary) {
    std::vector<MeshFace> faces;
    for (std::size_t f = 0; f < mesh.polygon.size(); ++f) faces.emplace_back(mesh, f, flip);
    std::vector<int> order(faces.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int f, int g) { return faces[at(f)].area > faces[at(g)].area; });
    for (const int f : order) {
        const MeshFace& face = faces[at(f)];
        if (!(face.area > tolerance * tolerance)) continue;
        if (!face.is_flat(tolerance) ||
            !face.add_to(boundary, plane_of(face.corner, face.plane, tolerance, boundary.plane)))
            return f;
    }
    return -1;
}

/// Corners that are corners of the surface get its bits, and so do others that two parts have in common.
template <int D>
void weld(double tolerance, std::vector<Vec<D>>& known, std::vector<std::vector<Vec<D>>>& parts) {
    for (std::vector<Vec<D>>& part : parts) {
        for (Vec<D>& x : part) {
            const auto same = std::find_if(known.begin(), known.end(),
                                           [&](const Vec<D>& y) { return norm(x - y) <= tolerance; });
            if (same != known.end())
                x = *same;
            else
                known.push_back(x);
        }
    }
}

template <int D>
SolidParts<D> decompose(const Boundary<D>& boundary, std::vector<Vec<D>> corners, double tolerance,
                        double flatness) {
    std::vector<std::vector<Vec<D>>> points;
    for (const Polytope<D>& part : convex_parts(boundary, tolerance, most_parts))
        points.push_back(corners_of(part, tolerance));
    if (points.empty())
        return {{},
                fmt::format("not convex, and not to be cut into convex parts along its faces: it crosses "
                            "itself, or would need more than {} parts: make it of fewer faces",
                            most_parts)};
    weld(tolerance, corners, points);
    SolidParts<D> solid;
    for (const std::vector<Vec<D>>& part : points) {
        ConvexResult<D> hull = convex_hull(part, flatness);
        if (hull.convex)
            solid.part.push_back(*std::move(hull.convex));  // else a sliver as thin as the tolerance
    }
    join_parts(solid.part, flatness);
    return solid;
}

template <int D>
SolidParts<D> checked(SolidParts<D> solid, double volume, double slack) {
    if (!solid.error.empty()) return solid;
    const double held = volume_of(solid.part);
    if (std::abs(held - volume) <= slack) return solid;
    return {{},
            fmt::format("the surface crosses itself: it holds a volume of {:.6g}, its parts {:.6g}", volume,
                        held)};
}

bool cross_each_other(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& d, double tolerance) {
    const double ab = norm(b - a), cd = norm(d - c);
    const auto side = [&](double doubled_area, double length) {
        return std::abs(doubled_area) <= tolerance * length ? 0 : doubled_area > 0.0 ? 1 : -1;
    };
    const int c_side = side(cross2(b - a, c - a), ab), d_side = side(cross2(b - a, d - a), ab);
    const int a_side = side(cross2(d - c, a - c), cd), b_side = side(cross2(d - c, b - c), cd);
    return c_side * d_side < 0 && a_side * b_side < 0;
}

/// Empty, or where two sides cross.
std::string where_crossed(std::span<const Vec<2>> v, double tolerance) {
    const std::size_t n = v.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 2; j < n; ++j)
            if (cross_each_other(v[i], v[(i + 1) % n], v[j], v[(j + 1) % n], tolerance))
                return fmt::format("the sides after vertex {} and after vertex {} cross", i, j);
    return "";
}

bool bends_inwards(const std::vector<Vec<2>>& v, double tolerance) {
    for (std::size_t i = 0, n = v.size(); i < n; ++i) {
        const Vec<2> in = v[(i + 1) % n] - v[i], out = v[(i + 2) % n] - v[(i + 1) % n];
        if (cross2(in, out) < -tolerance * norm(in + out)) return true;
    }
    return false;
}

}  // namespace

template <int D>
void join_parts(std::vector<Convex<D>>& parts, double flatness) {
    for (std::size_t i = 0; i < parts.size() && parts.size() <= most_joined; ++i) {
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            if (norm(parts[i].middle - parts[j].middle) > parts[i].radius + parts[j].radius) continue;
            std::vector<Vec<D>> both = parts[i].vertex;
            both.insert(both.end(), parts[j].vertex.begin(), parts[j].vertex.end());
            const ConvexResult<D> hull = convex_hull(both, flatness);
            if (!hull.convex) continue;
            const double whole = volume_of(*hull.convex), sum = volume_of(parts[i]) + volume_of(parts[j]);
            if (std::abs(whole - sum) > 1e-12 * whole) continue;
            parts[i] = *hull.convex;
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
            j = i;
        }
    }
}

SolidParts<3> solid_from_mesh(const SurfaceMesh& mesh, double flatness) {
    MeshedConvex convex = convex_from_mesh(mesh, flatness);
    if (convex.convex) return {{*std::move(convex.convex)}};
    if (!convex.closed) return {{}, convex.error, convex.polygon};
    const double size = size_of<3>(mesh.vertex), tolerance = std::max(flatness, 1e-12) * size;
    const std::vector<double> shells = shells_of(mesh).volume;
    const double volume = std::accumulate(shells.begin(), shells.end(), 0.0);
    const bool flip = volume < 0.0;
    const auto count =
        std::count_if(shells.begin(), shells.end(), [&](double v) { return flip ? v < 0.0 : v > 0.0; });
    if (count != 1)
        return {{},
                fmt::format(
                    "{} separate solids in one mesh; [[generate]] type = \"assembly\" makes a body of each",
                    count)};
    Boundary<3> boundary;
    if (const int f = make_boundary(mesh, flip, tolerance, boundary); f >= 0)
        return {{}, "this face is not flat, or crosses itself", f};
    if (boundary.side.empty()) return {{}, convex.error, convex.polygon};  // slivers alone
    return checked(decompose(boundary, mesh.vertex, tolerance, flatness), std::abs(volume),
                   100.0 * tolerance * size * size);
}

SolidParts<2> solid_from_polygon(std::span<const Vec<2>> vertices, double flatness) {
    std::vector<Vec<2>> loop(vertices.begin(), vertices.end());
    if (area_of(loop) < 0.0) std::reverse(loop.begin(), loop.end());
    ConvexResult<2> convex = make_convex(loop, flatness);
    if (convex.convex) return {{*std::move(convex.convex)}};
    const double size = size_of<2>(loop), tolerance = std::max(flatness, 1e-12) * size;
    if (!bends_inwards(loop, tolerance)) return {{}, convex.error};
    if (std::string crossed = where_crossed(vertices, tolerance); !crossed.empty()) return {{}, crossed};
    Boundary<2> boundary;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Patch<2> side = {loop[i], loop[(i + 1) % loop.size()]};
        const Vec<2> along = side[1] - side[0];
        if (norm(along) <= tolerance)
            return {{}, fmt::format("vertex {} and the next one are the same point", i)};
        const Vec<2> normal = (1.0 / norm(along)) * Vec<2>{{along[1], -along[0]}};
        boundary.side.push_back(
            {side, plane_of<2>(side, {normal, dot(normal, side[0])}, tolerance, boundary.plane)});
    }
    return checked(decompose(boundary, loop, tolerance, flatness), area_of(loop), 100.0 * tolerance * size);
}

template void join_parts(std::vector<Convex<2>>&, double);
template void join_parts(std::vector<Convex<3>>&, double);

}  // namespace drystone

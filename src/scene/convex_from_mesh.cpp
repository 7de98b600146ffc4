// A closed surface is convex if no edge bends inwards and it winds round once. The first is checked edge by
// edge, so that the message can say where; the second by the volume, which is then that of the hull of the
// vertices.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/index.h"
#include "scene/convex_hull.h"
#include "scene/read_mesh.h"

namespace drystone {

namespace {

std::string place(const Vec<3>& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v[0], v[1], v[2]); }

struct Side {
    int low, high;  // vertices of an edge
    int polygon;
    bool forward;
};

struct MeshSurface {
    const SurfaceMesh& mesh;
    Vec<3> middle{};
    double size = 0.0;
    double volume = 0.0;
    std::vector<Vec<3>> normal{};  // unit; zero where a polygon has no area
    std::vector<Side> side{};

    const Vec<3>& vertex(int i) const { return mesh.vertex[at(i)]; }
    std::string edge(const Side& s) const {
        return fmt::format("the edge from {} to {}", place(vertex(s.low)), place(vertex(s.high)));
    }

    void measure(double flatness) {
        for (const Vec<3>& v : mesh.vertex) middle += (1.0 / static_cast<double>(mesh.vertex.size())) * v;
        for (const Vec<3>& v : mesh.vertex) size = std::max(size, norm(v - middle));
        for (std::size_t f = 0; f < mesh.polygon.size(); ++f) {
            const std::vector<int>& p = mesh.polygon[f];
            Vec<3> area{};
            for (std::size_t i = 0; i < p.size(); ++i) {
                const int v = p[i], w = p[(i + 1) % p.size()];
                area += cross(vertex(v) - vertex(p[0]), vertex(w) - vertex(p[0]));
                side.push_back({std::min(v, w), std::max(v, w), static_cast<int>(f), v < w});
            }
            volume += dot(area, vertex(p[0]) - middle) / 6.0;
            const double length = norm(area);
            normal.push_back(length > flatness * size * size ? (1.0 / length) * area : Vec<3>{});
        }
        std::sort(side.begin(), side.end(), [](const Side& a, const Side& b) {
            return std::array{a.low, a.high, a.polygon} < std::array{b.low, b.high, b.polygon};
        });
    }

    /// Two polygons at every edge, one each way.
    MeshedConvex where_open() const {
        for (std::size_t i = 0; i < side.size(); i += 2) {
            const auto same = [&](std::size_t j) {
                return j < side.size() && side[j].low == side[i].low && side[j].high == side[i].high;
            };
            const int here = side[i].polygon;
            if (!same(i + 1))
                return {{}, "the surface is not closed: " + edge(side[i]) + " has a face on one side only", here};
            if (same(i + 2)) return {{}, edge(side[i]) + " has more than two faces", side[i + 2].polygon};
            if (side[i].forward == side[i + 1].forward)
                return {{}, "the faces at " + edge(side[i]) + " are not oriented alike", side[i + 1].polygon};
        }
        return {};
    }

    /// Of a closed surface; `flip`: it faces inwards.
    MeshedConvex where_bent(double flatness, bool flip) const {
        for (std::size_t i = 0; i < side.size(); i += 2) {
            for (const auto& [f, g] : {std::pair{i, i + 1}, std::pair{i + 1, i}}) {
                const Vec<3>& n = normal[at(side[f].polygon)];
                for (const int v : mesh.polygon[at(side[g].polygon)]) {
                    const double out = dot(n, vertex(v) - vertex(side[f].low));
                    if ((flip ? -out : out) > flatness * size)
                        return {{}, "not convex: the surface bends inwards at " + edge(side[i]), side[f].polygon, true};
                }
            }
        }
        return {};
    }
};

}  // namespace

MeshedConvex convex_from_mesh(const SurfaceMesh& mesh, double flatness) {
    MeshSurface surface{mesh};
    surface.measure(flatness);
    const double tolerance = std::max(flatness, 1e-12);
    if (MeshedConvex open = surface.where_open(); !open.error.empty()) return open;
    if (MeshedConvex bent = surface.where_bent(tolerance, surface.volume < 0.0); !bent.error.empty()) return bent;
    ConvexResult<3> hull = convex_hull(mesh.vertex, flatness);
    if (!hull.convex) return {{}, hull.error};
    const double whole = mass_properties(*hull.convex, 1.0).mass, volume = std::abs(surface.volume);
    if (std::abs(whole - volume) > 100.0 * tolerance * surface.size * surface.size * surface.size) {
        return {{},
                fmt::format("not one convex piece: it holds a volume of {:.6g}, its convex hull {:.6g}",
                            volume, whole),
                -1, true};
    }
    return {std::move(hull.convex), ""};
}

}  // namespace drystone

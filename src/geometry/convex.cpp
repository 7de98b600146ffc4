// A checked polyhedron. Each check names what it met, so that a mesh can be mended.

#include "geometry/convex.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double same_axis = 1e-14;  // sine between edges that count as parallel

std::string vertex_name(int i) { return "vertex " + std::to_string(i); }
std::string face_name(std::size_t f) { return "face " + std::to_string(f); }

/// One face's side of an edge.
struct HalfEdge {
    int low, high;  // vertices, low < high
    int corner;     // its place in face_vertex
    int face;
    bool forward;  // runs from low to high
};

struct Builder {
    Convex<3> convex;
    double tolerance = 0.0;  // [m]
    std::string error;

    bool fail(std::string message) {
        error = std::move(message);
        return false;
    }

    bool take_vertices(std::span<const Vec<3>> vertices, double flatness) {
        if (vertices.size() < 4) {
            return fail("a polyhedron needs four vertices, found " + std::to_string(vertices.size()));
        }
        convex.vertex.assign(vertices.begin(), vertices.end());
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Vec<3>& v = vertices[i];
            if (!std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2]))
                return fail("vertex " + std::to_string(i) + " is not finite");
            convex.middle += (1.0 / static_cast<double>(vertices.size())) * v;
        }
        for (const Vec<3>& v : vertices) convex.radius = std::max(convex.radius, norm(v - convex.middle));
        tolerance = std::max(flatness, least_flatness) * convex.radius;
        std::string no_size = why_no_size(convex.radius);
        return no_size.empty() || fail(std::move(no_size));
    }

    bool take_faces(std::span<const std::vector<int>> faces) {
        convex.face_start.push_back(0);
        std::vector<char> used(convex.vertex.size(), 0);
        for (std::size_t f = 0; f < faces.size(); ++f) {
            if (faces[f].size() < 3) return fail(face_name(f) + " has fewer than three corners");
            for (const int v : faces[f]) {
                if (v < 0 || v >= convex.size()) {
                    return fail(face_name(f) + " names " + vertex_name(v) + ", which does not exist");
                }
                used[at(v)] = 1;
                convex.face_vertex.push_back(v);
            }
            convex.face_start.push_back(static_cast<int>(convex.face_vertex.size()));
        }
        const auto idle = std::find(used.begin(), used.end(), 0);
        if (idle == used.end()) return true;
        return fail(vertex_name(static_cast<int>(idle - used.begin())) + " belongs to no face");
    }

    /// Newell's normal: right for every flat polygon, an average for one that is not quite flat.
    bool make_planes() {
        for (std::size_t f = 0; f + 1 < convex.face_start.size(); ++f) {
            const std::vector<Vec<3>> p = corners_of(f);
            Vec<3> area{}, mean{};
            for (std::size_t i = 0; i < p.size(); ++i) {
                area += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
                mean += (1.0 / static_cast<double>(p.size())) * p[i];
            }
            const double size = norm(area);
            if (!(size > tolerance * tolerance)) return fail(face_name(f) + " has no area");
            const Vec<3> normal = (1.0 / size) * area;
            convex.normal.push_back(normal);
            convex.offset.push_back(dot(normal, mean));
            if (!check_corners(f, p)) return false;
        }
        return true;
    }

    bool check_corners(std::size_t f, const std::vector<Vec<3>>& p) {
        for (std::size_t i = 0, n = p.size(); i < n; ++i) {
            const double off = std::abs(dot(convex.normal[f], p[i]) - convex.offset[f]);
            convex.flatness = std::max(convex.flatness, off);
            const std::string name = vertex_name(convex.face_vertex[at(convex.face_start[f]) + i]);
            if (off > tolerance) return fail(face_name(f) + " is not flat: " + name + " lies off its plane");
            const Vec<3> in = p[i] - p[(i + n - 1) % n], out = p[(i + 1) % n] - p[i];
            const double turn = dot(cross(in, out), convex.normal[f]);
            if (turn <= strictness * tolerance * norm(in + out)) {
                return fail(face_name(f) + " is not strictly convex at " + name);
            }
        }
        return true;
    }

    /// Every edge belongs to two faces that run along it in opposite directions.
    bool make_edges() {
        std::vector<HalfEdge> halves;
        for (int f = 0; f < convex.faces(); ++f) {
            for (int c = convex.face_start[at(f)]; c < convex.face_start[at(f) + 1]; ++c) {
                const int next = c + 1 < convex.face_start[at(f) + 1] ? c + 1 : convex.face_start[at(f)];
                const int v = convex.face_vertex[at(c)], w = convex.face_vertex[at(next)];
                halves.push_back({std::min(v, w), std::max(v, w), c, f, v < w});
            }
        }
        std::sort(halves.begin(), halves.end(), [](const HalfEdge& a, const HalfEdge& b) {
            return std::array{a.low, a.high, a.face} < std::array{b.low, b.high, b.face};
        });
        convex.face_edge.resize(halves.size());
        for (std::size_t i = 0; i < halves.size(); i += 2) {
            const HalfEdge& a = halves[i];
            const std::string name = "the edge from " + vertex_name(a.low) + " to " + vertex_name(a.high);
            const auto same = [&](std::size_t j) {
                return j < halves.size() && halves[j].low == a.low && halves[j].high == a.high;
            };
            if (!same(i + 1)) return fail("the surface is not closed: " + name + " has one face");
            if (same(i + 2)) return fail(name + " has more than two faces");
            if (a.forward == halves[i + 1].forward) {
                return fail("the faces at " + name + " are not oriented alike");
            }
            if (!add_edge(a, halves[i + 1])) return false;
        }
        if (convex.size() - convex.edges() + convex.faces() == 2) return true;
        return fail("the surface is not one closed piece");
    }

    bool add_edge(const HalfEdge& a, const HalfEdge& b) {
        ConvexEdge edge{{a.low, a.high}, {a.face, b.face}, 0};
        const Vec<3> along = convex.vertex[at(a.high)] - convex.vertex[at(a.low)];
        edge.axis = axis_of((1.0 / norm(along)) * along);
        const Vec<3> turn = cross(convex.normal[at(a.face)], convex.normal[at(b.face)]);
        if (dot(turn, convex.axis[at(edge.axis)]) < 0.0) std::swap(edge.face[0], edge.face[1]);
        convex.face_edge[at(a.corner)] = convex.face_edge[at(b.corner)] = convex.edges();
        convex.edge.push_back(edge);
        for (const auto& [f, g] : {std::pair{a.face, b.face}, std::pair{b.face, a.face}}) {
            double apart = 0.0;
            for (const Vec<3>& p : corners_of(at(g))) {
                apart = std::max(apart, convex.offset[at(f)] - dot(convex.normal[at(f)], p));
            }
            if (apart <= strictness * tolerance) {
                return fail("faces " + std::to_string(f) + " and " + std::to_string(g) +
                            " lie in one plane; they must be one face, or the solid is flat or not convex");
            }
        }
        return true;
    }

    int axis_of(const Vec<3>& direction) {
        for (std::size_t i = 0; i < convex.axis.size(); ++i) {
            if (norm(cross(convex.axis[i], direction)) <= same_axis) return static_cast<int>(i);
        }
        convex.axis.push_back(direction);
        return static_cast<int>(convex.axis.size()) - 1;
    }

    bool check_convexity() {
        convex.inner_radius = convex.radius;
        for (std::size_t f = 0; f < convex.normal.size(); ++f) {
            for (int v = 0; v < convex.size(); ++v) {
                if (dot(convex.normal[f], convex.vertex[at(v)]) - convex.offset[f] > tolerance) {
                    return fail("not convex: " + vertex_name(v) + " lies outside the plane of " +
                                face_name(f));
                }
            }
            convex.inner_radius =
                std::min(convex.inner_radius, convex.offset[f] - dot(convex.normal[f], convex.middle));
        }
        return convex.inner_radius > 0.0 || fail("the solid is flat");
    }

    void list_neighbours() {
        std::vector<std::vector<int>> faces(convex.vertex.size()), edges(convex.vertex.size());
        for (int f = 0; f < convex.faces(); ++f) {
            for (int c = convex.face_start[at(f)]; c < convex.face_start[at(f) + 1]; ++c)
                faces[at(convex.face_vertex[at(c)])].push_back(f);
        }
        for (int e = 0; e < convex.edges(); ++e)
            for (const int v : convex.edge[at(e)].vertex) edges[at(v)].push_back(e);
        convex.vertex_start.push_back(0);
        for (std::size_t v = 0; v < faces.size(); ++v) {
            convex.vertex_face.insert(convex.vertex_face.end(), faces[v].begin(), faces[v].end());
            convex.vertex_edge.insert(convex.vertex_edge.end(), edges[v].begin(), edges[v].end());
            convex.vertex_start.push_back(static_cast<int>(convex.vertex_face.size()));
        }
    }

    std::vector<Vec<3>> corners_of(std::size_t face) const {
        std::vector<Vec<3>> corners;
        for (int c = convex.face_start[face]; c < convex.face_start[face + 1]; ++c)
            corners.push_back(convex.vertex[at(convex.face_vertex[at(c)])]);
        return corners;
    }
};

}  // namespace

ConvexResult<3> make_convex(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                            double flatness) {
    Builder b;
    if (b.take_vertices(vertices, flatness) && b.take_faces(faces) && b.make_planes() && b.make_edges() &&
        b.check_convexity()) {
        b.list_neighbours();
        weigh_corners(b.convex);
        return {std::move(b.convex), ""};
    }
    return {{}, std::move(b.error)};
}

}  // namespace drystone

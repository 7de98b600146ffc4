#pragma once

// The contact points of two features on their common plane.
//
// Seen along the normal n, in coordinates x, y of the plane and heights z along n, A is bounded above by
// z_A(x, y) and B below by z_B(x, y). Where the two features overlap,
//
//     gap = z_B - z_A,      point = (x, y, (z_A + z_B) / 2)
//
// The normal supports both shapes, so the least gap over the overlap is the gap of the common plane.
//
// Features are first made as large as they can be: a vertex or edge whose face is nearly square to n stands
// for the face. Nearly: tilted so little that the gap grows by less than the reach over the smaller shape, or
// by less than `always_flat`. So a block that rocks keeps its points' names and shares while they stay within
// reach.

#include <algorithm>
#include <cmath>

#include "core/index.h"
#include "core/motion.h"
#include "narrowphase/flatness.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polygon_clip.h"
#include "narrowphase/polyhedron_pair.h"

namespace drystone {

namespace polyhedra {

constexpr double along_one_line = 1e-10;  // sine between two edges that touch along a line

/// z = z0 + zx x + zy y.
struct Heights {
    double z0 = 0.0, zx = 0.0, zy = 0.0;
    DRYSTONE_ON_DEVICE double operator()(double x, double y) const { return z0 + zx * x + zy * y; }
};

/// An edge from its first vertex to its second.
struct EdgeLine {
    const ConvexEdge& edge;
    const Vec<3>& from;   // [m]
    const Vec<3>& along;  // [m]
};

template <class Kit>
struct Toucher {
    using Shape = typename Kit::template Shape<3>;
    using Points = typename Kit::template Row<ManifoldPoint<3>, Room::corners>;
    using Polygon = typename Kit::template Row<PlanarVertex, Room::corners>;

    const PolyhedronPair<Kit>& pair;
    const CommonPlane& plane;
    Points& points;
    PolyhedronScratchOf<Kit>& scratch;
    Mat<3> frame;                // rows n, t1, t2
    double flat = 0.0;           // sine of the tilt that still counts as flat
    double slack = 0.0;          // [m]
    int face_a = 0, face_b = 0;  // for the names of points
    double least = 0.0;          // least gap met

    DRYSTONE_ON_DEVICE Toucher(const PolyhedronPair<Kit>& p, const CommonPlane& c, Points& out)
        : pair(p), plane(c), points(out), scratch(*p.scratch), frame(contact_frame(c.normal)) {
        flat = flat_limit(pair.reach, pair.size);
        slack = 4.0 * pair.tolerance;
        least = std::numeric_limits<double>::infinity();
    }

    DRYSTONE_ON_DEVICE PlanarVertex flattened(const Vec<3>& v) const {
        return {dot(frame[1], v), dot(frame[2], v), 0};
    }

    DRYSTONE_ON_DEVICE double tilt(const PolyhedronSide<Kit>& side, int face) const {
        const double cosine = side.outwards * dot(side.normal[face], plane.normal);
        return cosine > 0.0 ? norm(cross(side.normal[face], plane.normal)) : 2.0;
    }

    /// The face at the feature that is most nearly square to the normal.
    DRYSTONE_ON_DEVICE int flattest(const PolyhedronSide<Kit>& side, const Feature& feature) const {
        if (feature.dimension == 2) return feature.index;
        const Shape& shape = *side.shape;
        const int* faces = feature.dimension == 1
                               ? shape.edge[at(feature.index)].face
                               : &shape.vertex_face[at(shape.vertex_start[at(feature.index)])];
        const int count = feature.dimension == 1 ? 2
                                                 : shape.vertex_start[at(feature.index) + 1] -
                                                       shape.vertex_start[at(feature.index)];
        int best = faces[0];
        for (int i = 1; i < count; ++i)
            if (side.outwards * dot(side.normal[faces[i]] - side.normal[best], plane.normal) > 0.0)
                best = faces[i];
        return best;
    }

    DRYSTONE_ON_DEVICE Feature enlarged(const PolyhedronSide<Kit>& side, const Feature& feature,
                                        int face) const {
        if (feature.dimension == 2 || tilt(side, face) <= flat) return {2, face};
        if (feature.dimension == 1) return feature;
        const Shape& shape = *side.shape;
        Feature best = feature;
        double least_sine = flat;
        for (int i = shape.vertex_start[at(feature.index)]; i < shape.vertex_start[at(feature.index) + 1];
             ++i) {
            const int e = shape.vertex_edge[at(i)];
            const double sine = std::abs(dot(side.axis[shape.edge[at(e)].axis], plane.normal));
            if (sine <= least_sine) best = {1, e}, least_sine = sine;
        }
        return best;
    }

    DRYSTONE_ON_DEVICE Heights heights(const PolyhedronSide<Kit>& side, int face) const {
        const Vec<3>& m = side.normal[face];
        const double up = dot(frame[0], m);
        return {side.offset[face] / up, -dot(frame[1], m) / up, -dot(frame[2], m) / up};
    }

    /// Counter-clockwise seen against n: the faces of B, which look the other way, in reverse.
    DRYSTONE_ON_DEVICE void flatten_face(const PolyhedronSide<Kit>& side, int face, Polygon& polygon) const {
        const Shape& shape = *side.shape;
        const int start = shape.face_start[at(face)], n = shape.corners(face);
        polygon.clear();
        for (int i = 0; i < n; ++i) {
            const int c = side.outwards > 0.0 ? i : n - 1 - i;
            polygon.push_back(flattened(side.vertex[shape.face_vertex[at(start + c)]]));
            polygon.back().edge =
                static_cast<std::uint16_t>(side.outwards > 0.0 ? c : from_b + (c + n - 1) % n);
        }
    }

    DRYSTONE_ON_DEVICE int vertex_at(const PolyhedronSide<Kit>& side, int face, int corner) const {
        return side.shape->face_vertex[at(side.shape->face_start[at(face)] + corner)];
    }
    DRYSTONE_ON_DEVICE int edge_at(const PolyhedronSide<Kit>& side, int face, int corner) const {
        return side.shape->face_edge[at(side.shape->face_start[at(face)] + corner)];
    }

    /// The vertex between two edges of the overlap.
    DRYSTONE_ON_DEVICE std::uint32_t name(std::uint16_t before, std::uint16_t after) const {
        const int u = before & ~from_b, v = after & ~from_b;
        if (!(before & from_b) && !(after & from_b))
            return feature_id(FeatureKind::vertex_face, vertex_at(pair.a, face_a, v), face_b);
        if ((before & from_b) && (after & from_b))
            return feature_id(FeatureKind::face_vertex, face_a, vertex_at(pair.b, face_b, u));
        const int of_a = before & from_b ? v : u, of_b = before & from_b ? u : v;
        return feature_id(FeatureKind::edge_edge, edge_at(pair.a, face_a, of_a),
                          edge_at(pair.b, face_b, of_b));
    }

    /// An overlap that is a single point has no edges to be named by: the corner it is, or what is nearest.
    DRYSTONE_ON_DEVICE std::uint32_t lone_name(const PlanarVertex& v) const {
        const auto corner_at = [&](const PolyhedronSide<Kit>& side, int face) {
            for (int c = 0; c < side.shape->corners(face); ++c) {
                const PlanarVertex w = flattened(side.vertex[vertex_at(side, face, c)]);
                if (std::abs(w.x - v.x) + std::abs(w.y - v.y) <= 4.0 * pair.tolerance)
                    return vertex_at(side, face, c);
            }
            return -1;
        };
        if (const int i = corner_at(pair.b, face_b); i >= 0)
            return feature_id(FeatureKind::face_vertex, face_a, i);
        if (const int i = corner_at(pair.a, face_a); i >= 0)
            return feature_id(FeatureKind::vertex_face, i, face_b);
        return name_of(plane);
    }

    /// Two lines cross once, but an overlap no wider than the tolerance may have both ends on the same two.
    DRYSTONE_ON_DEVICE std::uint32_t unused(std::uint32_t id) const {
        for (const ManifoldPoint<3>& p : points)
            if (p.feature == id) return id ^ 0x4000U;
        return id;
    }

    /// across: along t1 and t2; za, zb: heights along n.
    DRYSTONE_ON_DEVICE void add(const Vec<2>& across, double za, double zb, double area, std::uint32_t id) {
        const double gap = zb - za;
        if (!(gap <= pair.reach)) return;
        points.push_back({gap, across[0] * frame[1] + across[1] * frame[2] + 0.5 * (za + zb) * frame[0], area, id});
    }

    DRYSTONE_ON_DEVICE bool deep_enough() const { return least <= plane.gap + slack; }

    DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool face_on_face() {
        flatten_face(pair.a, face_a, scratch.polygon_a);
        flatten_face(pair.b, face_b, scratch.polygon_b);
        Polygon& overlap = scratch.polygon_b;
        clip(scratch.polygon_a, pair.tolerance, overlap, scratch.spare);
        const Heights za = heights(pair.a, face_a), zb = heights(pair.b, face_b);
        double most = -least;
        for (const PlanarVertex& v : overlap) {
            const double gap = zb(v.x, v.y) - za(v.x, v.y);
            least = std::min(least, gap);
            most = std::max(most, gap);
        }
        if (!deep_enough()) return false;
        PolygonSharesOf<Kit>& shares = scratch.shares;
        shares.weigh(overlap);
        scratch.overlap_radius = shares.inner_radius;
        scratch.overlap_rise = most - plane.gap;
        const bool drawn = pair.rule == PointRule::gauss && shares.area > 0.0;
        for (std::size_t i = 0; i < overlap.size(); ++i) {
            const std::uint16_t before = overlap[i ? i - 1 : overlap.size() - 1].edge;
            const std::uint32_t id =
                overlap.size() == 1 ? lone_name(overlap[0]) : unused(name(before, overlap[i].edge));
            const double x = drawn ? shares.x + shares.draw * (overlap[i].x - shares.x) : overlap[i].x;
            const double y = drawn ? shares.y + shares.draw * (overlap[i].y - shares.y) : overlap[i].y;
            add({{x, y}}, za(x, y), zb(x, y), shares.share[i], id);
        }
        return true;
    }

    /// The part of `edge` (of `one`) over the face of `other`: two points, or one where they coincide. A
    /// point is the only part of a vertex.
    DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool edge_on_face(const PolyhedronSide<Kit>& one,
                                                              const Feature& line,
                                                              const PolyhedronSide<Kit>& other, int face) {
        const ConvexEdge* edge = line.dimension == 1 ? &one.shape->edge[at(line.index)] : nullptr;
        const int ends[2] = {edge ? edge->vertex[0] : line.index, edge ? edge->vertex[1] : line.index};
        const Vec<3>&p = one.vertex[ends[0]], &q = one.vertex[ends[1]];
        const PlanarVertex u = flattened(p), v = flattened(q);
        Polygon& polygon = scratch.polygon_a;
        flatten_face(other, face, polygon);
        double from = 0.0, to = 1.0;
        int cut_from = -1, cut_to = -1;  // corners of the face whose edges cut the line; -1: its own end
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const PlanarVertex &c = polygon[k], &d = polygon[(k + 1) % polygon.size()];
            const double dx = d.x - c.x, dy = d.y - c.y,
                         tolerance = pair.tolerance * std::sqrt(dx * dx + dy * dy);
            const double side_u = dx * (u.y - c.y) - dy * (u.x - c.x);
            const double side_v = dx * (v.y - c.y) - dy * (v.x - c.x);
            if (side_u < -tolerance && side_v < -tolerance) return false;
            const double t = side_u / (side_u - side_v);
            if (side_u < -tolerance && t > from) from = t, cut_from = c.edge & ~from_b;
            if (side_v < -tolerance && t < to) to = t, cut_to = c.edge & ~from_b;
        }
        const double length = std::sqrt((v.x - u.x) * (v.x - u.x) + (v.y - u.y) * (v.y - u.y));
        if ((from - to) * length > pair.tolerance) return false;
        const Heights z = heights(other, face);
        const bool of_a = one.outwards > 0.0;
        const auto put = [&](double t, int cut, int end, bool adding) {
            const PlanarVertex w{u.x + t * (v.x - u.x), u.y + t * (v.y - u.y), 0};
            const double mine = dot(frame[0], p) + t * dot(frame[0], q - p), others = z(w.x, w.y);
            const double za = of_a ? mine : others, zb = of_a ? others : mine;
            least = std::min(least, zb - za);
            if (!adding) return;
            const int crossed = cut < 0 ? 0 : edge_at(other, face, cut);
            const std::uint32_t id = cut < 0 ? (of_a ? feature_id(FeatureKind::vertex_face, ends[end], face)
                                                     : feature_id(FeatureKind::face_vertex, face, ends[end]))
                                             : feature_id(FeatureKind::edge_edge, of_a ? line.index : crossed,
                                                          of_a ? crossed : line.index);
            add({{w.x, w.y}}, za, zb, 0.0, id);
        };
        const bool two = (to - from) * length > pair.tolerance;
        put(from, cut_from, 0, false);
        if (two) put(to, cut_to, 1, false);
        if (!deep_enough()) return false;
        put(from, cut_from, 0, true);
        if (two) put(to, cut_to, 1, true);
        return true;
    }

    DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool edge_on_edge(int i, int j) {
        const ConvexEdge &ea = pair.a.shape->edge[at(i)], &eb = pair.b.shape->edge[at(j)];
        const Vec<3>&p = pair.a.vertex[ea.vertex[0]], &q = pair.b.vertex[eb.vertex[0]];
        const Vec<3> along_a = pair.a.vertex[ea.vertex[1]] - p, along_b = pair.b.vertex[eb.vertex[1]] - q;
        const double ux = dot(frame[1], along_a), uy = dot(frame[2], along_a), vx = dot(frame[1], along_b),
                     vy = dot(frame[2], along_b), wx = dot(frame[1], q - p), wy = dot(frame[2], q - p);
        const double uu = ux * ux + uy * uy, vv = vx * vx + vy * vy, turn = ux * vy - uy * vx;
        if (turn * turn <= along_one_line * along_one_line * uu * vv)
            return edge_along_edge({ea, p, along_a}, {eb, q, along_b});
        // Where nearly parallel lines cross is uncertain along them: it is judged on the shorter edge, and the
        // point of the other is the one beside it.
        const bool on_a = uu < vv;
        double s = (wx * vy - wy * vx) / turn, t = (wx * uy - wy * ux) / turn;
        if (on_a) {
            t = ((s * ux - wx) * vx + (s * uy - wy) * vy) / vv;
        } else {
            s = ((t * vx + wx) * ux + (t * vy + wy) * uy) / uu;
        }
        const double over_a = pair.tolerance / std::sqrt(uu), over_b = pair.tolerance / std::sqrt(vv);
        if (s < -over_a || s > 1.0 + over_a || t < -over_b || t > 1.0 + over_b) return false;
        const Vec<3> x = p + s * along_a, y = q + t * along_b;
        least = dot(frame[0], y - x);
        if (!deep_enough()) return false;
        const Vec<3>& across = on_a ? x : y;
        add({{dot(frame[1], across), dot(frame[2], across)}}, dot(frame[0], x), dot(frame[0], y), 0.0,
            feature_id(FeatureKind::edge_edge, i, j));
        return true;
    }

    /// Both along one line: the ends of what they share.
    DRYSTONE_ON_DEVICE bool edge_along_edge(const EdgeLine& a, const EdgeLine& b) {
        const Vec<3>&p = a.from, &q = b.from, &along_a = a.along, &along_b = b.along;
        const double uu = dot(along_a, along_a), tolerance = pair.tolerance / std::sqrt(uu);
        const double t0 = dot(q - p, along_a) / uu, t1 = t0 + dot(along_b, along_a) / uu;  // B's ends along A
        const bool turned = t1 < t0;
        const double low = std::min(t0, t1), high = std::max(t0, t1);
        const double from = std::max(low, 0.0), to = std::min(high, 1.0);
        if (from - to > tolerance) return false;
        // n x (q - p) along the edges: how far B's lies beside A's.
        const Vec<3> aside = cross(plane.normal, q - p);
        if (std::abs(dot(aside, along_a)) > 2.0 * pair.tolerance * std::sqrt(uu)) return false;
        const auto put = [&](double t, bool own, int end, bool adding) {
            const double along = (t - t0) / (t1 - t0);
            const Vec<3> x = p + t * along_a, y = q + along * along_b;
            least = std::min(least, dot(frame[0], y - x));
            const std::uint32_t id =
                own ? feature_id(FeatureKind::vertex_face, a.edge.vertex[end], face_b)
                    : feature_id(FeatureKind::face_vertex, face_a, b.edge.vertex[turned ? 1 - end : end]);
            const Vec<3> middle = 0.5 * (x + y);
            if (adding)
                add({{dot(frame[1], middle), dot(frame[2], middle)}}, dot(frame[0], x), dot(frame[0], y), 0.0, id);
        };
        for (const bool adding : {false, true}) {
            put(from, low < 0.0, 0, adding);
            if (to - from > tolerance) put(to, high > 1.0, 1, adding);
            if (!deep_enough()) return false;
        }
        return true;
    }

    DRYSTONE_ON_DEVICE bool run(const Feature& a, const Feature& b) {
        points.clear();
        least = std::numeric_limits<double>::infinity();
        scratch.overlap_radius = 0.0;
        if (a.dimension == 2 && b.dimension == 2) return face_on_face();
        if (a.dimension == 2) return edge_on_face(pair.b, b, pair.a, a.index);
        if (b.dimension == 2) return edge_on_face(pair.a, a, pair.b, b.index);
        if (a.dimension == 1 && b.dimension == 1) return edge_on_edge(a.index, b.index);
        return false;
    }
};

/// Fills `points` in A's frame. False if the features do not overlap, seen along the normal, where they are
/// nearest: then they are not the nearest ones and `points` is empty.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool touch_points(const PolyhedronPair<Kit>& pair,
                                                          const CommonPlane& plane,
                                                          typename Toucher<Kit>::Points& points) {
    Toucher<Kit> toucher(pair, plane, points);
    toucher.face_a = toucher.flattest(pair.a, plane.a);
    toucher.face_b = toucher.flattest(pair.b, plane.b);
    const Feature a = toucher.enlarged(pair.a, plane.a, toucher.face_a);
    const Feature b = toucher.enlarged(pair.b, plane.b, toucher.face_b);
    if (toucher.run(a, b)) return true;
    if (a.dimension + b.dimension > plane.a.dimension + plane.b.dimension && toucher.run(plane.a, plane.b))
        return true;
    points.clear();
    return false;
}

}  // namespace polyhedra

}  // namespace drystone

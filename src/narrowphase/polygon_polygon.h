#pragma once

// Two polygons: edge normals, then vertices. The steps and words are those of the polyhedra, one dimension
// down: an edge is a face, and a vertex is all that is left when the shapes are apart and no edge is nearest.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/index.h"
#include "core/motion.h"
#include "narrowphase/flatness.h"
#include "narrowphase/manifold.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polygon_pair.h"

namespace drystone {

namespace polygons {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// One of the two shapes, seen in the first one's frame.
template <class Kit>
struct Side {
    const typename Kit::template Shape<2>* shape;
    const Vec<2>* vertex;
    const Vec<2>* normal;
    const double* offset;
    Vec<2> middle;
    double outwards;  // +1: the normal of the contact leaves it

    DRYSTONE_ON_DEVICE int size() const { return shape->size(); }
    DRYSTONE_ON_DEVICE int next(int i) const { return i + 1 < shape->size() ? i + 1 : 0; }
};

/// A normal, what it leaves, and the features that bound it: an edge (-1: none) and a vertex of each shape.
struct CommonLine {
    Vec<2> normal{};
    double gap = 0.0;
    int edge_a = -1, edge_b = -1;
    int vertex_a = 0, vertex_b = 0;
    Vec<2> point_a{}, point_b{};
};

template <class Kit>
struct Pair {
    Side<Kit> a, b;
    double reach, tolerance, size;
    PointRule rule;
    PolygonScratchOf<Kit>* scratch;
};

template <class Kit>
DRYSTONE_ON_DEVICE int lowest(const Side<Kit>& side, const Vec<2>& n) {
    int best = 0;
    double least = dot(n, side.vertex[0]);
    for (int i = 1, count = side.size(); i < count; ++i) {
        const double height = dot(n, side.vertex[i]);
        if (height < least) best = i, least = height;
    }
    return best;
}

template <class Kit>
DRYSTONE_ON_DEVICE double left_along(const Pair<Kit>& pair, const Vec<2>& n) {
    return dot(n, pair.b.vertex[lowest(pair.b, n)] - pair.a.vertex[lowest(pair.a, -n)]);
}

template <class Kit>
DRYSTONE_ON_DEVICE double separation_of(const Side<Kit>& one, const Side<Kit>& other, int edge) {
    return dot(one.normal[edge], other.vertex[lowest(other, one.normal[edge])]) - one.offset[edge];
}

template <class Kit>
DRYSTONE_ON_DEVICE double separations(const Side<Kit>& one, const Side<Kit>& other, const Pair<Kit>& pair,
                                      typename PolygonScratchOf<Kit>::template Row<double>& separation) {
    const int edges = one.size();
    separation.resize(at(edges));
    int first = 0;
    for (int f = 0; f < edges; ++f) {
        separation[at(f)] = dot(one.normal[f], other.middle) - one.offset[f];
        if (separation[at(f)] > separation[at(first)]) first = f;
    }
    double best = separation[at(first)] = separation_of(one, other, first);
    for (int f = 0; f < edges && best <= pair.reach; ++f) {
        if (f == first) continue;
        const bool hopeless = separation[at(f)] <= best + other.shape->inner_radius - pair.tolerance;
        separation[at(f)] = hopeless ? -infinity : separation_of(one, other, f);
        best = std::max(best, separation[at(f)]);
    }
    return best;
}

/// As choose_face() of polyhedra.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE CommonLine choose_edge(const Pair<Kit>& pair, double equal) {
    const Side<Kit>&a = pair.a, &b = pair.b;
    const PolygonScratchOf<Kit>& scratch = *pair.scratch;
    double most = -infinity;
    for (const double s : scratch.separation_a) most = std::max(most, s);
    for (const double s : scratch.separation_b) most = std::max(most, s);
    const Vec<2> middles = b.middle - a.middle;
    const double margin = same_direction * norm(middles), least = most - equal;
    double along = -infinity;
    CommonLine line;
    const auto consider = [&](const Side<Kit>& side, const auto& separation) {
        for (int f = 0; f < side.size(); ++f) {
            if (separation[at(f)] < least) continue;
            const double here = side.outwards * dot(side.normal[f], middles);
            if (here <= along + margin) continue;
            along = here;
            (side.outwards > 0.0 ? line.edge_a : line.edge_b) = f;
            (side.outwards > 0.0 ? line.edge_b : line.edge_a) = -1;
        }
    };
    consider(a, scratch.separation_a);
    consider(b, scratch.separation_b);
    if (line.edge_a >= 0) {
        line.normal = a.normal[line.edge_a];
        line.gap = scratch.separation_a[at(line.edge_a)];
        line.vertex_b = lowest(b, line.normal);
        line.point_b = b.vertex[line.vertex_b];
        line.point_a = line.point_b - line.gap * line.normal;
    } else {
        line.normal = -b.normal[line.edge_b];
        line.gap = scratch.separation_b[at(line.edge_b)];
        line.vertex_a = lowest(a, -line.normal);
        line.point_a = a.vertex[line.vertex_a];
        line.point_b = line.point_a + line.gap * line.normal;
    }
    return line;
}

/// As best_face() of polyhedra.
template <class Kit>
DRYSTONE_ON_DEVICE CommonLine best_edge(const Pair<Kit>& pair) {
    CommonLine line;
    line.gap = separations(pair.a, pair.b, pair, pair.scratch->separation_a);
    if (line.gap > pair.reach) return line;
    line.gap = std::max(line.gap, separations(pair.b, pair.a, pair, pair.scratch->separation_b));
    return line.gap > pair.reach ? line : choose_edge(pair, pair.tolerance);
}

/// Of shapes that are apart and nearest at vertices; the slabs of nearest_points() of polyhedra.
template <class Kit>
DRYSTONE_ON_DEVICE CommonLine nearest_vertices(const Pair<Kit>& pair, const CommonLine& axis) {
    const Side<Kit>&a = pair.a, &b = pair.b;
    const Vec<2>& n = axis.normal;
    const int va = lowest(a, -n), vb = lowest(b, n);
    const double top_a = dot(n, a.vertex[va]), bottom_b = dot(n, b.vertex[vb]);
    CommonLine best;
    double square = infinity;
    const auto try_vertices = [&](int i, int j) {
        const Vec<2> d = b.vertex[j] - a.vertex[i];
        if (dot(d, d) >= square) return;
        square = dot(d, d);
        best.vertex_a = i;
        best.vertex_b = j;
    };
    try_vertices(va, vb);
    for (int i = 0; i < a.size(); ++i) {
        const double below = top_a - dot(n, a.vertex[i]);
        if (below > std::sqrt(square) - axis.gap + pair.tolerance) continue;
        for (int j = 0; j < b.size(); ++j) {
            const double above = dot(n, b.vertex[j]) - bottom_b;
            if (axis.gap + below + above > std::sqrt(square) + pair.tolerance) continue;
            try_vertices(i, j);
        }
    }
    best.point_a = a.vertex[best.vertex_a];
    best.point_b = b.vertex[best.vertex_b];
    best.gap = std::sqrt(square);
    if (square > 0.0) best.normal = (1.0 / best.gap) * (best.point_b - best.point_a);
    return best;
}

/// The edge at the vertex that is most nearly square to the normal.
template <class Kit>
DRYSTONE_ON_DEVICE int flattest(const Side<Kit>& side, int vertex, const Vec<2>& normal) {
    const int before = vertex > 0 ? vertex - 1 : side.size() - 1;
    const double better = side.outwards * dot(side.normal[vertex] - side.normal[before], normal);
    return better > 0.0 ? vertex : before;
}

template <class Kit>
DRYSTONE_ON_DEVICE bool is_flat(const Side<Kit>& side, int edge, const Vec<2>& n, double flat) {
    const Vec<2>& m = side.normal[edge];
    return side.outwards * dot(m, n) > 0.0 && std::abs(m[0] * n[1] - m[1] * n[0]) <= flat;
}

/// A piece of a shape's boundary seen along the normal: x across, z along it.
struct Piece {
    double low, high;      // x of its ends [m]
    double z_low, z_high;  // [m]
    int vertex_low, vertex_high;

    template <class Kit>
    DRYSTONE_ON_DEVICE Piece(const Side<Kit>& side, int edge, int vertex, const Mat<2>& frame) {
        vertex_low = vertex_high = vertex;
        if (edge >=
            0) {  // counter-clockwise: the outside is on the right, so A runs towards +x, B towards -x
            vertex_low = side.outwards > 0.0 ? edge : side.next(edge);
            vertex_high = side.outwards > 0.0 ? side.next(edge) : edge;
        }
        low = dot(frame[1], side.vertex[vertex_low]);
        high = dot(frame[1], side.vertex[vertex_high]);
        z_low = dot(frame[0], side.vertex[vertex_low]);
        z_high = dot(frame[0], side.vertex[vertex_high]);
    }
    DRYSTONE_ON_DEVICE double z(double x) const {
        return high > low ? z_low + (x - low) / (high - low) * (z_high - z_low) : z_low;
    }
};

/// What of each shape may meet: a vertex of `face`, or all of that edge.
struct Meeting {
    int face_a, face_b;
    bool edge_a, edge_b;
};

/// Where the two pieces overlap across the normal: the two ends with half the length each, or one point. As
/// touch_points() of polyhedra.
template <class Kit, class Points>
DRYSTONE_ON_DEVICE bool touch_pieces(const Pair<Kit>& pair, const CommonLine& line, const Meeting& meeting,
                                     Points& points) {
    const int face_a = meeting.face_a, face_b = meeting.face_b;
    const bool edge_a = meeting.edge_a, edge_b = meeting.edge_b;
    const Mat<2> frame = contact_frame(line.normal);
    const Piece a(pair.a, edge_a ? face_a : -1, line.vertex_a, frame);
    const Piece b(pair.b, edge_b ? face_b : -1, line.vertex_b, frame);
    double from = std::max(a.low, b.low), to = std::min(a.high, b.high);
    if (from - to > pair.tolerance) return false;
    const bool two = to - from > pair.tolerance;
    if (!two && from > to) from = to = edge_a ? (edge_b ? 0.5 * (from + to) : b.low) : a.low;
    const double least = std::min(b.z(from) - a.z(from), b.z(to) - a.z(to));
    if (!(least <= line.gap + 4.0 * pair.tolerance)) return false;

    const auto name = [&](double end_a, double end_b, int vertex_a, int vertex_b, double inwards) {
        const bool own = !edge_b ? false : !edge_a || (end_a - end_b) * inwards > pair.tolerance;
        if (!edge_a && !edge_b) return feature_id(FeatureKind::vertex_vertex, vertex_a, vertex_b);
        return own ? feature_id(FeatureKind::vertex_face, vertex_a, face_b)
                   : feature_id(FeatureKind::face_vertex, face_a, vertex_b);
    };
    const double length = edge_a && edge_b && two ? to - from : 0.0;
    const double inset = pair.rule == PointRule::gauss && length > 0.0
                             ? 0.5 * (1.0 - 1.0 / std::numbers::sqrt3) * length
                             : 0.0;
    const auto put = [&](double x, std::uint32_t id) {
        const double za = a.z(x), zb = b.z(x);
        if (zb - za <= pair.reach)
            points.push_back({zb - za, 0.5 * (za + zb) * frame[0] + x * frame[1], 0.5 * length, id});
    };
    put(from + inset, name(a.low, b.low, a.vertex_low, b.vertex_low, 1.0));
    if (two) put(to - inset, name(a.high, b.high, a.vertex_high, b.vertex_high, -1.0));
    return true;
}

template <class Kit, class Points>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool touch_points(const Pair<Kit>& pair, const CommonLine& line,
                                                          Points& points) {
    const double flat = flat_limit(pair.reach, pair.size);
    const bool base_a = line.edge_a >= 0, base_b = line.edge_b >= 0;
    const int face_a = base_a ? line.edge_a : flattest(pair.a, line.vertex_a, line.normal);
    const int face_b = base_b ? line.edge_b : flattest(pair.b, line.vertex_b, line.normal);
    const bool edge_a = base_a || is_flat(pair.a, face_a, line.normal, flat);
    const bool edge_b = base_b || is_flat(pair.b, face_b, line.normal, flat);
    points.clear();
    return touch_pieces(pair, line, {face_a, face_b, edge_a, edge_b}, points) ||
           ((edge_a != base_a || edge_b != base_b) &&
            touch_pieces(pair, line, {face_a, face_b, base_a, base_b}, points));
}

template <class Points>
DRYSTONE_ON_DEVICE void single_point(const CommonLine& line, Points& points) {
    std::uint32_t id = feature_id(FeatureKind::vertex_vertex, line.vertex_a, line.vertex_b);
    if (line.edge_a >= 0) id = feature_id(FeatureKind::face_vertex, line.edge_a, line.vertex_b);
    if (line.edge_b >= 0) id = feature_id(FeatureKind::vertex_face, line.vertex_a, line.edge_b);
    points.clear();
    points.push_back({line.gap, 0.5 * (line.point_a + line.point_b), 0.0, id});
}

/// Fills normal and points in A's frame.
template <class Kit>
DRYSTONE_ON_DEVICE void find_points(const Pair<Kit>& pair, ManifoldOf<2, Kit>& manifold) {
    CommonLine line = best_edge(pair);
    if (line.gap > pair.reach) return;
    manifold.normal = line.normal;
    if (touch_points(pair, line, manifold.points)) return;
    line = choose_edge(pair, 0.0);  // of equally good ones the features may lie apart, seen along the normal
    manifold.normal = line.normal;
    if (touch_points(pair, line, manifold.points)) return;
    if (line.gap > -pair.tolerance) {
        const CommonLine nearest = nearest_vertices(pair, line);
        const bool apart = nearest.gap > noise * pair.tolerance;
        if (apart && (line.gap > 0.0 || left_along(pair, nearest.normal) >= nearest.gap - pair.tolerance)) {
            if (nearest.gap > pair.reach) return;
            line = nearest;
            manifold.normal = line.normal;
            if (touch_points(pair, line, manifold.points)) return;
        }
    }
    single_point(line, manifold.points);
}

template <class Kit>
DRYSTONE_ON_DEVICE bool place(const ShapeAtPose<2, Kit>& one, const ShapeAtPose<2, Kit>& other,
                              PolygonScratchOf<Kit>& scratch, Pair<Kit>& pair) {
    const typename Kit::template Shape<2>&a = one.shape, &b = other.shape;
    const Pose<2>&pose_a = one.pose, &pose_b = other.pose;
    const Mat<2> turn = transpose(pose_a.turn) * pose_b.turn;
    const Vec<2> shift = transpose_times(pose_a.turn, pose_b.position - pose_a.position);
    const Vec<2> middle_b = shift + turn * b.middle, line = middle_b - a.middle;
    const double far = a.radius + b.radius + pair.reach;
    if (!(dot(line, line) <= far * far)) return false;

    scratch.vertex.resize(b.vertex.size());
    scratch.normal.resize(b.vertex.size());
    scratch.offset.resize(b.vertex.size());
    for (std::size_t i = 0; i < b.vertex.size(); ++i) {
        scratch.vertex[i] = shift + turn * b.vertex[i];
        scratch.normal[i] = turn * b.normal[i];
        scratch.offset[i] = b.offset[i] + dot(scratch.normal[i], shift);
    }
    pair.a = {&a, a.vertex.data(), a.normal.data(), a.offset.data(), a.middle, 1.0};
    pair.b = {&b, scratch.vertex.data(), scratch.normal.data(), scratch.offset.data(), middle_b, -1.0};
    pair.size = 2.0 * std::min(a.radius, b.radius);
    pair.tolerance = flush_within(pair.size, 2.0 * std::min(a.inner_radius, b.inner_radius),
                                  a.radius + b.radius + norm(a.middle) + norm(middle_b));
    pair.scratch = &scratch;
    return true;
}

}  // namespace polygons

/// convex_convex() of narrowphase/convex_convex.h.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool polygons_touch(const ShapeAtPose<2, Kit>& a,
                                                            const ShapeAtPose<2, Kit>& b,
                                                            polygons::Pair<Kit>& pair,
                                                            PolygonScratchOf<Kit>& scratch,
                                                            ManifoldOf<2, Kit>& manifold) {
    manifold.points.clear();
    if (!polygons::place(a, b, scratch, pair)) return false;
    polygons::find_points(pair, manifold);
    if (manifold.points.empty()) return false;
    manifold.normal = a.pose.turn * manifold.normal;
    for (ManifoldPoint<2>& p : manifold.points) p.point = a.pose.position + a.pose.turn * p.point;
    return true;
}

}  // namespace drystone

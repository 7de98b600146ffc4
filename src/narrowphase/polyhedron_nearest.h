#pragma once

// Nearest points of two polyhedra that are apart. With s the gap of the best axis n and d' the distance of
// any two points, the distance d <= d' and its points a, b obey
//
//     n . (b - a) <= d',   n . b >= min_B,   n . a <= max_A,   min_B - max_A = s
//     =>  n . a >= max_A - (d' - s)   and   n . b <= min_B + (d' - s)
//
// so only edges that reach into those slabs can hold them. A vertex over the inside of a face was already
// found as an axis; what is left are edges and their ends.

#include <cmath>
#include <limits>

#include "core/index.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polyhedron_pair.h"

namespace drystone {

namespace polyhedra {

constexpr double same_square = 1e-14;  // relative

struct Segment {
    int edge;
    Vec<3> p, along;
    double square;
    template <class Kit>
    DRYSTONE_ON_DEVICE Segment(const PolyhedronSide<Kit>& side, int of) : edge(of) {
        const ConvexEdge& e = side.shape->edge[at(edge)];
        p = side.vertex[e.vertex[0]];
        along = side.vertex[e.vertex[1]] - p;
        square = dot(along, along);
    }
    DRYSTONE_ON_DEVICE Vec<3> point(double t) const { return t == 1.0 ? p + along : p + t * along; }
    DRYSTONE_ON_DEVICE double foot(const Vec<3>& x) const {
        return std::min(std::max(dot(x - p, along) / square, 0.0), 1.0);
    }
};

/// Of the pairs of edges seen so far.
template <class Kit>
struct Nearest {
    const PolyhedronPair<Kit>& pair;
    double square = std::numeric_limits<double>::infinity();  // of the distance
    CommonPlane plane{};

    /// Of equal distances, as far as squares can tell, the one inside more edges: a vertex a hair's breadth
    /// from the foot on an edge is as near, but its direction is wrong by the root of the rounding.
    DRYSTONE_ON_DEVICE void try_points(const Segment& u, double s, const Segment& v, double t) {
        const bool end_a = s == 0.0 || s == 1.0, end_b = t == 0.0 || t == 1.0;
        const Vec<3> x = u.point(s), y = v.point(t), d = y - x;
        const double here = dot(d, d);
        const int ends = end_a + end_b, ends_before = 2 - plane.a.dimension - plane.b.dimension;
        if (here > (1.0 + same_square) * square) return;
        if (here >= (1.0 - same_square) * square && ends >= ends_before) return;
        square = std::min(square, here);
        plane.point_a = x;
        plane.point_b = y;
        plane.a = end_a ? Feature{0, pair.a.shape->edge[at(u.edge)].vertex[s == 1.0]} : Feature{1, u.edge};
        plane.b = end_b ? Feature{0, pair.b.shape->edge[at(v.edge)].vertex[t == 1.0]} : Feature{1, v.edge};
    }

    /// Ends against segments, and where the lines are nearest if that is inside both.
    DRYSTONE_ON_DEVICE void try_edges(int i, int j) {
        const Segment u(pair.a, i), v(pair.b, j);
        for (const double s : {0.0, 1.0}) try_points(u, s, v, v.foot(u.point(s)));
        for (const double t : {0.0, 1.0}) try_points(u, u.foot(v.point(t)), v, t);
        const Vec<3> w = v.p - u.p, n = cross(u.along, v.along);
        const double nn = dot(n, n);
        if (nn <= 1e-24 * u.square * v.square) return;  // parallel: the ends tell
        const double s = dot(cross(w, v.along), n) / nn, t = dot(cross(w, u.along), n) / nn;
        if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) try_points(u, s, v, t);
    }
};

/// The edges of a face or at a vertex; an edge itself.
template <class Shape, class Edges>
DRYSTONE_ON_DEVICE void edges_of(const Shape& shape, const Feature& feature, Edges& edges) {
    edges.clear();
    const std::size_t i = at(feature.index);
    if (feature.dimension == 0) {
        for (int k = shape.vertex_start[i]; k < shape.vertex_start[i + 1]; ++k)
            edges.push_back(shape.vertex_edge[at(k)]);
    }
    if (feature.dimension == 1) edges.push_back(feature.index);
    if (feature.dimension == 2) {
        for (int k = shape.face_start[i]; k < shape.face_start[i + 1]; ++k)
            edges.push_back(shape.face_edge[at(k)]);
    }
}

/// Edges with an end less than `depth` below the highest point along `up`.
template <class Kit, class Edges>
DRYSTONE_ON_DEVICE void edges_in_slab(const PolyhedronSide<Kit>& side, const Vec<3>& up, double depth,
                                      Edges& edges) {
    double highest = -std::numeric_limits<double>::infinity();
    for (int v = 0; v < side.shape->size(); ++v) highest = std::max(highest, dot(up, side.vertex[v]));
    edges.clear();
    for (int e = 0; e < side.shape->edges(); ++e) {
        const ConvexEdge& edge = side.shape->edge[at(e)];
        const double end =
            std::max(dot(up, side.vertex[edge.vertex[0]]), dot(up, side.vertex[edge.vertex[1]]));
        if (end >= highest - depth) edges.push_back(e);
    }
}

/// The difference of two points that nearly coincide is inexact; that it is square to an edge is not.
template <class Kit>
DRYSTONE_ON_DEVICE void take_out_edge(const PolyhedronSide<Kit>& side, const Feature& feature, Vec<3>& n) {
    if (feature.dimension != 1) return;
    const Vec<3>& axis = side.axis[side.shape->edge[at(feature.index)].axis];
    n -= dot(n, axis) * axis;
}

/// The nearest points of two shapes that are apart, where none of the face normals or edge pairs is nearest;
/// `axis` is the best of those.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE CommonPlane nearest_points(const PolyhedronPair<Kit>& pair,
                                                                   const CommonPlane& axis) {
    PolyhedronScratchOf<Kit>& scratch = *pair.scratch;
    Nearest<Kit> nearest{.pair = pair};
    const auto try_all = [&] {
        for (const int i : scratch.edges_a)
            for (const int j : scratch.edges_b) nearest.try_edges(i, j);
    };
    edges_of(*pair.a.shape, axis.a, scratch.edges_a);
    edges_of(*pair.b.shape, axis.b, scratch.edges_b);
    try_all();
    const double depth = std::sqrt(nearest.square) - axis.gap + pair.tolerance;
    edges_in_slab(pair.a, axis.normal, depth, scratch.edges_a);
    edges_in_slab(pair.b, -axis.normal, depth, scratch.edges_b);
    try_all();
    CommonPlane& plane = nearest.plane;
    plane.gap = std::sqrt(nearest.square);
    if (plane.gap > 0.0) {
        Vec<3> n = plane.point_b - plane.point_a;
        take_out_edge(pair.a, plane.a, n);
        take_out_edge(pair.b, plane.b, n);
        plane.normal = (1.0 / norm(n)) * n;
    }
    return plane;
}

}  // namespace polyhedra

}  // namespace drystone

#pragma once

// Separating axes of two polyhedra. B - A is a polytope whose faces come from faces of A, faces of B and
// pairs of edges; s(n) is minus its support function, so that over all directions
//
//     max s(n) = max over those face normals        if the shapes overlap
//
// A pair of edges makes a face exactly where their arcs on the Gauss sphere cross (Gregorius, GDC 2013): the
// arc of an edge runs between the normals of its two faces, and that of B is mirrored.

#include <cmath>
#include <limits>

#include "core/index.h"
#include "narrowphase/flatness.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polyhedron_pair.h"

namespace drystone {

namespace polyhedra {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double parallel =
    1e-12;  // sine of edges that have no direction across; costs that fraction of size

constexpr double well_crossed = 1e-4;  // sine of edges whose cross product needs no care

/// min of n . x over the vertices.
template <class Kit>
DRYSTONE_ON_DEVICE double lowest(const PolyhedronSide<Kit>& side, const Vec<3>& n) {
    double least = infinity;
    for (int i = 0, count = side.shape->size(); i < count; ++i) {
        const double height = dot(n, side.vertex[i]);
        least = height < least ? height : least;
    }
    return least;
}

/// Of all faces of `one` that may come within the tolerance of the best. Starts with the face that looks
/// farthest from the other's middle: most others are then ruled out by one product,
/// s <= n . middle - offset - inner radius.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE double separations(
    const PolyhedronSide<Kit>& one, const PolyhedronSide<Kit>& other, const PolyhedronPair<Kit>& pair,
    typename Kit::template Row<double, Room::features>& separation) {
    const int faces = one.shape->faces();
    separation.resize(at(faces));
    int first = 0;
    for (int f = 0; f < faces; ++f) {
        separation[at(f)] = dot(one.normal[f], other.middle) - one.offset[f];
        if (separation[at(f)] > separation[at(first)]) first = f;
    }
    double best = separation[at(first)] = lowest(other, one.normal[first]) - one.offset[first];
    const double least_excess = other.shape->inner_radius - pair.tolerance;
    for (int f = 0; f < faces && best <= pair.reach; ++f) {
        if (f == first) continue;
        if (separation[at(f)] <= best + least_excess) {
            separation[at(f)] = -infinity;
            continue;
        }
        separation[at(f)] = lowest(other, one.normal[f]) - one.offset[f];
        best = std::max(best, separation[at(f)]);
    }
    return best;
}

/// The first vertex of least n . x.
template <class Kit>
DRYSTONE_ON_DEVICE int lowest_vertex(const PolyhedronSide<Kit>& side, const Vec<3>& n) {
    int vertex = 0;
    double least = infinity;
    for (int i = 0, count = side.shape->size(); i < count; ++i) {
        const double height = dot(n, side.vertex[i]);
        if (height < least) least = height, vertex = i;
    }
    return vertex;
}

/// Normals of B, not needed by most pairs that are apart.
template <class Kit>
DRYSTONE_ON_DEVICE void place_faces(const PolyhedronPair<Kit>& pair) {
    const auto& b = *pair.b.shape;
    PolyhedronScratchOf<Kit>& scratch = *pair.scratch;
    for (std::size_t f = 0; f < b.normal.size(); ++f) {
        scratch.normal[f] = pair.turn * b.normal[f];
        scratch.offset[f] = b.offset[f] + dot(scratch.normal[f], pair.shift);
    }
    for (std::size_t i = 0; i < b.axis.size(); ++i) scratch.axis[i] = pair.turn * b.axis[i];
}

/// (axes of one) x (faces of other): axis . normal.
template <class Kit>
DRYSTONE_ON_DEVICE void sines(const PolyhedronSide<Kit>& one, const PolyhedronSide<Kit>& other,
                              typename Kit::template Row<double, Room::products>& table) {
    const std::size_t axes = one.shape->axis.size(), faces = other.shape->normal.size();
    table.resize(axes * faces);
    for (std::size_t i = 0; i < axes; ++i)
        for (std::size_t f = 0; f < faces; ++f) table[i * faces + f] = dot(one.axis[i], other.normal[f]);
}

/// For each direction of A's edges, the edges of B whose two faces look to different sides of it.
template <class Kit>
DRYSTONE_ON_DEVICE void list_crossed(const typename Kit::template Shape<3>& a,
                                     const typename Kit::template Shape<3>& b,
                                     PolyhedronScratchOf<Kit>& scratch) {
    scratch.crossed_start.assign(1, 0);
    scratch.crossed.clear();
    for (std::size_t i = 0; i < a.axis.size(); ++i) {
        const double* across = scratch.sine_a.data() + i * b.normal.size();
        for (int j = 0; j < b.edges(); ++j) {
            const ConvexEdge& edge = b.edge[at(j)];
            if (across[edge.face[0]] * across[edge.face[1]] < 0.0) scratch.crossed.push_back(j);
        }
        scratch.crossed_start.push_back(static_cast<int>(scratch.crossed.size()));
    }
}

/// An edge of each shape.
struct CrossedEdges {
    const Vec<3>&axis_a, &axis_b;  // unit
    const Vec<3>& outwards;        // of A, at its edge
    const Vec<3>& apart;           // from the one to the other [m]
};

/// Unit normal across two edges, leaving A, if it can leave more than `least` between them. The cross product
/// of nearly parallel edges is inexact along them; that part is taken out, what remains errs only where it
/// does no harm.
DRYSTONE_ON_DEVICE inline bool direction_across(const CrossedEdges& edges, double least, Vec<3>& n) {
    n = cross(edges.axis_a, edges.axis_b);
    const double square = dot(n, n);
    if (square <= parallel * parallel) return false;
    const double sign = std::copysign(1.0, dot(n, edges.outwards)), sine = std::sqrt(square);
    if (sine > well_crossed && sign * dot(n, edges.apart) <= least * sine) return false;
    n = (1.0 / sine) * n;
    n -= dot(n, edges.axis_a) * edges.axis_a;
    n = (sign / norm(n)) * n;
    return dot(n, edges.apart) > least;
}

/// Nearest points of the two lines, kept within the edges.
template <class Kit>
DRYSTONE_ON_DEVICE void set_crossing(const PolyhedronPair<Kit>& pair, CommonPlane& plane) {
    const ConvexEdge &ea = pair.a.shape->edge[at(plane.a.index)], &eb = pair.b.shape->edge[at(plane.b.index)];
    const Vec<3>&p = pair.a.vertex[ea.vertex[0]], &q = pair.b.vertex[eb.vertex[0]];
    const Vec<3> u = pair.a.vertex[ea.vertex[1]] - p, v = pair.b.vertex[eb.vertex[1]] - q;
    const Vec<3> across_v = cross(v, plane.normal), across_u = cross(u, plane.normal);
    const double s = dot(q - p, across_v) / dot(u, across_v), t = dot(p - q, across_u) / dot(v, across_u);
    plane.point_a = p + std::min(std::max(s, 0.0), 1.0) * u;
    plane.point_b = q + std::min(std::max(t, 0.0), 1.0) * v;
}

/// s(n): what the direction leaves, by all vertices.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE double left_along(const PolyhedronPair<Kit>& pair, const Vec<3>& n) {
    return lowest(pair.b, n) + lowest(pair.a, -n);
}

/// The best face normal from the separations that best_face() has found; `equal`: what is equally good [m].
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE CommonPlane choose_face(const PolyhedronPair<Kit>& pair,
                                                                double equal) {
    const PolyhedronSide<Kit>&a = pair.a, &b = pair.b;
    const PolyhedronScratchOf<Kit>& scratch = *pair.scratch;
    double most = -infinity;
    for (const double s : scratch.separation_a) most = std::max(most, s);
    for (const double s : scratch.separation_b) most = std::max(most, s);
    const Vec<3> line = b.middle - a.middle;
    const double margin = same_direction * norm(line), least = most - equal;
    double along = -infinity;
    bool of_a = true;
    int face = 0;
    const auto consider = [&](const PolyhedronSide<Kit>& side, const auto& separation) {
        for (int f = 0; f < side.shape->faces(); ++f) {
            if (separation[at(f)] < least) continue;
            const double here = side.outwards * dot(side.normal[f], line);
            if (here > along + margin) along = here, face = f, of_a = side.outwards > 0.0;
        }
    };
    consider(a, scratch.separation_a);
    consider(b, scratch.separation_b);
    CommonPlane plane;
    plane.gap = (of_a ? scratch.separation_a : scratch.separation_b)[at(face)];
    plane.normal = of_a ? a.normal[face] : -b.normal[face];
    if (of_a) {
        plane.a = {2, face};
        plane.b = {0, lowest_vertex(b, plane.normal)};
        plane.point_b = b.vertex[plane.b.index];
        plane.point_a = plane.point_b - plane.gap * plane.normal;
    } else {
        plane.b = {2, face};
        plane.a = {0, lowest_vertex(a, -plane.normal)};
        plane.point_a = a.vertex[plane.a.index];
        plane.point_b = plane.point_a + plane.gap * plane.normal;
    }
    return plane;
}

/// The best face normal of either shape. Its gap is greater than the reach as soon as any is; then nothing
/// else is filled. Of normals that are equally good within the tolerance: the one nearest the line of the
/// middles.
template <class Kit>
DRYSTONE_ON_DEVICE CommonPlane best_face(const PolyhedronPair<Kit>& pair) {
    const PolyhedronSide<Kit>&a = pair.a, &b = pair.b;
    PolyhedronScratchOf<Kit>& scratch = *pair.scratch;
    CommonPlane plane;
    plane.gap = separations(a, b, pair, scratch.separation_a);
    if (plane.gap > pair.reach) return plane;
    place_faces(pair);
    const double best_b = separations(b, a, pair, scratch.separation_b);
    plane.gap = std::max(plane.gap, best_b);
    return plane.gap > pair.reach ? plane : choose_face(pair, pair.tolerance);
}

/// Whether the overlap that touch_points() has just found proves that no direction leaves more than the face
/// normal `plane` of shapes that overlap, but for the tolerance.
//
// Let s < 0 be what n leaves, and m another direction at an angle t from it. s(m) is the least m . p over all
// p = b - a, so any such p bounds it. In coordinates (across n, along n) these are at hand:
//
//     (0, s);   (w, h) for every |w| <= 2 r with s <= h <= s + rise;   (T, D) from one middle to the other
//
// the second because a and b can be taken from opposite sides of a circle of radius r in the overlap, one of
// whose faces is square to n. They keep s(m) <= s + e, with e less than the tolerance, as long as
//
//     t <= t1, cos t1 = 1 - e/|s|:    s cos t <= s + e
//     t1 <= t <= 90:                  (s + rise) cos t - 2 r sin t <= s       at both ends, hence between
//     90 <= t <= 180 - u1:            the same with h = s;                    tan(u1/2) = k = |s| / 2r
//     t >= 180 - u1:                  |T| sin u1 - D cos u1 <= s
template <class Kit>
DRYSTONE_ON_DEVICE bool none_leaves_more(const PolyhedronPair<Kit>& pair, const CommonPlane& plane) {
    const double r2 = 2.0 * pair.scratch->overlap_radius, rise = pair.scratch->overlap_rise;
    const double depth = -plane.gap;
    if (!(r2 > depth)) return false;
    const double cosine = std::max(1.0 - 0.5 * pair.tolerance / depth, 0.0);
    if (r2 * std::sqrt(1.0 - cosine * cosine) < rise) return false;
    const Vec<3> line = pair.b.middle - pair.a.middle;
    const double up = dot(plane.normal, line), aside = norm(line - up * plane.normal), k = depth / r2;
    return 2.0 * k * aside + depth * (1.0 + k * k) <= up * (1.0 - k * k);
}

/// The best direction across an edge of A and an edge of B, if it leaves more than `least`; else that value
/// and no features (dimension 0 twice).
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE CommonPlane best_edges(const PolyhedronPair<Kit>& pair,
                                                               double least) {
    const PolyhedronSide<Kit>&a = pair.a, &b = pair.b;
    PolyhedronScratchOf<Kit>& scratch = *pair.scratch;
    sines(a, b, scratch.sine_a);
    sines(b, a, scratch.sine_b);
    list_crossed(*a.shape, *b.shape, scratch);
    CommonPlane best;
    best.gap = least;
    for (int i = 0; i < a.shape->edges(); ++i) {
        const ConvexEdge& ea = a.shape->edge[at(i)];
        const double* across_a = scratch.sine_a.data() + at(ea.axis * b.shape->faces());
        for (int k = scratch.crossed_start[at(ea.axis)]; k < scratch.crossed_start[at(ea.axis) + 1]; ++k) {
            const int j = scratch.crossed[at(k)];
            const ConvexEdge& eb = b.shape->edge[at(j)];
            const double* across_b = scratch.sine_b.data() + at(eb.axis * a.shape->faces());
            const double a0 = across_b[ea.face[0]], a1 = across_b[ea.face[1]];
            if (!(a0 * a1 < 0.0) || !(across_a[eb.face[0]] * a1 < 0.0)) continue;
            Vec<3> n;
            const Vec<3> outwards = a.normal[ea.face[0]] + a.normal[ea.face[1]];
            const Vec<3> apart = b.vertex[eb.vertex[0]] - a.vertex[ea.vertex[0]];
            if (!direction_across({a.axis[ea.axis], b.axis[eb.axis], outwards, apart}, best.gap, n)) continue;
            // The arcs of nearly parallel edges may cross by rounding alone: only what all vertices confirm.
            const double gap = left_along(pair, n);
            if (gap <= best.gap) continue;
            best = {n, gap, {1, i}, {1, j}, {}, {}};
            if (gap > pair.reach) return best;
        }
    }
    if (best.a.dimension == 1) set_crossing(pair, best);
    return best;
}

}  // namespace polyhedra

}  // namespace drystone

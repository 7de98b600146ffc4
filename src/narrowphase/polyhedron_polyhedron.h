#pragma once

// Two polyhedra, in the order of what it costs: bounding balls, face normals, pairs of edges, nearest points.

#include <algorithm>
#include <cmath>

#include "narrowphase/flatness.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polyhedron_axis.h"
#include "narrowphase/polyhedron_nearest.h"
#include "narrowphase/polyhedron_touch.h"

namespace drystone {

namespace polyhedra {

/// The vertices of B in the frame of A; best_face() fills in the rest when it is needed. False if the
/// bounding balls are out of reach.
template <class Kit>
DRYSTONE_ON_DEVICE bool place(const ShapeAtPose<3, Kit>& one, const ShapeAtPose<3, Kit>& other, double reach,
                              PolyhedronScratchOf<Kit>& scratch, PolyhedronPair<Kit>& pair) {
    const typename Kit::template Shape<3>&a = one.shape, &b = other.shape;
    const Pose<3>&pose_a = one.pose, &pose_b = other.pose;
    const Mat<3> turn = transpose(pose_a.turn) * pose_b.turn;
    const Vec<3> shift = transpose_times(pose_a.turn, pose_b.position - pose_a.position);
    const Vec<3> middle_b = shift + turn * b.middle;
    const Vec<3> line = middle_b - a.middle;
    const double far = a.radius + b.radius + reach;
    if (!(dot(line, line) <= far * far)) return false;

    scratch.vertex.resize(b.vertex.size());
    for (std::size_t i = 0; i < b.vertex.size(); ++i) scratch.vertex[i] = shift + turn * b.vertex[i];
    scratch.normal.resize(b.normal.size());
    scratch.offset.resize(b.normal.size());
    scratch.axis.resize(b.axis.size());
    pair.turn = turn;
    pair.shift = shift;
    pair.a = {&a, a.vertex.data(), a.normal.data(), a.offset.data(), a.axis.data(), a.middle, 1.0};
    pair.b = {&b,
              scratch.vertex.data(),
              scratch.normal.data(),
              scratch.offset.data(),
              scratch.axis.data(),
              middle_b,
              -1.0};
    pair.reach = reach;
    pair.size = 2.0 * std::min(a.radius, b.radius);
    pair.tolerance = flush_within(pair.size, 2.0 * std::min(a.inner_radius, b.inner_radius),
                                  a.radius + b.radius + norm(a.middle) + norm(middle_b)) +
                     a.flatness + b.flatness;
    pair.scratch = &scratch;
    return true;
}

/// The one point where the features are nearest.
template <class Points>
DRYSTONE_ON_DEVICE void single_point(const CommonPlane& plane, Points& points) {
    const Vec<3> middle = 0.5 * (plane.point_a + plane.point_b);
    points.clear();
    points.push_back({plane.gap, middle, 0.0, name_of(plane)});
}

/// Fills normal and points in A's frame.
template <class Kit>
DRYSTONE_ON_DEVICE void find_points(const PolyhedronPair<Kit>& pair, ManifoldOf<3, Kit>& manifold) {
    auto& points = manifold.points;
    CommonPlane plane = best_face(pair);
    if (plane.gap > pair.reach) return;
    manifold.normal = plane.normal;
    bool found = touch_points(pair, plane, points);
    if (!found) {  // of equally good ones the features may lie apart, seen along the normal
        plane = choose_face(pair, 0.0);
        manifold.normal = plane.normal;
        found = touch_points(pair, plane, points);
    }
    // Points that far apart and no farther: no other direction can leave more.
    if (found && (plane.gap > 0.0 || none_leaves_more(pair, plane))) return;

    if (const CommonPlane edges = best_edges(pair, plane.gap + pair.tolerance); edges.a.dimension == 1) {
        points.clear();
        plane = edges;
        if (plane.gap > pair.reach) return;
        manifold.normal = plane.normal;
        found = touch_points(pair, plane, points);
    }
    if (found) return;
    // Features that do not overlap are not the nearest ones. Between slivers the axes may leave so much less
    // than the distance that rounding hides it; a direction that leaves as much as its points are apart is
    // right in any case.
    if (plane.gap > -pair.tolerance) {
        const CommonPlane nearest = nearest_points(pair, plane);
        const bool apart = nearest.gap > noise * pair.tolerance;
        if (apart && (plane.gap > 0.0 || left_along(pair, nearest.normal) >= nearest.gap - pair.tolerance)) {
            if (nearest.gap > pair.reach) return;
            plane = nearest;
            manifold.normal = plane.normal;
            if (touch_points(pair, plane, points)) return;
        }
    }
    single_point(plane, points);
}

}  // namespace polyhedra

/// convex_convex() of narrowphase/convex_convex.h.
template <class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool polyhedra_touch(const ShapeAtPose<3, Kit>& a,
                                                             const ShapeAtPose<3, Kit>& b,
                                                             PolyhedronPair<Kit>& pair,
                                                             PolyhedronScratchOf<Kit>& scratch,
                                                             ManifoldOf<3, Kit>& manifold) {
    manifold.points.clear();
    if (!polyhedra::place(a, b, pair.reach, scratch, pair)) return false;
    polyhedra::find_points(pair, manifold);
    if (manifold.points.empty()) return false;
    manifold.normal = a.pose.turn * manifold.normal;
    for (ManifoldPoint<3>& p : manifold.points) p.point = a.pose.position + a.pose.turn * p.point;
    return true;
}

}  // namespace drystone

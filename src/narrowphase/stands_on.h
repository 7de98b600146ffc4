#pragma once

// Vertices x over the plane through p: gap = m . (x - p), n = -m; of a face that lies on it the whole area, shared among its corners.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.h"
#include "core/motion.h"
#include "narrowphase/convex_plane.h"
#include "narrowphase/flatness.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/polygon_clip.h"

namespace drystone {

namespace polygons {

/// `down` and `frame` (its rows: down and across) are in the shape's frame.
template <int D, class Kit>
struct Standing {
    const typename Kit::template Shape<D>& shape;
    Vec<D> down;
    Mat<D> frame;
    double flat;  // sine of the tilt that still counts as flat
    FlatScratchOf<Kit>& scratch;

    DRYSTONE_ON_DEVICE bool is_flat(int face) const {
        const Vec<D>& normal = shape.normal[at(face)];
        const double cosine = dot(normal, down);
        return cosine > 0.0 && norm(normal - cosine * down) <= flat;
    }
    DRYSTONE_ON_DEVICE int lower(int face, int other) const {
        return dot(shape.normal[at(other)] - shape.normal[at(face)], down) > 0.0 ? other : face;
    }
    DRYSTONE_ON_DEVICE void take(int vertex, double y) {
        scratch.taken[at(vertex)] = 1;
        scratch.polygon.push_back(
            {dot(frame[1], shape.vertex[at(vertex)]), y, static_cast<std::uint16_t>(vertex)});
    }
};

/// The edge at the lowest vertex, if it lies flat: half its length to each end.
template <class Kit>
DRYSTONE_ON_DEVICE void weigh_base(Standing<2, Kit>& standing, int lowest) {
    const int n = standing.shape.size(), edge = standing.lower((lowest + n - 1) % n, lowest);
    if (!standing.is_flat(edge)) return;
    standing.take(edge, 0.0);
    standing.take((edge + 1) % n, 0.0);
    PolygonSharesOf<Kit>& shares = standing.scratch.shares;
    shares.area = std::abs(standing.scratch.polygon[1].x - standing.scratch.polygon[0].x);
    shares.share.assign(2, 0.5 * shares.area);
    shares.draw = 1.0 / std::numbers::sqrt3;
}

/// The face at the lowest vertex, if it lies flat.
template <class Kit>
DRYSTONE_ON_DEVICE void weigh_base(Standing<3, Kit>& standing, int lowest) {
    const auto& shape = standing.shape;
    const int start = shape.vertex_start[at(lowest)], end = shape.vertex_start[at(lowest) + 1];
    int face = shape.vertex_face[at(start)];
    for (int i = start + 1; i < end; ++i) face = standing.lower(face, shape.vertex_face[at(i)]);
    if (!standing.is_flat(face)) return;
    for (int c = shape.face_start[at(face)]; c < shape.face_start[at(face) + 1]; ++c) {
        const int v = shape.face_vertex[at(c)];
        standing.take(v, dot(standing.frame[2], shape.vertex[at(v)]));
    }
    standing.scratch.shares.weigh(standing.scratch.polygon);
}

}  // namespace polygons

/// A plane, and how points on it are to be found.
template <int D>
struct Ground {
    const Vec<D>& place;
    const Vec<D>& outward;
    double reach;
    PointRule rule;
};

/// convex_plane() of narrowphase/convex_plane.h.
template <int D, class Kit>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool stands_on(const typename Kit::template Shape<D>& shape,
                                                       const Pose<D>& pose, const Ground<D>& ground,
                                                       FlatScratchOf<Kit>& scratch,
                                                       ManifoldOf<D, Kit>& manifold) {
    const Vec<D>&place = ground.place, &outward = ground.outward;
    const double reach = ground.reach;
    const PointRule rule = ground.rule;
    manifold.normal = -outward;
    manifold.points.clear();
    const Vec<D> down = transpose_times(pose.turn, -outward);
    const double above = dot(outward, pose.position - place);  // the frame's origin
    if (above - dot(down, shape.middle) - shape.radius > reach) return false;

    int lowest = 0;
    scratch.height.resize(shape.vertex.size());
    for (int i = 0; i < shape.size(); ++i) {
        scratch.height[at(i)] = above - dot(down, shape.vertex[at(i)]);
        if (scratch.height[at(i)] < scratch.height[at(lowest)]) lowest = i;
    }
    if (!(scratch.height[at(lowest)] <= reach)) return false;

    scratch.polygon.clear();
    scratch.taken.assign(shape.vertex.size(), 0);
    polygons::Standing<D, Kit> standing{shape, down, contact_frame(down),
                                        flat_limit(reach, 2.0 * shape.radius), scratch};
    polygons::weigh_base(standing, lowest);

    const auto add = [&](const Vec<D>& local, double gap, double area, int vertex) {
        if (!(gap <= reach)) return;
        const Vec<D> x = pose.position + pose.turn * local;
        manifold.points.push_back(
            {gap, x - (0.5 * gap) * outward, area, feature_id(FeatureKind::vertex_face, vertex, 0)});
    };
    Vec<D> centroid{};
    double mean = 0.0;  // height of the centroid
    for (std::size_t i = 0; i < scratch.polygon.size(); ++i) {
        const double weight = scratch.shares.share[i] / scratch.shares.area;
        mean += weight * scratch.height[scratch.polygon[i].edge];
        centroid += weight * shape.vertex[scratch.polygon[i].edge];
    }
    for (std::size_t i = 0; i < scratch.polygon.size(); ++i) {
        const int v = scratch.polygon[i].edge;
        Vec<D> x = shape.vertex[at(v)];
        double height = scratch.height[at(v)];
        if (rule == PointRule::gauss) {
            x = centroid + scratch.shares.draw * (x - centroid);
            height = mean + scratch.shares.draw * (height - mean);
        }
        add(x, height, scratch.shares.share[i], v);
    }
    for (int i = 0; i < shape.size(); ++i)
        if (!scratch.taken[at(i)]) add(shape.vertex[at(i)], scratch.height[at(i)], 0.0, i);
    return !manifold.points.empty();
}

}  // namespace drystone

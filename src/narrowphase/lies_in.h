#pragma once

// Vertices x in the hollow of a drum of radius R: gap = R - |q|, n = q / |q|, q = x - p off the axis; ends as planes.

#include "narrowphase/ball_drum.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/out_of_line.h"
#include "narrowphase/stands_on.h"

namespace drystone {

/// A hollow, and how points in it are to be found.
template <int D>
struct Inside {
    const Hollow<D>& drum;
    double reach;
    PointRule rule;
};

namespace polygons {

/// Each vertex is a ball of radius zero.
template <int D, class Shape, class Touches>
DRYSTONE_ON_DEVICE void add_shell(const Shape& shape, const Pose<D>& pose, const Inside<D>& in,
                                  Touches& touches) {
    for (std::size_t i = 0; i < shape.vertex.size(); ++i) {
        const Vec<D> x = pose.position + pose.turn * shape.vertex[i];
        Touch<D> touch = ball_drum_shell(x, 0.0, in.drum.place, in.drum.axis, in.drum.radius);
        if (!(touch.gap <= in.reach)) continue;
        touch.point += (0.5 * touch.gap) * touch.normal;
        touches.push_back({touch, 0.0, static_cast<std::uint32_t>(i)});
    }
}

template <class Kit, class Touches>
DRYSTONE_ON_DEVICE void add_end(const ShapeAtPose<3, Kit>& solid, const Inside<3>& in, double side,
                                FlatScratchOf<Kit>& scratch, Touches& touches) {
    const Vec<3> inwards = -side * in.drum.axis, place = in.drum.place - (0.5 * in.drum.length) * inwards;
    stands_on<3, Kit>(solid.shape, solid.pose, {place, inwards, in.reach, in.rule}, scratch, scratch.manifold);
    for (const ManifoldPoint<3>& p : scratch.manifold.points) {
        const std::uint32_t vertex = p.feature >> 15 & 0x7fffU;
        touches.push_back(
            {{p.gap, scratch.manifold.normal, p.point}, p.area, vertex | (side < 0.0 ? 1U << 30 : 1U << 31)});
    }
}

}  // namespace polygons

/// convex_drum() of narrowphase/convex_drum.h.
template <int D, class Kit, class Touches>
DRYSTONE_ON_DEVICE DRYSTONE_OUT_OF_LINE bool lies_in(const typename Kit::template Shape<D>& shape,
                                                     const Pose<D>& pose, const Inside<D>& in,
                                                     FlatScratchOf<Kit>& scratch, Touches& touches) {
    touches.clear();
    polygons::add_shell<D>(shape, pose, in, touches);
    if constexpr (D == 3) {
        if (in.drum.length < std::numeric_limits<double>::infinity())
            for (const double side : {-1.0, 1.0})
                polygons::add_end<Kit>({shape, pose}, in, side, scratch, touches);
    }
    return !touches.empty();
}

}  // namespace drystone

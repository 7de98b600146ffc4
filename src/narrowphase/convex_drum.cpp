// Vertices x in the hollow of a drum of radius R: gap = R - |q|, n = q / |q|, q = x - p off the axis; ends as planes.

#include "narrowphase/convex_drum.h"

#include "narrowphase/ball_drum.h"

namespace drystone {

namespace {

/// Each vertex is a ball of radius zero.
template <int D>
void add_shell(const Convex<D>& shape, const Pose<D>& pose, const Hollow<D>& drum, double reach,
               std::vector<DrumTouch<D>>& touches) {
    for (std::size_t i = 0; i < shape.vertex.size(); ++i) {
        const Vec<D> x = pose.position + pose.turn * shape.vertex[i];
        Touch<D> touch = ball_drum_shell(x, 0.0, drum.place, drum.axis, drum.radius);
        if (!(touch.gap <= reach)) continue;
        touch.point += (0.5 * touch.gap) * touch.normal;
        touches.push_back({touch, 0.0, static_cast<std::uint32_t>(i)});
    }
}

void add_end(const Convex<3>& shape, const Pose<3>& pose, const Hollow<3>& drum, double side, double reach,
             PointRule rule, FlatScratch& scratch, std::vector<DrumTouch<3>>& touches) {
    const Vec<3> inwards = -side * drum.axis, place = drum.place - (0.5 * drum.length) * inwards;
    convex_plane(shape, pose, place, inwards, reach, rule, scratch, scratch.manifold);
    for (const ManifoldPoint<3>& p : scratch.manifold.points) {
        const std::uint32_t vertex = p.feature >> 15 & 0x7fffU;
        touches.push_back(
            {{p.gap, scratch.manifold.normal, p.point}, p.area, vertex | (side < 0.0 ? 1U << 30 : 1U << 31)});
    }
}

}  // namespace

template <int D>
bool convex_drum(const Convex<D>& shape, const Pose<D>& pose, const Hollow<D>& drum, double reach,
                 PointRule rule, FlatScratch& scratch, std::vector<DrumTouch<D>>& touches) {
    touches.clear();
    add_shell(shape, pose, drum, reach, touches);
    if constexpr (D == 3) {
        if (drum.length < std::numeric_limits<double>::infinity())
            for (const double side : {-1.0, 1.0})
                add_end(shape, pose, drum, side, reach, rule, scratch, touches);
    }
    return !touches.empty();
}

template bool convex_drum(const Convex<2>&, const Pose<2>&, const Hollow<2>&, double, PointRule, FlatScratch&,
                          std::vector<DrumTouch<2>>&);
template bool convex_drum(const Convex<3>&, const Pose<3>&, const Hollow<3>&, double, PointRule, FlatScratch&,
                          std::vector<DrumTouch<3>>&);

}  // namespace drystone

#include "scene/walls.h"

#include <algorithm>
#include <cmath>

#include "geometry/curved.h"
#include "scene/region.h"

namespace drystone {

template <int D>
bool PackingWall<D>::clears(const Vec<D>& x, double r) const {
    const Vec<D> from = x - point;
    const double along = dot(from, axis);
    const double reach = r - rounding(r);
    if (!is_drum) return along - reach >= 0.0;
    return std::abs(along) + reach <= half_length && norm(from - along * axis) + reach <= radius;
}

template <int D>
Vec<D> PackingWall<D>::pushed(const Vec<D>& x, double r) const {
    const Vec<D> from = x - point;
    const double along = dot(from, axis);
    if (!is_drum) return along < r ? x + (r - along) * axis : x;
    const BallRegion<D> round{{}, radius};
    const double most = std::max(half_length - r, 0.0);
    return point + std::min(std::max(along, -most), most) * axis + round.nearest(from - along * axis, r);
}

namespace {

Vec<2> drum_axis(const Rotation<2>&) { return {}; }
Vec<3> drum_axis(const Rotation<3>& rotation) { return rotate(rotation, Vec<3>::axis(2)); }

}  // namespace

template <int D>
Obstacles<D> obstacles_of(const WorldDescription<D>& world) {
    Obstacles<D> found;
    for (const auto& body : world.bodies) {
        for (const auto& part : body.geometry) {
            const Vec<D> at = body.position + rotate(body.orientation, part.position);
            const Rotation<D> rotation = body.orientation * part.rotation;
            if (const auto* ball = std::get_if<Ball<D>>(&part.shape)) {
                found.balls.push_back({at, ball->radius});
            } else if (const auto* solid = std::get_if<Solid<D>>(&part.shape)) {
                found.balls.push_back({at + rotate(rotation, solid->convex->middle), solid->convex->radius});
            } else if (const auto* round = std::get_if<CurvedSolid<D>>(&part.shape)) {
                found.balls.push_back({at + rotate(rotation, round->curved->middle), round->curved->radius});
            } else if (const auto* plane = std::get_if<Plane<D>>(&part.shape)) {
                found.walls.push_back({false, at, rotate(rotation, plane->normal), 0.0, 0.0});
            } else if (const auto* drum = std::get_if<Drum<D>>(&part.shape)) {
                found.walls.push_back({true, at, drum_axis(rotation), drum->radius, 0.5 * drum->length});
            }
        }
    }
    return found;
}

template struct PackingWall<2>;
template struct PackingWall<3>;
template Obstacles<2> obstacles_of<2>(const WorldDescription<2>&);
template Obstacles<3> obstacles_of<3>(const WorldDescription<3>&);

}  // namespace drystone

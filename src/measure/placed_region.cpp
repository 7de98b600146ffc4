#include "measure/placed_region.h"

#include <cmath>
#include <limits>

#include "geometry/common_volume.h"
#include "geometry/convex.h"
#include "geometry/mass.h"

namespace drystone {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

template <int D>
bool within(const BoxRegion<D>& box, const Vec<D>& x) {
    bool inside = true;
    for (int i = 0; i < D; ++i) inside = inside && x[i] >= box.min[i] && x[i] < box.max[i];
    return inside;
}
template <int D>
bool within(const BallRegion<D>& ball, const Vec<D>& x) {
    return norm(x - ball.centre) < ball.radius;
}
bool within(const CylinderRegion& cylinder, const Vec<3>& x) { return cylinder.holds(x, 0.0); }

double volume_in(const BallRegion<2>& disk, const BoxRegion<2>& box) {
    return common_volume(outline(box), disk);
}
double volume_in(const BallRegion<3>& ball, const BoxRegion<3>& box) {
    return common_volume(outline(box), ball);
}
template <int D>
double volume_in(const BallRegion<D>& ball, const BallRegion<D>& region) {
    return common_volume(ball, region);
}
double volume_in(const Polygon& polygon, const BoxRegion<2>& box) { return common_volume(polygon, box); }
double volume_in(const Polygon& polygon, const BallRegion<2>& disk) { return common_volume(polygon, disk); }
double volume_in(const Polyhedron& solid, const BoxRegion<3>& box) { return common_volume(solid, box); }
double volume_in(const Polyhedron& solid, const BallRegion<3>& ball) { return common_volume(solid, ball); }
template <class Solid>
double volume_in(const Solid&, const CylinderRegion&) {
    return unknown;
}

Polygon placed(const Convex<2>& convex, const auto& to_place) {
    Polygon out;
    for (const Vec<2>& x : convex.vertex) out.push_back(to_place(x));
    return out;
}

Polyhedron placed(const Convex<3>& convex, const auto& to_place) {
    Polyhedron out;
    for (int f = 0; f < convex.faces(); ++f) {
        std::vector<Vec<3>>& face = out.emplace_back();
        for (int k = convex.face_start[f]; k < convex.face_start[f + 1]; ++k)
            face.push_back(to_place(convex.vertex[convex.face_vertex[k]]));
    }
    return out;
}

/// The box about the region, a little wider: what is outside of it has nothing inside.
template <int D>
bool apart(const BoxRegion<D>& box, const Vec<D>& x, double r) {
    for (int i = 0; i < D; ++i) {
        if (x[i] + r < box.min[i] || x[i] - r > box.max[i]) return true;
    }
    return false;
}

}  // namespace

template <int D>
PlacedRegion<D>::PlacedRegion(const ProbeRegion& region, const World<D>& world)
    : shape_(std::get<Region<D>>(region.shape)) {
    if (region.with < 0) return;
    const int body = world.slot[static_cast<std::size_t>(region.with)];
    if (body < 0) return;  // it has left; the region stays where it was given
    fixed_ = world.start_position[body];
    moved_ = world.bodies.position[body];
    turn_ = matrix(world.bodies.rotation[body]) * transpose(matrix(world.start_rotation[body]));
}

template <int D>
bool PlacedRegion<D>::holds(const Vec<D>& x) const {
    const Vec<D> at = own(x);
    return std::visit([&](const auto& region) { return within(region, at); }, shape_);
}

template <int D>
double PlacedRegion<D>::volume() const {
    return std::visit([](const auto& region) { return region.volume(); }, shape_);
}

template <int D>
double PlacedRegion<D>::volume_of(const World<D>& world, int part) const {
    const Parts<D>& parts = world.parts;
    if (!parts.is_grain(part)) return 0.0;
    const int body = parts.body[part];
    const auto from_body = [&](const Vec<D>& x) {
        return own(world.bodies.position[body] + rotate(world.bodies.rotation[body], x));
    };
    const BallRegion<D> ball{from_body(parts.local_centre[part]), parts.radius[part]};
    return std::visit(
        [&](const auto& region) {
            if (apart<D>(region.bounds(), ball.centre, ball.radius)) return 0.0;
            if (parts.kind[part] == PartKind::ball)
                return region.holds(ball.centre, ball.radius) ? ball.volume() : volume_in(ball, region);
            if (parts.kind[part] != PartKind::solid) return unknown;
            const int solid = parts.solid[part];
            return volume_in(placed(*parts.solids.shape[solid],
                                    [&](const Vec<D>& x) {
                                        return from_body(parts.solids.local_origin[solid] +
                                                         parts.solids.local_turn[solid] * x);
                                    }),
                             region);
        },
        shape_);
}

template <int D>
bool has_known_volume(const Geometry<D>& geometry) {
    Geometry<D> balls;
    double volume = 0.0;
    for (const PlacedShape<D>& part : geometry) {
        if (std::holds_alternative<CurvedSolid<D>>(part.shape)) return false;
        if (const auto* ball = std::get_if<Ball<D>>(&part.shape)) {
            balls.push_back(part);
            volume += BallRegion<D>{{}, ball->radius}.volume();
        }
    }
    return balls.size() < 2 || std::abs(mass_properties(balls, 1.0).mass - volume) <= 1e-9 * volume;
}

template class PlacedRegion<2>;
template class PlacedRegion<3>;
template bool has_known_volume(const Geometry<2>&);
template bool has_known_volume(const Geometry<3>&);

}  // namespace drystone

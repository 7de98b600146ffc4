#include "granular/placed_region.h"

#include <cmath>

#include "geometry/cylinder_volume.h"
#include "geometry/mass.h"

namespace drystone {

namespace {

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

template <int D>
double volume_in(const BallRegion<D>& ball, const BoxRegion<D>& box) {
    return common_volume(outline(box), ball);
}
template <int D>
double volume_in(const BallRegion<D>& ball, const BallRegion<D>& region) {
    return common_volume(ball, region);
}
double volume_in(const BallRegion<3>& ball, const CylinderRegion& region) { return common_volume(ball, region); }
template <class Region>
double volume_in(const Polygon& polygon, const Region& region) {
    return common_volume(polygon, region);
}
template <class Region>
double volume_in(const Polyhedron& solid, const Region& region) {
    return common_volume(solid, region);
}

/// The box about the region: what is outside of it has nothing inside.
template <int D>
bool apart(const BoxRegion<D>& box, const BallRegion<D>& ball) {
    for (int i = 0; i < D; ++i) {
        if (ball.centre[i] + ball.radius < box.min[i] || ball.centre[i] - ball.radius > box.max[i]) return true;
    }
    return false;
}

template <class To>
void map_corners(Polygon& polygon, const To& to) {
    for (Vec<2>& x : polygon) x = to(x);
}
template <class To>
void map_corners(Polyhedron& solid, const To& to) {
    for (std::vector<Vec<3>>& face : solid) {
        for (Vec<3>& x : face) x = to(x);
    }
}

}  // namespace

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
double PlacedRegion<D>::volume_of(const BallRegion<D>& ball) const {
    const BallRegion<D> seen{own(ball.centre), ball.radius};
    return std::visit(
        [&](const auto& region) {
            if (apart<D>(region.bounds(), seen)) return 0.0;
            return region.holds(seen.centre, seen.radius) ? seen.volume() : volume_in(seen, region);
        },
        shape_);
}

template <int D>
double PlacedRegion<D>::volume_of(Block<D> block, const BallRegion<D>& about) const {
    const BallRegion<D> seen{own(about.centre), about.radius};
    map_corners(block, [&](const Vec<D>& x) { return own(x); });
    return std::visit([&](const auto& region) { return apart<D>(region.bounds(), seen) ? 0.0 : volume_in(block, region); },
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

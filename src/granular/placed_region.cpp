#include "granular/placed_region.h"

#include <array>
#include <cmath>
#include <limits>

#include "core/reduced_space.h"
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
PlacedRegion<D> PlacedRegion<D>::in(const Space<D>& space) const {
    PlacedRegion out = *this;
    out.space_ = reduced(space);
    return out;
}

template <int D>
template <class Visit>
void PlacedRegion<D>::for_images(const BallRegion<D>& ball, const Visit& visit) const {
    if (!space_.repeats()) {
        visit(Vec<D>{});
        return;
    }
    const BoxRegion<D> box = bounds<D>(shape_);
    const Vec<D> middle = moved_ + turn_ * (0.5 * (box.min + box.max) - fixed_);
    const double reach = 0.5 * norm(box.max - box.min) + ball.radius;
    const Mat<D> dual = inverse(space_.edges());
    const Vec<D> share = dual * (ball.centre - middle);
    std::array<int, 3> from{}, to{};
    for (int j = 0; j < D; ++j) {
        if (!space_.repeats_along(j)) continue;
        const double wide = (1.0 + 1e-9) * reach * norm(dual[j]);
        from[static_cast<std::size_t>(j)] = static_cast<int>(std::ceil(-wide - share[j]));
        to[static_cast<std::size_t>(j)] = static_cast<int>(std::floor(wide - share[j]));
    }
    for (int i = from[0]; i <= to[0]; ++i) {
        for (int j = from[1]; j <= to[1]; ++j) {
            for (int k = from[2]; k <= to[2]; ++k) {
                std::array<int, D> image{};
                for (int c = 0; c < D; ++c) image[static_cast<std::size_t>(c)] = std::array{i, j, k}[static_cast<std::size_t>(c)];
                if (visit(space_.shift(image))) return;
            }
        }
    }
}

template <int D>
bool PlacedRegion<D>::overlaps_itself() const {
    if (!space_.repeats()) return false;
    const BoxRegion<D> box = bounds<D>(shape_);
    const auto* ball = std::get_if<BallRegion<D>>(&shape_);
    const Vec<D> size = (1.0 - 1e-9) * (box.max - box.min);
    bool found = false;
    for_images({moved_ + turn_ * (0.5 * (box.min + box.max) - fixed_), 0.5 * norm(size)}, [&](const Vec<D>& shift) {
        if (shift == Vec<D>{}) return false;
        const Vec<D> apart = transpose_times(turn_, shift);
        bool both = ball ? norm(apart) < (1.0 - 1e-9) * 2.0 * ball->radius : true;
        for (int c = 0; c < D; ++c) both = both && std::abs(apart[c]) < size[c];
        return found = found || both;
    });
    return found;
}

template <int D>
bool PlacedRegion<D>::has(const Vec<D>& x) const {
    const Vec<D> at = own(x);
    return std::visit([&](const auto& region) { return within(region, at); }, shape_);
}

template <int D>
std::optional<Vec<D>> PlacedRegion<D>::image_within(const Vec<D>& x) const {
    std::optional<Vec<D>> found;
    for_images({x, 0.0}, [&](const Vec<D>& shift) {
        if (has(x + shift)) found = shift;
        return found.has_value();
    });
    return found;
}

template <int D>
double PlacedRegion<D>::volume() const {
    if (overlaps_itself()) return std::numeric_limits<double>::quiet_NaN();
    return std::visit([](const auto& region) { return region.volume(); }, shape_);
}

template <int D>
double PlacedRegion<D>::volume_of(const BallRegion<D>& ball) const {
    double sum = 0.0;
    for_images(ball, [&](const Vec<D>& shift) {
        const BallRegion<D> seen{own(ball.centre + shift), ball.radius};
        sum += std::visit(
            [&](const auto& region) {
                if (apart<D>(region.bounds(), seen)) return 0.0;
                return region.holds(seen.centre, seen.radius) ? seen.volume() : volume_in(seen, region);
            },
            shape_);
        return false;
    });
    return sum;
}

template <int D>
double PlacedRegion<D>::volume_of(const Block<D>& block, const BallRegion<D>& about) const {
    double sum = 0.0;
    for_images(about, [&](const Vec<D>& shift) {
        const BallRegion<D> seen{own(about.centre + shift), about.radius};
        sum += std::visit(
            [&](const auto& region) {
                if (apart<D>(region.bounds(), seen)) return 0.0;
                Block<D> moved = block;
                map_corners(moved, [&](const Vec<D>& x) { return own(x + shift); });
                return volume_in(moved, region);
            },
            shape_);
        return false;
    });
    return sum;
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

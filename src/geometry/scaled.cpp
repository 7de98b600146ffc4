#include "geometry/scaled.h"

#include <algorithm>
#include <cassert>

#include "geometry/convex.h"
#include "geometry/curved.h"

namespace drystone {

namespace {

template <int D>
std::shared_ptr<const Convex<D>> scaled_convex(const Convex<D>& shape, double scale) {
    auto out = std::make_shared<Convex<D>>();
    stretch(shape, Mat<D>::scaled_identity(scale), *out);
    return out;
}

template <int D>
Curved<D> scaled_curved(const Curved<D>& shape, double scale) {
    if (shape.hull) return make_rounded(scaled_convex(*shape.hull, scale), scale * shape.rounding);
    Core<D> core = shape.core;
    std::visit(
        [&](auto& one) {
            if constexpr (requires { one.low; }) one.low *= scale, one.high *= scale;
            if constexpr (requires { one.half; }) one.half = scale * one.half;
        },
        core);
    return make_curved<D>(core, scale * shape.rounding);
}

template <int D>
double reach_of(const PlacedShape<D>& part, const Vec<D>& from) {
    const auto at = [&](const Vec<D>& x) { return norm(part.position + rotate(part.rotation, x) - from); };
    if (const auto* ball = std::get_if<Ball<D>>(&part.shape)) return at({}) + ball->radius;
    if (const auto* round = std::get_if<CurvedSolid<D>>(&part.shape))
        return at(round->curved->middle) + round->curved->radius;
    double reach = 0.0;
    for (const Vec<D>& x : std::get<Solid<D>>(part.shape).convex->vertex) reach = std::max(reach, at(x));
    return reach;
}

}  // namespace

template <int D>
Geometry<D> scaled(const Geometry<D>& geometry, double scale) {
    assert(scale > 0.0);
    if (scale == 1.0) return geometry;
    Geometry<D> out = geometry;
    for (PlacedShape<D>& part : out) {
        part.position = scale * part.position;
        if (auto* ball = std::get_if<Ball<D>>(&part.shape)) ball->radius *= scale;
        if (auto* drum = std::get_if<Drum<D>>(&part.shape)) drum->radius *= scale, drum->length *= scale;
        if (auto* solid = std::get_if<Solid<D>>(&part.shape))
            solid->convex = scaled_convex(*solid->convex, scale);
        if (auto* round = std::get_if<CurvedSolid<D>>(&part.shape))
            round->curved = std::make_shared<const Curved<D>>(scaled_curved(*round->curved, scale));
    }
    return out;
}

template <int D>
PlacedBall<D> surrounding_ball(const Geometry<D>& geometry) {
    PlacedBall<D> ball{mass_properties(geometry, 1.0).centre, 0.0};
    for (const PlacedShape<D>& part : geometry)
        ball.radius = std::max(ball.radius, reach_of(part, ball.centre));
    return ball;
}

template Geometry<2> scaled(const Geometry<2>&, double);
template Geometry<3> scaled(const Geometry<3>&, double);
template PlacedBall<2> surrounding_ball(const Geometry<2>&);
template PlacedBall<3> surrounding_ball(const Geometry<3>&);

}  // namespace drystone

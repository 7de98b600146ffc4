#include <algorithm>
#include <cmath>

#include "render/draw.h"

namespace drystone::render {

ForceStyle usual_forces(const ShownBodies& bodies) {
    const bool solids = std::find(bodies.part_kind.begin(), bodies.part_kind.end(), ShownPart::solid) !=
                        bodies.part_kind.end();
    return solids ? ForceStyle::bars : ForceStyle::chains;
}

namespace {

/// A force on body b at a point, with its part along the normal.
struct Force {
    int a = 0, b = 0;
    Vec<3> point, force;
    double normal = 0.0;
};

std::vector<Force> forces_of(const ShownBodies& bodies, const ShownFrame& frame) {
    const int d = bodies.dimension;
    std::vector<Force> out;
    for (std::size_t k = 0; k < frame.contacts(); ++k) {
        const Vec<3> force = spatial(frame.force, d, k);
        out.push_back({frame.a[k], frame.b[k], spatial(frame.point, d, k), force,
                       dot(force, spatial(frame.normal, d, k))});
    }
    return out;
}

/// One force per pair of bodies: the sum, at the mean of the points weighted by |normal force|, which is the centre of
/// pressure of a flat joint. Contacts come by (a, b).
std::vector<Force> resultants(const std::vector<Force>& forces) {
    std::vector<Force> out;
    for (std::size_t k = 0; k < forces.size();) {
        Force sum{.a = forces[k].a, .b = forces[k].b, .point = {}, .force = {}};
        double weight = 0.0;
        for (; k < forces.size() && forces[k].a == sum.a && forces[k].b == sum.b; ++k) {
            sum.force += forces[k].force;
            sum.normal += forces[k].normal;
            sum.point += std::abs(forces[k].normal) * forces[k].point;
            weight += std::abs(forces[k].normal);
        }
        if (!(weight > 0.0)) continue;
        sum.point = (1.0 / weight) * sum.point;
        out.push_back(sum);
    }
    return out;
}

void draw_bar(const Force& one, const ForceScale& scale, Drawing& out) {
    const double size = norm(one.force);
    if (!(size >= 1e-4 * scale.newton) || !std::isfinite(size)) return;
    const Vec<3> half = (0.5 * scale.length / size) * one.force;
    out.strokes.push_back({.points = {one.point - half, one.point + half},
                           .radius = 0.5 * scale.width * size / scale.newton,
                           .colour = one.normal >= 0.0 ? pressing : pulling,
                           .layer = Layer::force});
}

void draw_chain(const ShownBodies& bodies, const ShownFrame& frame, const Force& one, const ForceScale& scale,
                Drawing& out) {
    const double size = std::abs(one.normal);
    if (!(size >= 1e-4 * scale.newton) || !std::isfinite(size)) return;
    Stroke line{.points = {},
                .radius = 0.5 * scale.width * size / scale.newton,
                .colour = one.normal >= 0.0 ? pressing : pulling,
                .layer = Layer::force};
    if (!bodies.fixed[one.a]) line.points.push_back(spatial(frame.position, bodies.dimension, one.a));
    line.points.push_back(one.point);
    if (!bodies.fixed[one.b]) line.points.push_back(spatial(frame.position, bodies.dimension, one.b));
    if (line.points.size() > 1) out.strokes.push_back(std::move(line));
}

}  // namespace

void draw_forces(const ShownBodies& bodies, const ShownFrame& frame, ForceStyle style,
                 const ForceScale& scale, Drawing& out) {
    if (style == ForceStyle::none) return;
    const std::vector<Force> forces = forces_of(bodies, frame);
    if (style == ForceStyle::bars) {
        for (const Force& one : resultants(forces)) draw_bar(one, scale, out);
    } else {
        for (const Force& one : forces) draw_chain(bodies, frame, one, scale, out);
    }
}

}  // namespace drystone::render

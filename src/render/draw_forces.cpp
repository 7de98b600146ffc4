#include <algorithm>
#include <cmath>

#include "render/draw.h"
#include "report/shown_cell.h"

namespace drystone::render {

ForceStyle usual_forces(const ShownBodies& bodies) {
    for (int p = 0; p < bodies.parts(); ++p) {
        const bool solid =
            bodies.part_kind[p] == ShownPart::solid || bodies.part_kind[p] == ShownPart::surface;
        if (solid && !bodies.wall[bodies.part_body[p]]) return ForceStyle::bars;
    }
    return ForceStyle::chains;
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
        out.push_back({frame.a[k], frame.b[k], contact_at_home(bodies, frame, k).point, force,
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

/// What gives a line its width.
double size_of(const Force& one, ForceStyle style) {
    return style == ForceStyle::chains ? std::abs(one.normal) : norm(one.force);
}

std::vector<Force> shown_forces(const ShownBodies& bodies, const ShownFrame& frame, ForceStyle style) {
    if (style == ForceStyle::none) return {};
    std::vector<Force> forces = forces_of(bodies, frame);
    return style == ForceStyle::bars ? resultants(forces) : forces;
}

/// Through the contact, and to both sides into bodies that are no walls.
std::vector<Vec<3>> through(const ShownBodies& bodies, const Force& one, const Vec<3>& in_a,
                            const Vec<3>& in_b) {
    std::vector<Vec<3>> points;
    if (!bodies.wall[one.a]) points.push_back(in_a);
    points.push_back(one.point);
    if (!bodies.wall[one.b]) points.push_back(in_b);
    return points;
}

std::vector<Vec<3>> line_of(const ShownBodies& bodies, const Magnified& shown, ForceStyle style,
                            const Force& one, double length) {
    if (style == ForceStyle::chains) {
        const auto centre = [&](int body) {
            const Vec<3> x = carried(bodies, shown, body, home(bodies, shown.frame, body));
            return seen_from(shown.frame.space, one.point, x);
        };
        return through(bodies, one, centre(one.a), centre(one.b));
    }
    // A force that presses b points into it, one that pulls points back into a.
    const double half = (one.normal >= 0.0 ? 0.5 : -0.5) * length / norm(one.force);
    return through(bodies, one, one.point - half * one.force, one.point + half * one.force);
}

/// In space a bar between blocks has heads at its ends: towards the joint where it presses, away from it where it pulls. The bar is
/// lengthened by what its heads take.
void draw_headed(const Stroke& bar, const Vec<3>& joint, bool presses, Drawing& out) {
    for (const Vec<3>& end : bar.points) {
        if (end == joint) continue;
        const Vec<3> way = (1.0 / norm(end - joint)) * (end - joint);
        const Vec<3> far = end + 4.0 * bar.radius * way, near = joint + 0.5 * bar.radius * way;
        draw_arrow(presses ? far : near, presses ? near : far,
                   {.radius = bar.radius, .colour = bar.colour, .layer = Layer::force}, out);
    }
}

}  // namespace

double strong_force(const ShownBodies& bodies, const ShownFrame& frame, ForceStyle style) {
    std::vector<double> sizes;
    for (const Force& one : shown_forces(bodies, frame, style)) {
        const double size = size_of(one, style);
        if (size > 0.0 && std::isfinite(size)) sizes.push_back(size);
    }
    if (sizes.empty()) return 0.0;
    const auto place =
        sizes.begin() + static_cast<std::ptrdiff_t>(std::ceil(0.98 * static_cast<double>(sizes.size() - 1)));
    std::nth_element(sizes.begin(), place, sizes.end());
    return *place;
}

void draw_forces(const ShownBodies& bodies, const Magnified& shown, ForceStyle style, const ForceScale& scale,
                 Drawing& out) {
    for (Force one : shown_forces(bodies, shown.frame, style)) {
        const double size = size_of(one, style);
        if (!(size >= 1e-4 * scale.newton) || !std::isfinite(size)) continue;
        one.point = carried(bodies, shown, one.a, one.point);
        const Stroke line{.points = line_of(bodies, shown, style, one, scale.length),
                          .radius = 0.5 * scale.width * size / scale.newton,
                          .colour = one.normal >= 0.0 ? pressing : pulling,
                          .layer = Layer::force};
        if (line.points.size() < 2) continue;
        if (style == ForceStyle::bars && bodies.dimension == 3)
            draw_headed(line, one.point, one.normal >= 0.0, out);
        else
            out.strokes.push_back(line);
    }
}

}  // namespace drystone::render

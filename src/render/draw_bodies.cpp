#include <cmath>

#include "render/draw.h"

namespace drystone::render {

Vec<3> turned(const std::array<double, 4>& q, const Vec<3>& v) {
    const Vec<3> axis{{q[0], q[1], q[2]}};
    const Vec<3> twice = 2.0 * cross(axis, v);
    return v + q[3] * twice + cross(axis, twice);
}

std::array<Vec<3>, 2> across(const Vec<3>& n) {
    int least = 0;
    for (int c = 1; c < 3; ++c) {
        if (std::abs(n[c]) < std::abs(n[least])) least = c;
    }
    Vec<3> s = cross(n, Vec<3>::axis(least));
    s = (1.0 / norm(s)) * s;
    return {s, cross(n, s)};
}

Pose::Pose(const ShownBodies& bodies, const ShownFrame& frame, int body) {
    centre_ = spatial(frame.position, bodies.dimension, body);
    if (bodies.dimension == 2) {
        const double half = 0.5 * frame.rotation[body];
        turn_ = {0.0, 0.0, std::sin(half), std::cos(half)};
    } else {
        for (int c = 0; c < 4; ++c) turn_[c] = frame.rotation[4 * body + c];
    }
}

Vec<3> Pose::direction(const Vec<3>& v) const { return turned(turn_, v); }

Vec<3> Pose::own(const Vec<3>& x) const {
    return turned({-turn_[0], -turn_[1], -turn_[2], turn_[3]}, x - centre_);
}

bool Pose::finite() const {
    double sum = 0.0;
    for (const double x : centre_.c) sum += x;
    for (const double x : turn_) sum += x;
    return std::isfinite(sum);
}

namespace {

void draw_solid(const ShownBodies& bodies, int part, const Placement& placement, const Colour& colour,
                Drawing& out) {
    const ShownShape& shape = bodies.shapes[bodies.part_solid[part]];
    std::array<double, 4> turn{};
    for (int c = 0; c < 4; ++c) turn[c] = bodies.part_turn[4 * part + c];
    const Vec<3> origin = spatial(bodies.part_centre, 3, part);
    for (const std::vector<int>& face : shape.faces) {
        Face placed{.corners = {}, .colour = colour, .one_sided = bodies.dimension == 3};
        for (const int v : face)
            placed.corners.push_back(placement.point(origin + turned(turn, spatial(shape.vertices, 3, v))));
        out.faces.push_back(std::move(placed));
    }
}

}  // namespace

ShownFrame where_present(const ShownBodies& bodies, const ShownFrame& before, const ShownFrame& now) {
    ShownFrame out = before;
    for (int i = 0; bodies.changes && i < bodies.size(); ++i) {
        const float place = now.position[bodies.dimension * i];
        if (!std::isfinite(place)) out.position[bodies.dimension * i] = place;
    }
    return out;
}

void draw_regions(const ShownBodies& bodies, Drawing& out) {
    for (const ShownRegion& region : bodies.regions) {
        const Colour colour = mix(region.is_sink ? sink_red : source_green, {1.0, 1.0, 1.0}, 0.35);
        for (const std::vector<float>& line : region.lines) {
            Stroke stroke{.points = {}, .radius = 0.0, .colour = colour, .layer = Layer::ghost};
            for (std::size_t k = 0; 3 * k < line.size(); ++k) stroke.points.push_back(spatial(line, 3, k));
            if (stroke.points.size() > 1) out.strokes.push_back(std::move(stroke));
        }
    }
}

void draw_bodies(const ShownBodies& bodies, const Magnified& shown, const std::vector<Colour>& colours,
                 Drawing& out) {
    for (int p = 0; p < bodies.parts(); ++p) {
        const int body = bodies.part_body[p];
        const Placement placement(bodies, shown, body);
        if (!placement.finite()) continue;
        if (bodies.part_kind[p] == ShownPart::ball) {
            out.balls.push_back({.centre = placement.point(spatial(bodies.part_centre, 3, p)),
                                 .radius = bodies.part_radius[p],
                                 .colour = colours[body]});
        } else if (bodies.part_kind[p] == ShownPart::solid) {
            draw_solid(bodies, p, placement, colours[body], out);
        }
    }
}

}  // namespace drystone::render

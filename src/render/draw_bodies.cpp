#include <cmath>

#include "render/draw.h"
#include "report/shown_cell.h"

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
    centre_ = home(bodies, frame, body);
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

/// How a part is drawn, at home or as an image.
struct PartLook {
    Vec<3> shift{};
    Colour colour{};
};

void draw_solid(const ShownBodies& bodies, int part, const Placement& placement, const PartLook& look,
                Drawing& out) {
    const ShownShape& shape = bodies.shapes[bodies.part_solid[part]];
    std::array<double, 4> turn{};
    for (int c = 0; c < 4; ++c) turn[c] = bodies.part_turn[4 * part + c];
    const Vec<3> origin = spatial(bodies.part_centre, 3, part);
    for (const std::vector<int>& face : shape.faces) {
        Face placed{.corners = {}, .colour = look.colour, .one_sided = bodies.dimension == 3, .body = bodies.part_body[part]};
        for (const int v : face)
            placed.corners.push_back(look.shift +
                                     placement.point(origin + turned(turn, spatial(shape.vertices, 3, v))));
        out.faces.push_back(std::move(placed));
    }
}

void draw_part(const ShownBodies& bodies, int p, const Placement& placement, const PartLook& look, Drawing& out) {
    if (bodies.part_kind[p] == ShownPart::ball)
        out.balls.push_back({.centre = look.shift + placement.point(spatial(bodies.part_centre, 3, p)),
                             .radius = bodies.part_radius[p],
                             .colour = look.colour,
                             .body = bodies.part_body[p]});
    else if (bodies.part_kind[p] == ShownPart::solid)
        draw_solid(bodies, p, placement, look, out);
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
        draw_part(bodies, p, placement, {{}, colours[body]}, out);
        const Vec<3> centre = placement.point(spatial(bodies.part_centre, 3, p));
        for (const Vec<3>& shift : shifts_of_images(shown.frame.space, centre, bodies.part_radius[p]))
            draw_part(bodies, p, placement, {shift, mix(colours[body], {1.0, 1.0, 1.0}, 0.55)}, out);
    }
}

void draw_cell(const ShownBodies& bodies, const ShownFrame& frame, Drawing& out) {
    for (const auto& [from, to] : outline(frame.space, bodies.dimension))
        out.strokes.push_back({.points = {from, to}, .radius = 0.0, .colour = {0.25, 0.25, 0.27}, .layer = Layer::ghost});
}

}  // namespace drystone::render

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/draw.h"

namespace drystone::render {

namespace {

constexpr double head_width = 2.4, head_length = 6.0;  // in radii of the shaft
constexpr int sides = 12;                              // of a head in space

/// A cone from its base to its tip.
void draw_cone(const Vec<3>& base, const Vec<3>& tip, double radius, const ArrowLook& look, Drawing& out) {
    const Vec<3> axis = (1.0 / norm(tip - base)) * (tip - base);
    const auto [x, y] = across(axis);
    const auto rim = [&](int k) {
        const double angle = 2.0 * std::numbers::pi * k / sides;
        return base + radius * std::cos(angle) * x + radius * std::sin(angle) * y;
    };
    for (int k = 0; k < sides; ++k) {
        for (const Vec<3>& end : {tip, base})
            out.faces.push_back({.corners = {rim(k), rim(k + 1), end},
                                 .colour = look.colour,
                                 .layer = look.layer,
                                 .one_sided = false,
                                 .outlined = false});
    }
}

}  // namespace

void draw_arrow(const Vec<3>& from, const Vec<3>& to, const ArrowLook& look, Drawing& out) {
    const double length = norm(to - from);
    if (!(length > 0.0)) return;
    // A short arrow is all head.
    const double head = std::min(head_length * look.radius, 0.7 * length),
                 half = head_width / head_length * head;
    const Vec<3> way = (1.0 / length) * (to - from), base = to - head * way;
    out.strokes.push_back(
        {.points = {from, base}, .radius = look.radius, .colour = look.colour, .layer = look.layer});
    if (!out.flat) return draw_cone(base, to, half, look, out);
    const Vec<3> side{{-way[1], way[0], 0.0}};
    out.faces.push_back({.corners = {base - half * side, to, base + half * side},
                         .colour = look.colour,
                         .layer = look.layer,
                         .one_sided = false,
                         .outlined = false});
}

void draw_displacements(const ShownBodies& bodies, const Magnified& shown, const MechanismLook& look,
                        Drawing& out) {
    if (!shown.since) return;
    std::vector<Vec<3>> begun;
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.fixed[i]) continue;
        const Vec<3> from = Pose(bodies, *shown.since, i).point({}),
                     to = Placement(bodies, shown, i).point({});
        const bool crowded = std::any_of(
            begun.begin(), begun.end(), [&](const Vec<3>& other) { return norm(other - from) < look.apart; });
        if (crowded || !(norm(to - from) >= look.least)) continue;
        begun.push_back(from);
        draw_arrow(from, to, {.radius = look.radius, .colour = moved_blue}, out);
    }
}

void draw_ghosts(const ShownBodies& bodies, const ShownFrame& before, Drawing& out) {
    Drawing then{.flat = out.flat, .balls = {}, .faces = {}, .strokes = {}};
    const std::vector<Colour> none(bodies.size());
    draw_bodies(bodies, before, none, then);
    for (Face& face : then.faces) {
        face.corners.push_back(face.corners[0]);
        out.strokes.push_back(
            {.points = std::move(face.corners), .radius = 0.0, .colour = ghost_grey, .layer = Layer::ghost});
    }
    for (const Ball& ball : then.balls) {
        Stroke ring{.points = {}, .radius = 0.0, .colour = ghost_grey, .layer = Layer::ghost};
        for (int k = 0; k <= 48; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / 48;
            ring.points.push_back(ball.centre +
                                  ball.radius * Vec<3>{{std::cos(angle), std::sin(angle), 0.0}});
        }
        if (out.flat) out.strokes.push_back(std::move(ring));
    }
}

}  // namespace drystone::render

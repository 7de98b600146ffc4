#include <cmath>

#include "render/draw.h"

namespace drystone::render {

namespace {

enum Status : std::uint8_t { broken, holds, slack, yields };
constexpr std::uint8_t first_line = 4, spring = 6;  // io: rod, cable, spring

Colour colour_of(std::uint8_t status) {
    if (status == slack) return {0.62, 0.64, 0.68};
    if (status == yields) return {0.85, 0.45, 0.05};
    return {0.16, 0.18, 0.22};
}

/// Some direction across d, in the plane where it is flat.
Vec<3> aside_of(const Vec<3>& d, bool flat) {
    const Vec<3> other = flat || std::abs(d[2]) < 0.9 * norm(d) ? Vec<3>::axis(2) : Vec<3>::axis(0);
    const Vec<3> side = cross(other, d);
    return (1.0 / norm(side)) * side;
}

/// Straight, or of a spring there and back between two straight ends.
std::vector<Vec<3>> path_of(const Vec<3>& a, const Vec<3>& b, bool zigzag, double width, bool flat) {
    const Vec<3> d = b - a;
    if (!zigzag || !(norm(d) > 0.0)) return {a, b};
    constexpr int teeth = 12;
    const Vec<3> side = (3.0 * width) * aside_of(d, flat);
    std::vector<Vec<3>> points{a, a + 0.15 * d};
    for (int k = 0; k < teeth; ++k)
        points.push_back(a + (0.15 + 0.7 * (k + 0.5) / teeth) * d + (k % 2 == 0 ? 1.0 : -1.0) * side);
    points.push_back(a + 0.85 * d);
    points.push_back(b);
    return points;
}

}  // namespace

void draw_links(const ShownBodies& bodies, const ShownFrame& frame, double width, Drawing& out) {
    const int d = bodies.dimension;
    for (std::size_t k = 0; k < bodies.link_type.size() && k < frame.link_status.size(); ++k) {
        const Vec<3> a = spatial(frame.link_ends, d, 2 * k), b = spatial(frame.link_ends, d, 2 * k + 1);
        if (frame.link_status[k] == broken || !std::isfinite(norm(a) + norm(b))) continue;
        const bool line = bodies.link_type[k] >= first_line;
        Stroke stroke{.points = {},
                      .radius = (line ? 0.5 : 1.5) * width,
                      .colour = colour_of(frame.link_status[k]),
                      .layer = Layer::force};
        stroke.points = line ? path_of(a, b, bodies.link_type[k] == spring, width, d == 2)
                             : std::vector<Vec<3>>{a, b + 0.01 * width * Vec<3>::axis(0)};
        out.strokes.push_back(std::move(stroke));
    }
}

void draw_membranes(const ShownBodies& bodies, const ShownFrame& frame, double width, Drawing& out) {
    const int d = bodies.dimension;
    const std::size_t edges = frame.membrane_edge.size() / static_cast<std::size_t>(2 * d);
    for (std::size_t k = 0; k < edges; ++k)
        out.strokes.push_back({.points = {spatial(frame.membrane_edge, d, 2 * k), spatial(frame.membrane_edge, d, 2 * k + 1)},
                               .radius = (d == 2 ? 1.0 : 0.4) * width,
                               .colour = {0.10, 0.45, 0.70},
                               .layer = Layer::force});
}

}  // namespace drystone::render

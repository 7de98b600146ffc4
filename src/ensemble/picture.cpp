#include "ensemble/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "charts/chart.h"
#include "step/walls.h"

namespace drystone {

namespace {

constexpr double side = 560.0, chart_width = 380.0, margin = 20.0, head = 46.0, foot = 64.0;  // [px]
constexpr double widest = 9.0;  // of a line [px]
const Letters words{.size = 12.0};

/// Known: dark blue; open by as much as the force itself, and more: orange. Apart for colour-blind eyes too.
std::string colour_of(double open) {
    const double t = std::clamp(open, 0.0, 1.0);
    const auto between = [&](double from, double to) {
        return static_cast<int>(std::lround(from + t * (to - from)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", between(0, 230), between(60, 110), between(130, 0));
}

/// Into the picture: x to the right, the last axis up.
struct View {
    double low_x = 0.0, low_y = 0.0, scale = 1.0, left = 0.0, bottom = 0.0;

    template <int D>
    Pixel operator()(const Vec<D>& p) const {
        return {left + scale * (p[0] - low_x), bottom - scale * (p[D - 1] - low_y)};
    }
};

template <int D>
View fit(const Ensemble<D>& e, const World<D>& world) {
    constexpr double far = std::numeric_limits<double>::infinity();
    double low[2] = {far, far}, high[2] = {-far, -far};
    const auto include = [&](const Vec<D>& p, double radius) {
        const double at[2] = {p[0], p[D - 1]};
        for (int k = 0; k < 2; ++k) {
            low[k] = std::min(low[k], at[k] - radius);
            high[k] = std::max(high[k], at[k] + radius);
        }
    };
    for (const ForceSpread<D>& c : e.contacts) include(c.point, 0.0);
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.is_grain(p) && world.parts.movable[p])
            include(world.parts.centre[p], world.parts.radius[p]);
    }
    const double extent = std::max({high[0] - low[0], high[1] - low[1], 0.0});
    View view;
    view.scale = extent > 0.0 && std::isfinite(extent) ? side / extent : 1.0;
    view.low_x = low[0];
    view.low_y = low[1];
    view.left = margin + 0.5 * (side - view.scale * (high[0] - low[0]));
    view.bottom = head + side - 0.5 * (side - view.scale * (high[1] - low[1]));
    return view;
}

/// Of a body, movable or not.
Paint body_paint(bool fixed) { return {.fill = fixed ? "#e3e0da" : "#f7f5f1", .stroke = "#b8b4ac"}; }

void draw_solid(const View& view, const Solids<2>& solids, int s, bool fixed, SvgSheet& sheet) {
    std::vector<Pixel> corners;
    for (const Vec<2>& v : solids.vertices(s)) corners.push_back(view(solids.origin[s] + solids.turn[s] * v));
    sheet.polygon(corners, body_paint(fixed));
}

/// In space: the edges.
void draw_solid(const View& view, const Solids<3>& solids, int s, bool, SvgSheet& sheet) {
    const Skin<3> skin = solids.skin(s);
    const auto at = [&](int v) {
        return view(solids.origin[s] + solids.turn[s] * skin.vertex[static_cast<std::size_t>(v)]);
    };
    for (const std::vector<int>& face : skin.faces) {
        for (std::size_t k = 0; k < face.size(); ++k) {
            const int from = face[k], to = face[(k + 1) % face.size()];
            if (from > to) continue;  // an edge has two faces, and runs up in one of them
            sheet.line(at(from), at(to), {.stroke = "#d2cec6", .width = 0.6});
        }
    }
}

template <int D>
void draw_bodies(const View& view, const World<D>& world, SvgSheet& sheet) {
    const Parts<D>& parts = world.parts;
    sheet.open("bodies");
    for (int p = 0; p < parts.size(); ++p) {
        const bool fixed = !parts.movable[p];
        const Paint ball = D == 3 ? Paint{.stroke = "#b8b4ac", .opacity = 0.3} : body_paint(fixed);
        if (parts.kind[p] == PartKind::ball)
            sheet.circle(view(parts.centre[p]), view.scale * parts.radius[p], ball);
        if (parts.is_convex(p)) draw_solid(view, parts.solids, parts.solid[p], fixed, sheet);
    }
    sheet.close();
}

/// How far the line of a force goes into a body.
enum class Inside : char { some_way, to_the_centre, not_at_all };

/// Through the contact along the mean force: to the centres of round bodies, as far as fits a block into others; walls end it.
template <int D>
struct ForceLines {
    const View& view;
    const World<D>& world;
    std::vector<Inside> inside;  // (bodies)
    double strong;               // a force of this size is `widest` wide [N]

    void draw(const ForceSpread<D>& c, SvgSheet& sheet) const;
};

template <int D>
void ForceLines<D>::draw(const ForceSpread<D>& c, SvgSheet& sheet) const {
    const double width = widest * std::min(1.5, c.size / strong);
    if (width < 0.05) return;
    const auto end = [&](int body, double sign) {
        const Inside way = inside[static_cast<std::size_t>(body)];
        if (way == Inside::to_the_centre) return c.point + world.parts.space.difference(world.bodies.position[body], c.point);  // in a cell the image that is touched
        const double size = norm(c.mean);
        const double length = 18.0 / view.scale;  // [m]
        return way == Inside::some_way && size > 0.0 ? c.point + (sign * length / size) * c.mean : c.point;
    };
    const Pixel line[] = {view(end(c.a, -1.0)), view(c.point), view(end(c.b, 1.0))};
    sheet.polyline(
        line,
        {.stroke = colour_of(c.size > 0.0 ? c.fluctuation / c.size : 0.0), .width = width, .round = true});
}

/// (bodies)
template <int D>
std::vector<Inside> insides(const World<D>& world) {
    std::vector<Inside> inside(world.bodies.position.size(), Inside::to_the_centre);
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.kind[p] != PartKind::ball)
            inside[static_cast<std::size_t>(world.parts.body[p])] = Inside::some_way;
    }
    const std::vector<std::uint8_t> wall = walls_of(world);
    for (std::size_t i = 0; i < wall.size(); ++i)
        if (wall[i]) inside[i] = Inside::not_at_all;
    return inside;
}

/// The size that 95 % of the contacts do not exceed [N].
template <int D>
double strong_force(const std::vector<ForceSpread<D>>& contacts) {
    std::vector<double> sizes;
    for (const ForceSpread<D>& c : contacts)
        if (c.size > 0.0) sizes.push_back(c.size);
    if (sizes.empty()) return 1.0;
    std::sort(sizes.begin(), sizes.end());
    return sizes[static_cast<std::size_t>(0.95 * static_cast<double>(sizes.size() - 1))];
}

void draw_network_legend(double strong, SvgSheet& sheet) {
    const double y = head + side + 30.0;
    sheet.line({margin, y}, {margin + 40.0, y}, {.stroke = "#00417f", .width = widest});
    sheet.text({margin + 50.0, y + 4.0}, fmt::format("{:.3g} N", strong), words);
    for (int k = 0; k < 50; ++k)
        sheet.box({margin + 190.0 + 4.0 * k, y - 5.0}, {4.2, 10.0}, {.fill = colour_of(k / 49.0)});
    sheet.text({margin + 185.0, y + 4.0}, "0", {.size = words.size, .anchor = Anchor::end});
    sheet.text({margin + 395.0, y + 4.0}, "1 and more: fluctuation / force", words);
}

template <int D>
void draw_network(const Ensemble<D>& e, const World<D>& world, SvgSheet& sheet) {
    const View view = fit(e, world);
    const ForceLines<D> lines{view, world, insides(world), strong_force(e.contacts)};
    sheet.open_clipped({0.0, head}, {side + 2.0 * margin, side + 8.0});
    draw_bodies(view, world, sheet);
    sheet.open("forces");
    for (const ForceSpread<D>& c : e.contacts) lines.draw(c, sheet);
    sheet.close();
    sheet.close();
    draw_network_legend(lines.strong, sheet);
}

/// P(f) by powers of ten, the mean over the runs as a line and a standard deviation to both sides as a band.
void draw_distribution(const ForceHistogram& h, double x0, SvgSheet& sheet) {
    const double end = h.width * static_cast<double>(h.probability.size());
    if (!(end > 0.0)) return;
    Chart chart{.title = "P(f / mean f): mean over runs, band: one deviation",
                .of_x = "normal force / its mean in the run",
                .x = Scale::linear(0.0, end),
                .corner = {x0 + 56.0, head + 10.0},
                .size = {chart_width - 56.0, side - 40.0}};
    Series mean{.colour = distinct_colour(1), .line = 1.8, .mark = 0.0};
    Band scatter{.colour = distinct_colour(1)};
    for (std::size_t k = 0; k < h.probability.size(); ++k) {
        const Spread& p = h.probability[k];
        if (p.mean > 0.0) {
            chart.y.include(p.mean);
            chart.y.include(p.mean + p.deviation);
        }
        mean.points.push_back({h.mean[k], p.mean});
        scatter.points.push_back({h.mean[k], p.mean - p.deviation, p.mean + p.deviation});
    }
    chart.bands.push_back(std::move(scatter));
    chart.series.push_back(std::move(mean));
    sheet.open("distribution");
    draw(chart, sheet);
    sheet.close();
}

}  // namespace

template <int D>
std::string in_svg(const Ensemble<D>& e, const World<D>& world) {
    SvgSheet sheet(margin + side + 30.0 + chart_width + margin, head + side + foot);
    sheet.text({margin, head - 8.0},
               fmt::format("mean forces of {} runs, indeterminacy {:.2g}{}", e.counted.size(),
                           e.indeterminacy, D == 3 ? ", seen along y" : ""),
               words);
    if (!e.contacts.empty() && !e.counted.empty()) {
        draw_network(e, world, sheet);
        draw_distribution(e.histogram, margin + side + 30.0, sheet);
    }
    return sheet.finish();
}

template std::string in_svg(const Ensemble<2>&, const World<2>&);
template std::string in_svg(const Ensemble<3>&, const World<3>&);

}  // namespace drystone

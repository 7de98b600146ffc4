#include "ensemble/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "step/walls.h"

namespace drystone {

namespace {

constexpr double side = 560.0, chart = 380.0, margin = 20.0, head = 46.0, foot = 64.0;  // [px]
constexpr double widest = 9.0;                                                          // of a line [px]

std::string text_at(double x, double y, const char* anchor, const std::string& text, int size = 12) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x,
                       y, anchor, size, text);
}

std::string line(double x1, double y1, double x2, double y2, const char* colour, double width = 1.0) {
    return fmt::format(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" "
        "stroke-width=\"{:.2f}\"/>\n",
        x1, y1, x2, y2, colour, width);
}

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
    double x(const Vec<D>& p) const {
        return left + scale * (p[0] - low_x);
    }
    template <int D>
    double y(const Vec<D>& p) const {
        return bottom - scale * (p[D - 1] - low_y);
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

std::string outline(const View& view, const std::vector<Vec<2>>& corners, bool fixed) {
    std::string points;
    for (const Vec<2>& p : corners) points += fmt::format("{:.2f},{:.2f} ", view.x(p), view.y(p));
    return fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"#b8b4ac\"/>\n", points,
                       fixed ? "#e3e0da" : "#f7f5f1");
}

std::string solid_outline(const View& view, const Solids<2>& solids, int s, bool fixed) {
    std::vector<Vec<2>> corners;
    for (const Vec<2>& v : solids.shape[s]->vertex) corners.push_back(solids.origin[s] + solids.turn[s] * v);
    return outline(view, corners, fixed);
}

/// In space: the edges.
std::string solid_outline(const View& view, const Solids<3>& solids, int s, bool) {
    std::string svg;
    for (const ConvexEdge& edge : solids.shape[s]->edge) {
        const auto at = [&](int k) {
            return solids.origin[s] + solids.turn[s] * solids.shape[s]->vertex[edge.vertex[k]];
        };
        svg += line(view.x(at(0)), view.y(at(0)), view.x(at(1)), view.y(at(1)), "#d2cec6", 0.6);
    }
    return svg;
}

template <int D>
std::string bodies_drawn(const View& view, const World<D>& world) {
    std::string svg = "<g id=\"bodies\">\n";
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        const bool fixed = !parts.movable[p];
        if (parts.kind[p] == PartKind::ball)
            svg += fmt::format(
                "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"{}\" stroke=\"#b8b4ac\" {}/>\n",
                view.x(parts.centre[p]), view.y(parts.centre[p]), view.scale * parts.radius[p],
                D == 3 ? "none" : (fixed ? "#e3e0da" : "#f7f5f1"), D == 3 ? "stroke-opacity=\"0.3\"" : "");
        if (parts.kind[p] == PartKind::solid) svg += solid_outline(view, parts.solids, parts.solid[p], fixed);
    }
    return svg + "</g>\n";
}

/// How far the line of a force goes into a body.
enum class Inside : char { some_way, to_the_centre, not_at_all };

/// Through the contact along the mean force: to the centres of round bodies, as far as fits a block into others; walls end it.
template <int D>
std::string force_drawn(const View& view, const World<D>& world, const std::vector<Inside>& inside,
                        const ForceSpread<D>& c, double strong) {
    const double width = widest * std::min(1.5, c.size / strong);
    if (width < 0.05) return "";
    const auto end = [&](int body, double sign) {
        const Inside way = inside[static_cast<std::size_t>(body)];
        if (way == Inside::to_the_centre) return world.bodies.position[body];
        const double size = norm(c.mean);
        const double length = 18.0 / view.scale;  // [m]
        return way == Inside::some_way && size > 0.0 ? c.point + (sign * length / size) * c.mean : c.point;
    };
    const Vec<D> a = end(c.a, -1.0), b = end(c.b, 1.0);
    const std::string colour = colour_of(c.size > 0.0 ? c.fluctuation / c.size : 0.0);
    return fmt::format(
        "<polyline points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"{:.2f}\" stroke-linecap=\"round\"/>\n",
        view.x(a), view.y(a), view.x(c.point), view.y(c.point), view.x(b), view.y(b), colour, width);
}

/// (bodies)
template <int D>
std::vector<Inside> insides(const World<D>& world) {
    std::vector<Inside> inside(world.bodies.mass.size(), Inside::to_the_centre);
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

std::string network_legend(double strong) {
    const double y = head + side + 30.0;
    std::string svg = line(margin, y, margin + 40.0, y, "#00417f", widest);
    svg += text_at(margin + 50.0, y + 4.0, "start", fmt::format("{:.3g} N", strong));
    for (int k = 0; k < 50; ++k)
        svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"4.2\" height=\"10\" fill=\"{}\"/>\n",
                           margin + 190.0 + 4.0 * k, y - 5.0, colour_of(k / 49.0));
    svg += text_at(margin + 185.0, y + 4.0, "end", "0");
    return svg + text_at(margin + 395.0, y + 4.0, "start", "1 and more: fluctuation / force");
}

/// P(f) by powers of ten, the mean over the runs as a line and a standard deviation to both sides as a band.
std::string distribution_drawn(const ForceHistogram& h, double x0) {
    const double left = x0 + 56.0, right = x0 + chart, top = head + 10.0, bottom = head + side - 30.0;
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    for (const Spread& p : h.probability) {
        if (!(p.mean > 0.0)) continue;
        least = std::min(least, p.mean);
        most = std::max(most, p.mean + p.deviation);
    }
    if (!(most > 0.0)) return "";
    const double low = std::floor(std::log10(least)), high = std::max(low + 1.0, std::ceil(std::log10(most)));
    const double end = h.width * static_cast<double>(h.probability.size());
    const auto x = [&](double f) { return left + (right - left) * f / end; };
    const auto y = [&](double p) {
        const double at = p > 0.0 ? std::max(low, std::log10(p)) : low;
        return bottom - (bottom - top) * (at - low) / (high - low);
    };
    std::string svg = "<g id=\"distribution\">\n";
    for (double k = low; k <= high; k += 1.0) {
        svg += line(left, y(std::pow(11.0, k)), right, y(std::pow(11.0, k)), "#dddddd");
        svg += text_at(left - 6.0, y(std::pow(11.0, k)) + 4.0, "end", fmt::format("{:g}", std::pow(11.0, k)),
                       11);
    }
    for (int f = 0; f <= static_cast<int>(end); f += std::max(1, static_cast<int>(end / 6.0)))
        svg += line(x(f), bottom, x(f), bottom + 4.0, "#555555") +
               text_at(x(f), bottom + 17.0, "middle", fmt::format("{}", f), 11);
    std::string upper, lower, middle;
    for (std::size_t k = 0; k < h.probability.size(); ++k) {
        const Spread& p = h.probability[k];
        const double at = x(h.mean[k]);
        upper += fmt::format("{:.1f},{:.1f} ", at, y(p.mean + p.deviation));
        lower = fmt::format("{:.1f},{:.1f} ", at, y(p.mean - p.deviation)) + lower;
        middle += fmt::format("{:.1f},{:.1f} ", at, y(p.mean));
    }
    svg += fmt::format("<polygon points=\"{}{}\" fill=\"#0072b2\" fill-opacity=\"0.2\"/>\n", upper, lower);
    svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.8\"/>\n",
                       middle);
    svg += line(left, top, left, bottom, "#555555") + line(left, bottom, right, bottom, "#555555");
    svg += text_at(0.5 * (left + right), bottom + 36.0, "middle", "normal force / its mean in the run");
    return svg + text_at(left, head - 8.0, "start", "P(f / mean f): mean over runs, band: one deviation") +
           "</g>\n";
}

}  // namespace

template <int D>
std::string in_svg(const Ensemble<D>& e, const World<D>& world) {
    const double width = margin + side + 30.0 + chart + margin, height = head + side + foot;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" "
        "font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height);
    svg += text_at(margin, head - 8.0, "start",
                   fmt::format("mean forces of {} runs, indeterminacy {:.2g}{}", e.counted.size(),
                               e.indeterminacy, D == 3 ? ", seen along y" : ""));
    if (!e.contacts.empty() && !e.counted.empty()) {
        const View view = fit(e, world);
        const double strong = strong_force(e.contacts);
        svg += fmt::format(
            "<clipPath id=\"panel\"><rect x=\"0\" y=\"{:.0f}\" width=\"{:.0f}\" "
            "height=\"{:.0f}\"/></clipPath>\n",
            head, side + 2.0 * margin, side + 8.0);
        svg += "<g clip-path=\"url(#panel)\">\n" + bodies_drawn(view, world) + "<g id=\"forces\">\n";
        const std::vector<Inside> inside = insides(world);
        for (const ForceSpread<D>& c : e.contacts) svg += force_drawn(view, world, inside, c, strong);
        svg +=
            "</g>\n</g>\n" + network_legend(strong) + distribution_drawn(e.histogram, margin + side + 30.0);
    }
    return svg + "</svg>\n";
}

template std::string in_svg(const Ensemble<2>&, const World<2>&);
template std::string in_svg(const Ensemble<3>&, const World<3>&);

}  // namespace drystone

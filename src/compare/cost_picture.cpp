#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compare/cost_map.h"
#include "compare/drawing.h"

namespace drystone {

namespace {

constexpr double side = 360, top = 40, margin = 70, gap = 110;

/// One axis by powers of ten.
struct Decades {
    double low = 1e300, high = -1e300;  // log10

    void include(double value) {
        if (!(value > 0.0) || !std::isfinite(value)) return;
        low = std::min(low, std::floor(std::log10(value)));
        high = std::max(high, std::ceil(std::log10(value)));
    }
    double share(double value) const { return (std::log10(value) - low) / std::max(1.0, high - low); }
};

struct Panel {
    double left = margin;
    Decades x, y;

    double at_x(double value) const { return left + side * x.share(value); }
    double at_y(double value) const { return top + side * (1.0 - y.share(value)); }
};

std::string frame(const Panel& panel, const std::string& title, const std::string& of_x,
                  const std::string& of_y) {
    const double bottom = top + side;
    std::string svg = svg_text(panel.left + 0.5 * side, top - 14, "middle", title, 13);
    const auto every = [](const Decades& d) { return std::max(1, static_cast<int>((d.high - d.low) / 8.0)); };
    for (int k = static_cast<int>(panel.x.low); k <= static_cast<int>(panel.x.high); k += every(panel.x)) {
        const double x = panel.at_x(std::pow(10.0, k));
        svg += svg_line(x, top, x, bottom, "#dddddd") +
               svg_text(x, bottom + 16, "middle", fmt::format("1e{}", k));
    }
    for (int k = static_cast<int>(panel.y.low); k <= static_cast<int>(panel.y.high); k += every(panel.y)) {
        const double y = panel.at_y(std::pow(10.0, k));
        svg += svg_line(panel.left, y, panel.left + side, y, "#dddddd") +
               svg_text(panel.left - 6, y + 4, "end", fmt::format("1e{}", k));
    }
    svg += svg_text(panel.left + 0.5 * side, bottom + 34, "middle", of_x);
    return svg + fmt::format(
                     "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
                     "font-size=\"11\">{}</text>\n",
                     panel.left - 44, top + 0.5 * side, of_y);
}

struct Series {
    std::string id, label, colour;
    bool dashed = false;
    std::vector<std::pair<double, double>> points;
};

std::string drawn(const Panel& panel, const Series& series) {
    std::string svg = fmt::format("<g id=\"{}\">\n", series.id), lines;
    for (std::size_t k = 0; k < series.points.size(); ++k) {
        const auto& [x, y] = series.points[k];
        if (!(x > 0.0) || !(y > 0.0)) return "";  // nothing to count: no place on a scale of powers
        if (k > 0)
            lines += svg_line(panel.at_x(series.points[k - 1].first), panel.at_y(series.points[k - 1].second),
                              panel.at_x(x), panel.at_y(y), series.colour, 1.5, series.dashed);
        svg += svg_circle(panel.at_x(x), panel.at_y(y), 3, series.colour, series.colour);
    }
    return lines + svg + "</g>\n";
}

std::string with_slope(const std::string& label, double exponent) {
    return std::isnan(exponent) ? label : fmt::format("{}: N^{:.2f}", label, exponent);
}

/// What a simulated second costs over N: contact dynamics, and soft grains of each stiffness.
std::vector<Series> costs(const CostMap& map) {
    const double steps = map.steps_per_second();
    Series plain{"cd", with_slope("cd, plain sweeps", map.exponents.plain), compare_colours[0], false, {}};
    Series automatic{"auto", with_slope("cd, auto", map.exponents.automatic), compare_colours[3], false, {}};
    for (const SizeCost& one : map.sizes) {
        plain.points.emplace_back(one.balls, steps * static_cast<double>(one.plain.updates));
        automatic.points.emplace_back(one.balls, steps * static_cast<double>(one.automatic.updates));
    }
    std::vector<Series> all = {plain, automatic};
    for (std::size_t k = 0; k < map.settings.stiffness.size(); ++k) {
        Series soft{
            fmt::format("md{}", k),
            with_slope(fmt::format("md, K = {:.3g} N/m", map.settings.stiffness[k]), map.exponents.soft_size),
            compare_colours[1],
            k > 0,
            {}};
        for (std::size_t i = k; i < map.soft.size(); i += map.settings.stiffness.size())
            soft.points.emplace_back(map.sizes[static_cast<std::size_t>(map.soft[i].size)].balls,
                                     map.soft[i].substeps * map.soft[i].pair_forces);
        all.push_back(soft);
    }
    return all;
}

std::string left_panel(const CostMap& map) {
    const std::vector<Series> all = costs(map);
    Panel panel;
    for (const Series& series : all) {
        for (const auto& [x, y] : series.points) {
            panel.x.include(x);
            panel.y.include(y);
        }
    }
    std::string svg = frame(panel, "work of a simulated second", "balls N", "contact updates, pair forces");
    double y = top + side - 15.0 * static_cast<double>(all.size()) + 8.0;
    for (const Series& series : all) {
        svg += drawn(panel, series);
        svg += svg_line(panel.left + 0.5 * side, y - 4, panel.left + 0.5 * side + 20, y - 4, series.colour,
                        1.5, series.dashed);
        svg += svg_text(panel.left + 0.5 * side + 26, y, "start", series.label);
        y += 15;
    }
    return svg;
}

/// Brendel's fig. 1.6: who is cheaper where, and the line between.
std::string right_panel(const CostMap& map) {
    const PileUnits& units = map.settings.units;
    Panel panel;
    panel.left = margin + side + gap;
    Series line{"crossover", "", "#0072b2", true, {}};
    for (const SizeCost& one : map.sizes) line.points.emplace_back(one.balls, units.reduced(one.crossover));
    for (const auto& [x, y] : line.points) {
        panel.x.include(x);
        panel.y.include(y);
    }
    for (const SoftCost& one : map.soft) panel.y.include(units.reduced(one.stiffness));
    std::string svg =
        frame(panel, "who is cheaper, counted", "balls N", "stiffness K r^2 / (m v^2)") + drawn(panel, line);
    for (const SoftCost& one : map.soft) {
        const bool rigid = one.ratio < 1.0;
        svg += svg_circle(panel.at_x(map.sizes[static_cast<std::size_t>(one.size)].balls),
                          panel.at_y(units.reduced(one.stiffness)), 5, rigid ? "#000000" : "white",
                          rigid ? "#000000" : compare_colours[1]);
    }
    const double y = top + side + 54, d = dimension_of(map.settings.which);
    svg += svg_text(panel.left, y, "start", "filled: contact dynamics; open: soft grains; line: equal cost");
    if (std::isnan(map.exponents.crossover)) return svg;
    return svg +
           svg_text(panel.left, y + 16, "start",
                    fmt::format("line: N^{:.2f} (Brendel fig. 1.6: N^{:.2f}); T_CD/T_MD: N^{:.2f} K^{:.2f}",
                                map.exponents.crossover, 4.0 / d, map.exponents.ratio_size,
                                map.exponents.ratio_stiffness));
}

}  // namespace

std::string in_svg(const CostMap& map) {
    const double width = 2.0 * side + margin + gap + 40.0, height = top + side + 84.0;
    return svg_begin(width, height) + left_panel(map) + right_panel(map) +
           svg_text(
               margin, height - 30.0, "start",
               fmt::format("{}, forces within {:.2g}, plain sweeps in the order of contacts, from nothing",
                           name_of(map.settings.which), map.settings.accuracy)) +
           "</svg>\n";
}

}  // namespace drystone

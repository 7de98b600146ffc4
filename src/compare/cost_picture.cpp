#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/chart.h"
#include "compare/cost_map.h"

namespace drystone {

namespace {

constexpr double chart_side = 360, chart_top = 40, margin = 70, gap = 110;

Chart chart_at(double left, const std::string& title, const std::string& of_y) {
    return {.title = title, .of_x = "balls N", .of_y = of_y, .corner = {left, chart_top}, .size = {chart_side, chart_side}};
}

/// Nothing to count has no place on a scale of powers: such a series is left out.
void add(Series series, Chart& chart) {
    const auto has_place = [](const Series::Point& point) {
        return point.x > 0.0 && point.y > 0.0 && std::isfinite(point.y);
    };
    if (!std::all_of(series.points.begin(), series.points.end(), has_place)) return;
    for (const Series::Point& point : series.points) {
        chart.x.include(point.x);
        chart.y.include(point.y);
    }
    chart.series.push_back(std::move(series));
}

std::string with_slope(const std::string& label, double exponent) {
    return std::isnan(exponent) ? label : fmt::format("{}: N^{:.2f}", label, exponent);
}

/// What a simulated second costs over N: contact dynamics, and soft grains of each stiffness.
Chart costs(const CostMap& map) {
    const double steps = map.steps_per_second();
    Series plain{.id = "cd",
                 .label = with_slope("cd, plain sweeps", map.exponents.plain),
                 .colour = distinct_colour(0)};
    Series automatic{
        .id = "auto", .label = with_slope("cd, auto", map.exponents.automatic), .colour = distinct_colour(3)};
    for (const SizeCost& one : map.sizes) {
        const double balls = one.balls;
        plain.points.push_back({balls, steps * static_cast<double>(one.plain.updates)});
        automatic.points.push_back({balls, steps * static_cast<double>(one.automatic.updates)});
    }
    Chart chart = chart_at(margin, "work of a simulated second", "contact updates, pair forces");
    add(std::move(plain), chart);
    add(std::move(automatic), chart);
    for (std::size_t k = 0; k < map.settings.stiffness.size(); ++k) {
        const std::string label = fmt::format("md, K = {:.3g} N/m", map.settings.stiffness[k]);
        Series soft{.id = fmt::format("md{}", k),
                    .label = with_slope(label, map.exponents.soft_size),
                    .colour = distinct_colour(2),
                    .dashed = k > 0};
        for (std::size_t i = k; i < map.soft.size(); i += map.settings.stiffness.size())
            soft.points.push_back(
                {static_cast<double>(map.sizes[static_cast<std::size_t>(map.soft[i].size)].balls),
                 map.soft[i].substeps * map.soft[i].pair_forces});
        add(std::move(soft), chart);
    }
    return chart;
}

void draw_costs(const CostMap& map, SvgSheet& sheet) {
    const Chart chart = costs(map);
    draw(chart, sheet);
    double y = chart_top + chart_side - 15.0 * static_cast<double>(chart.series.size()) + 4.0;
    for (const Series& series : chart.series) {
        draw_key(series, {chart.corner.x + 0.42 * chart_side, y}, sheet);
        y += 15;
    }
}

/// Brendel's fig. 1.6: who is cheaper where, and the line between.
Chart crossover(const CostMap& map) {
    const PileUnits& units = map.settings.units;
    Chart chart = chart_at(margin + chart_side + gap, "who is cheaper, counted", "stiffness K r^2 / (m v^2)");
    Series line{.id = "crossover", .colour = distinct_colour(1), .dashed = true};
    for (const SizeCost& one : map.sizes)
        line.points.push_back({static_cast<double>(one.balls), units.reduced(one.crossover)});
    Series rigid{.colour = distinct_colour(0), .line = 0.0, .mark = 5.0},
        soft{.colour = distinct_colour(2), .line = 0.0, .mark = 5.0};
    for (const SoftCost& one : map.soft) {
        const bool rigid_is = one.ratio < 1.0;
        const double balls = map.sizes[static_cast<std::size_t>(one.size)].balls;
        (rigid_is ? rigid : soft).points.push_back({balls, units.reduced(one.stiffness), rigid_is});
    }
    for (Series* series : {&line, &rigid, &soft}) add(std::move(*series), chart);
    return chart;
}

void draw_crossover(const CostMap& map, SvgSheet& sheet) {
    const Chart chart = crossover(map);
    draw(chart, sheet);
    const double y = chart_top + chart_side + 54, d = dimension_of(map.settings.which);
    sheet.text({chart.corner.x, y}, "filled: contact dynamics; open: soft grains; line: equal cost");
    if (std::isnan(map.exponents.crossover)) return;
    sheet.text({chart.corner.x, y + 16.0},
               fmt::format("line: N^{:.2f} (Brendel fig. 1.6: N^{:.2f}); T_CD/T_MD: N^{:.2f} K^{:.2f}",
                           map.exponents.crossover, 4.0 / d, map.exponents.ratio_size,
                           map.exponents.ratio_stiffness));
}

}  // namespace

std::string in_svg(const CostMap& map) {
    const double height = chart_top + chart_side + 84.0;
    SvgSheet sheet(2.0 * chart_side + margin + gap + 40.0, height);
    draw_costs(map, sheet);
    draw_crossover(map, sheet);
    sheet.text({margin, height - 30.0},
               fmt::format("{}, forces within {:.2g}, plain sweeps in the order of contacts, from nothing",
                           name_of(map.settings.which), map.settings.accuracy));
    return sheet.finish();
}

}  // namespace drystone

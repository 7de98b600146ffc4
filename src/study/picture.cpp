#include "study/picture.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "charts/chart.h"
#include "charts/svg.h"
#include "study/numbers.h"

namespace drystone {

namespace {

constexpr double left = 80.0, below = 60.0, above = 34.0, between = 40.0;  // margins of a chart [px]
constexpr Pixel area{420.0, 280.0};
constexpr std::size_t most_named = 12;  // curves in a legend

/// Takes in what an axis is to show.
struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void take(double x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    Scale scale() const {
        if (!(low <= high)) return Scale::linear(0.0, 1.0);
        const double pad = high > low ? 0.04 * (high - low) : std::max(0.5 * std::abs(high), 0.5);
        return Scale::linear(low - pad, high + pad);
    }
};

void fit_axes(Chart& chart) {
    Range x, y;
    for (const Series& series : chart.series)
        for (const Series::Point& point : series.points) {
            x.take(point.x);
            y.take(point.y);
        }
    chart.x = x.scale();
    chart.y = y.scale();
}

/// The key on the horizontal axis: the first that has several values, all numbers; none: runs by their number.
std::optional<std::size_t> key_across(const std::vector<Vary>& varies) {
    for (std::size_t k = 0; k < varies.size(); ++k) {
        const auto is_number = [](const std::string& text) { return number_in(text).has_value(); };
        if (varies[k].values.size() > 1 &&
            std::all_of(varies[k].values.begin(), varies[k].values.end(), is_number))
            return k;
    }
    return std::nullopt;
}

/// What tells a curve from the others.
std::string label_of(const StudyTable& table, std::size_t row, std::optional<std::size_t> across) {
    std::string label;
    for (std::size_t key = 0; key < table.varies.size(); ++key) {
        if (key == across || table.varies[key].values.size() < 2) continue;
        label +=
            fmt::format("{}{} = {}", label.empty() ? "" : ", ", table.varies[key].key, table.value(row, key));
    }
    return across ? label : "";
}

Series::Point point_of(const StudyTable& table, std::size_t row, std::size_t item,
                       std::optional<std::size_t> across) {
    const double x = across ? number_in(table.value(row, *across)).value() : static_cast<double>(row);
    return {x, *table.rows[row].numbers[item], table.rows[row].status == RunStatus::done};
}

bool has_number(const StudyTable& table, std::size_t row, std::size_t item) {
    return item < table.rows[row].numbers.size() && table.rows[row].numbers[item].has_value();
}

std::vector<Series> curves_of_item(const StudyTable& table, std::size_t item,
                                   std::optional<std::size_t> across) {
    std::map<std::string, std::size_t> known;
    std::vector<Series> curves;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (!has_number(table, row, item)) continue;
        const std::string label = label_of(table, row, across);
        const auto [at, is_new] = known.emplace(label, curves.size());
        if (is_new)
            curves.push_back({.label = label,
                              .colour = distinct_colour(static_cast<int>(curves.size())),
                              .line = across ? 1.5 : 0.0});
        curves[at->second].points.push_back(point_of(table, row, item, across));
    }
    for (Series& curve : curves)
        std::stable_sort(curve.points.begin(), curve.points.end(),
                         [](const Series::Point& a, const Series::Point& b) { return a.x < b.x; });
    return curves;
}

/// One line for each curve, where there are few. Returns how high that is.
double draw_legend(const std::vector<Series>& curves, Pixel at, SvgSheet* sheet) {
    if (curves.empty() || curves.size() > most_named || curves.front().label.empty()) return 0.0;
    double height = 0.0;
    for (const Series& series : curves) {
        if (sheet) draw_key(series, {at.x, at.y + height}, *sheet);
        height += 18.0;
    }
    return height;
}

}  // namespace

std::string items_svg(const StudyTable& table) {
    const std::optional<std::size_t> across = key_across(table.varies);
    std::vector<Chart> charts;
    for (std::size_t item = 0; item < table.items.size(); ++item) {
        Chart chart{.of_x = across ? table.varies[*across].key : "run",
                    .of_y = table.items[item].text,
                    .size = area,
                    .most_ticks = 6};
        chart.series = curves_of_item(table, item, across);
        if (chart.series.empty()) continue;
        fit_axes(chart);
        charts.push_back(std::move(chart));
    }
    if (charts.empty()) return "";
    const double legend = draw_legend(charts.front().series, {}, nullptr);
    const std::size_t columns = std::min<std::size_t>(2, charts.size()), rows = (charts.size() + 1) / 2;
    SvgSheet sheet(static_cast<double>(columns) * (left + area.x + between),
                   static_cast<double>(rows) * (above + area.y + below) + legend + 10.0);
    for (std::size_t k = 0; k < charts.size(); ++k) {
        charts[k].corner = {left + static_cast<double>(k % 2) * (left + area.x + between),
                            above + static_cast<double>(k / 2) * (above + area.y + below)};
        draw(charts[k], sheet);
    }
    draw_legend(charts.front().series, {left, static_cast<double>(rows) * (above + area.y + below) + 8.0},
                &sheet);
    return sheet.finish();
}

namespace {

/// Intensity over the first item, up to the first collapse, whose mark is open.
Chart ida_chart(const StudyTable& table, const Fragility& fragility) {
    Chart chart{.title = "incremental dynamic analysis",
                .of_x = table.items.empty() ? "" : table.items[0].text,
                .of_y = table.varies[fragility.intensity].key,
                .corner = {left, above},
                .size = area,
                .most_ticks = 6};
    for (const IdaCurve& curve : fragility.curves) {
        Series series{.label = fmt::format("{}", fmt::join(curve.values, ", ")),
                      .colour = distinct_colour(static_cast<int>(chart.series.size()))};
        for (const std::size_t row : curve.rows) {
            const std::optional<bool>& collapsed = table.rows[row].collapsed;
            if (!collapsed || !has_number(table, row, 0)) continue;
            series.points.push_back({*table.rows[row].numbers[0],
                                     number_in(table.value(row, fragility.intensity)).value(), !*collapsed});
            if (*collapsed) break;
        }
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    fit_axes(chart);
    return chart;
}

Series fitted_curve(const FragilityFit& fit, double low, double high) {
    constexpr int pieces = 200;
    Series series{.label = fmt::format("median {:.4g}, beta {:.4g}", fit.median, fit.beta),
                  .colour = distinct_colour(0),
                  .mark = 0.0};
    for (int k = 0; k <= pieces; ++k) {
        const double x = low + (high - low) * k / pieces;
        if (x > 0.0) series.points.push_back({x, fit.probability(x)});
    }
    return series;
}

Chart probability_chart(const StudyTable& table, const Fragility& fragility) {
    Chart chart{.title = "fragility",
                .of_x = table.varies[fragility.intensity].key,
                .of_y = "probability of collapse",
                .corner = {2.0 * left + area.x + between, above},
                .size = area,
                .most_ticks = 6};
    Series counted{.label = "share of the runs", .colour = "#000000", .line = 0.0};
    Range x;
    for (const Stripe& stripe : fragility.stripes) {
        x.take(stripe.intensity);
        if (stripe.runs > 0)
            counted.points.push_back({stripe.intensity, static_cast<double>(stripe.collapsed) / stripe.runs});
    }
    if (fragility.fit) chart.series.push_back(fitted_curve(*fragility.fit, 0.5 * x.low, 1.2 * x.high));
    chart.series.push_back(std::move(counted));
    fit_axes(chart);
    chart.y = Scale::linear(0.0, 1.0);
    return chart;
}

}  // namespace

std::string fragility_svg(const StudyTable& table, const Fragility& fragility) {
    const Chart ida = ida_chart(table, fragility), probability = probability_chart(table, fragility);
    const double legend =
        std::max(draw_legend(ida.series, {}, nullptr), draw_legend(probability.series, {}, nullptr));
    SvgSheet sheet(2.0 * (left + area.x + between), above + area.y + below + legend + 10.0);
    draw(ida, sheet);
    draw(probability, sheet);
    draw_legend(ida.series, {left, above + area.y + below + 8.0}, &sheet);
    draw_legend(probability.series, {probability.corner.x, above + area.y + below + 8.0}, &sheet);
    return sheet.finish();
}

}  // namespace drystone

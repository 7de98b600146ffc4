#include "charts/chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr const char* colours[] = {"#000000", "#0072b2", "#d55e00", "#009e73",
                                   "#cc79a7", "#e69f00", "#56b4e9"};
const Paint grid{.stroke = "#dddddd"}, axis{.stroke = "#555555"};

void write_tick(const Scale& scale, double tick, const Pixel& at, Anchor anchor, Sheet& sheet) {
    if (scale.is_linear())
        sheet.text(at, fmt::format("{:.6g}", tick), {.anchor = anchor});
    else
        sheet.power(at, static_cast<int>(tick), {.anchor = anchor});
}

void draw_axes(const Chart& chart, Sheet& sheet) {
    const double left = chart.corner.x, right = left + chart.size.x, top = chart.corner.y,
                 bottom = top + chart.size.y;
    const auto value = [](const Scale& scale, double tick) {
        return scale.is_linear() ? tick : std::pow(10.0, tick);
    };
    for (const double tick : chart.x.ticks(chart.most_ticks)) {
        const double x = left + chart.size.x * chart.x.share(value(chart.x, tick));
        sheet.line({x, top}, {x, bottom}, grid);
        write_tick(chart.x, tick, {x, bottom + 16.0}, Anchor::middle, sheet);
    }
    for (const double tick : chart.y.ticks(chart.most_ticks)) {
        const double y = bottom - chart.size.y * chart.y.share(value(chart.y, tick));
        sheet.line({left, y}, {right, y}, grid);
        write_tick(chart.y, tick, {left - 6.0, y + 4.0}, Anchor::end, sheet);
    }
    sheet.line({left, top}, {left, bottom}, axis);
    sheet.line({left, bottom}, {right, bottom}, axis);
    const Pixel middle{0.5 * (left + right), 0.5 * (top + bottom)};
    sheet.text({middle.x, top - 14.0}, chart.title, {.size = 13.0, .anchor = Anchor::middle});
    sheet.text({middle.x, bottom + 34.0}, chart.of_x, {.anchor = Anchor::middle});
    if (!chart.of_y.empty())
        sheet.text({left - chart.of_y_at, middle.y}, chart.of_y, {.anchor = Anchor::middle, .upward = true});
}

/// A mark that is not filled hides the line it stands on, and nothing where there is none.
Paint mark_of(const Series& series, bool filled) {
    return {.fill = filled ? series.colour : series.line > 0.0 ? "white" : "none", .stroke = series.colour};
}

Paint line_of(const Series& series) {
    return {.stroke = series.colour, .width = series.line, .dashed = series.dashed};
}

void draw_series(const Chart& chart, const Series& series, Sheet& sheet) {
    const auto is_finite = [](const Series::Point& point) {
        return std::isfinite(point.x) && std::isfinite(point.y);
    };
    for (auto at = series.points.begin(); series.line > 0.0 && at != series.points.end();) {
        std::vector<Pixel> path;
        at = std::find_if(at, series.points.end(), is_finite);
        for (; at != series.points.end() && is_finite(*at); ++at) path.push_back(chart.at(at->x, at->y));
        if (!path.empty()) sheet.polyline(path, line_of(series));
    }
    if (!(series.mark > 0.0)) return;
    if (!series.id.empty()) sheet.open(series.id);
    for (const Series::Point& point : series.points) {
        if (is_finite(point))
            sheet.circle(chart.at(point.x, point.y), series.mark, mark_of(series, point.filled));
    }
    if (!series.id.empty()) sheet.close();
}

void draw_band(const Chart& chart, const Band& band, Sheet& sheet) {
    std::vector<Pixel> around;
    for (const Band::Point& point : band.points) around.push_back(chart.at(point.x, point.high));
    std::for_each(band.points.rbegin(), band.points.rend(),
                  [&](const Band::Point& point) { around.push_back(chart.at(point.x, point.low)); });
    sheet.polygon(around, {.fill = band.colour, .opacity = 0.2});
}

}  // namespace

const char* distinct_colour(int k) { return colours[static_cast<std::size_t>(k) % std::size(colours)]; }

Pixel Chart::at(double x_value, double y_value) const {
    return {corner.x + size.x * x.share(x_value), corner.y + size.y * (1.0 - y.share(y_value))};
}

void draw(const Chart& chart, Sheet& sheet) {
    draw_axes(chart, sheet);
    for (const Band& band : chart.bands) draw_band(chart, band, sheet);
    for (const Series& series : chart.series) draw_series(chart, series, sheet);
}

double draw_key(const Series& series, const Pixel& at, Sheet& sheet) {
    if (series.line > 0.0) sheet.line(at, {at.x + 24.0, at.y}, line_of(series));
    if (series.mark > 0.0) sheet.circle({at.x + 12.0, at.y}, series.mark, mark_of(series, true));
    sheet.text({at.x + 30.0, at.y + 4.0}, series.label, {});
    return 48.0 + 7.0 * static_cast<double>(series.label.size());
}

}  // namespace drystone

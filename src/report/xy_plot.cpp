#include "report/xy_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "charts/chart.h"

namespace drystone {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Reach {
    double low = infinity, high = -infinity;

    void add(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    double largest() const { return low > high ? 0.0 : std::max(std::abs(low), std::abs(high)); }

    /// A little more than what is shown, also where that is one value or none.
    Scale scale() const {
        if (low > high) return Scale::linear(0.0, 1.0);
        const double room = high > low ? 0.03 * (high - low) : std::max(0.05 * std::abs(high), 1e-12);
        return Scale::linear(low - (low == 0.0 && high > 0.0 ? 0.0 : room),
                             high + (high == 0.0 && low < 0.0 ? 0.0 : room));
    }
};

/// One axis: what all curves have along it, in one unit.
struct Axis {
    bool one_unit = true;
    std::string words;
    double factor = 1.0;
    Reach reach;
};

Axis axis_of(const std::vector<XyCurve>& curves, std::vector<double> XyCurve::*values,
             std::string XyCurve::*name, std::string XyCurve::*unit) {
    Axis axis;
    Reach raw;
    bool one_name = true, one_unit = true;
    for (const XyCurve& curve : curves) {
        for (const double value : curve.*values) raw.add(value);
        one_name = one_name && curve.*name == curves[0].*name;
        one_unit = one_unit && curve.*unit == curves[0].*unit;
    }
    axis.one_unit = one_unit;
    const ShownUnit shown = shown_unit(one_unit && !curves.empty() ? curves[0].*unit : "", raw.largest());
    axis.factor = shown.factor;
    if (!curves.empty() && one_name) axis.words = curves[0].*name;
    if (!shown.name.empty()) axis.words += (axis.words.empty() ? "[" : " [") + shown.name + "]";
    axis.reach.low = shown.factor * raw.low;
    axis.reach.high = shown.factor * raw.high;
    return axis;
}

/// Columns come as position_x of probe: blanks read better.
std::string with_blanks(std::string words) {
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

XyCurve over_time(const NumberTable& steps, const std::vector<double>& time, const std::string& name,
                  double less) {
    XyCurve curve{
        .label = name, .of_x = "time", .of_y = "energy", .unit_x = "s", .unit_y = "J", .x = time, .y = {}};
    const auto column = std::find(steps.columns.begin(), steps.columns.end(), name);
    if (column != steps.columns.end())
        curve.y = steps.values[static_cast<std::size_t>(column - steps.columns.begin())];
    for (double& value : curve.y) value -= less;
    return curve;
}

bool is_something(const XyCurve& curve) {
    return std::any_of(curve.y.begin(), curve.y.end(), [](double value) { return value != 0.0; });
}

std::vector<double> times_of(const NumberTable& steps) {
    const auto time = std::find(steps.columns.begin(), steps.columns.end(), "time");
    return time == steps.columns.end() ? std::vector<double>{}
                                       : steps.values[static_cast<std::size_t>(time - steps.columns.begin())];
}

}  // namespace

void draw_plot(const std::vector<XyCurve>& curves, const std::string& title, const PlotSize& size,
               Sheet& sheet) {
    const Axis x = axis_of(curves, &XyCurve::x, &XyCurve::of_x, &XyCurve::unit_x),
               y = axis_of(curves, &XyCurve::y, &XyCurve::of_y, &XyCurve::unit_y);
    const bool has_legend = curves.size() > 1;
    const double left = 84.0, top = title.empty() ? 20.0 : 44.0,
                 bottom = 56.0 + (has_legend ? 20.0 * static_cast<double>((curves.size() + 2) / 3) : 0.0);
    Chart chart{.title = title,
                .of_x = with_blanks(x.words),
                .of_y = with_blanks(y.words),
                .x = x.reach.scale(),
                .y = y.reach.scale(),
                .corner = {left, top},
                .size = {size.width - left - 24.0, size.height - top - bottom},
                .of_y_at = 62.0};
    for (std::size_t k = 0; k < curves.size(); ++k) {
        const std::string unit = y.one_unit || curves[k].unit_y.empty() ? "" : " [" + curves[k].unit_y + "]";
        Series series{.id = fmt::format("curve{}", k),
                      .label = with_blanks(curves[k].label) + unit,
                      .colour = distinct_colour(static_cast<int>(k)),
                      .line = 1.8,
                      .dashed = k >= 7,
                      .mark = 0.0};
        for (std::size_t i = 0; i < curves[k].y.size(); ++i)
            series.points.push_back({x.factor * curves[k].x[i], y.factor * curves[k].y[i]});
        if (series.points.size() < 3) series.mark = 3.0;
        chart.series.push_back(std::move(series));
    }
    draw(chart, sheet);
    const double wide = (size.width - left) / 3.0;
    for (std::size_t k = 0; has_legend && k < chart.series.size(); ++k)
        draw_key(chart.series[k],
                 {left + wide * static_cast<double>(k % 3),
                  size.height - bottom + 54.0 + 20.0 * static_cast<double>(k / 3)},
                 sheet);
}

std::string plot_svg(const std::vector<XyCurve>& curves, const std::string& title, const PlotSize& size) {
    SvgSheet sheet(size.width, size.height);
    draw_plot(curves, title, size, sheet);
    return sheet.finish();
}

std::vector<XyCurve> energy_curves(const NumberTable& steps) {
    std::vector<XyCurve> curves;
    const std::vector<double> time = times_of(steps);
    for (const char* name : {"kinetic", "work", "dissipated", "stored", "strain", "scheme"}) {
        XyCurve curve = over_time(steps, time, name, 0.0);
        if (is_something(curve)) curves.push_back(std::move(curve));
    }
    return curves;
}

std::vector<XyCurve> released_curves(const NumberTable& steps) {
    XyCurve curve = over_time(steps, times_of(steps), "potential", 0.0);
    const double first = curve.y.empty() ? 0.0 : curve.y.front();
    for (double& value : curve.y) value -= first;
    curve.label = curve.of_y = "potential energy since the start";
    return is_something(curve) ? std::vector{curve} : std::vector<XyCurve>{};
}

}  // namespace drystone

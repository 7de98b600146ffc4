#include "bench/picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/chart.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

constexpr Pixel panel{380.0, 300.0};               // width and height [px]
constexpr double left = 62, top = 34;              // margins around its axes [px]
constexpr Pixel margins{left + 14.0, top + 44.0};  // of both sides [px]
constexpr double legend = 30;                      // above all panels [px]
constexpr double smallest = 1e-12;                 // a residual below is rounding: drawn at the bottom

/// Coloured by its place in the table of methods: the same in every picture.
Series series_of(SolverMethod method) {
    const MethodName& name = description_of(method);
    return {.label = std::string(name.name),
            .colour = distinct_colour(static_cast<int>(&name - method_names))};
}

Series series_of(const Curve& curve) {
    Series series = series_of(curve.method);
    for (const CurvePoint& point : curve.points) {
        if (std::isfinite(point.residual))
            series.points.push_back({point.seconds, std::max(point.residual, smallest), point.converged});
    }
    return series;
}

/// The curves of one problem.
Chart chart_of(const std::vector<const Curve*>& curves, const Pixel& corner) {
    Chart chart{.title = fmt::format("{}, {} contacts", curves.front()->problem, curves.front()->contacts),
                .of_x = "seconds",
                .of_y = "residual reached",
                .corner = {corner.x + left, corner.y + top},
                .size = {panel.x - margins.x, panel.y - margins.y},
                .most_ticks = 6};
    for (const Curve* curve : curves) {
        chart.series.push_back(series_of(*curve));
        for (const Series::Point& point : chart.series.back().points) {
            chart.x.include(point.x);
            chart.y.include(point.y);
        }
    }
    return chart;
}

void draw_legend(const std::vector<Curve>& curves, SvgSheet& sheet) {
    Pixel at{left, 18.0};
    for (const MethodName& name : method_names) {
        const auto is_shown = [&](const Curve& curve) { return curve.method == name.method; };
        if (std::any_of(curves.begin(), curves.end(), is_shown))
            at.x += draw_key(series_of(name.method), at, sheet);
    }
    sheet.text({at.x + 6.0, 22.0}, "open mark: tolerance not reached");
}

}  // namespace

std::string in_svg(const std::vector<Curve>& curves) {
    std::vector<std::vector<const Curve*>> problems;
    for (const Curve& curve : curves) {
        if (problems.empty() || problems.back().front()->problem != curve.problem) problems.emplace_back();
        problems.back().push_back(&curve);
    }
    const std::size_t columns = problems.size() <= 2   ? std::max<std::size_t>(1, problems.size())
                                : problems.size() <= 4 ? 2
                                                       : 3;
    const std::size_t rows = (problems.size() + columns - 1) / columns;
    SvgSheet sheet(std::max(520.0, panel.x * static_cast<double>(columns)),
                   legend + panel.y * static_cast<double>(rows));
    draw_legend(curves, sheet);
    for (std::size_t k = 0; k < problems.size(); ++k)
        draw(chart_of(problems[k], {panel.x * static_cast<double>(k % columns),
                                    legend + panel.y * static_cast<double>(k / columns)}),
             sheet);
    return sheet.finish();
}

}  // namespace drystone

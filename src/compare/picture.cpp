#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/chart.h"
#include "compare/words.h"

namespace drystone {

namespace {

constexpr double left = 60, top = 40, side = 340, table_x = 440, width = 980;  // [px]

/// Forces of a method that ran away do not set the scale.
constexpr double most = 1e4;  // mean forces

/// The unit of forces: the first method's mean.
double unit_of(const Answer& first) { return first.mean_normal != 0.0 ? std::abs(first.mean_normal) : 1.0; }

/// From the strongest pull (of bonds), or 0, to the strongest push, in whole units.
Scale scale_of(const Comparison& all, double unit) {
    double low = 0.0, high = 1.0;
    for (const ForceRow& row : all.rows) {
        for (const auto& force : row.force) {
            if (!force || !(std::abs(force->normal / unit) < most)) continue;
            low = std::min(low, std::floor(force->normal / unit));
            high = std::max(high, std::ceil(force->normal / unit));
        }
    }
    return Scale::linear(low, high);
}

Series points(const Comparison& all, double unit, int first, int other) {
    Series series{.id = all.answers[static_cast<std::size_t>(other)].method,
                  .colour = distinct_colour(other),
                  .line = 0.0,
                  .mark = 2.5};
    for (const ForceRow& row : all.rows) {
        const auto &f = row.force[static_cast<std::size_t>(first)],
                   &g = row.force[static_cast<std::size_t>(other)];
        if (!f && !g) continue;
        const double x = f ? f->normal / unit : 0.0, y = g ? g->normal / unit : 0.0;
        if (std::abs(x) < most && std::abs(y) < most) series.points.push_back({x, y, false});
    }
    return series;
}

/// Normal forces of every method over those of the first, and the line on which they would agree.
Chart forces_of(const Comparison& all, const std::vector<int>& ran) {
    const int first = ran.front();
    const Answer& base = all.answers[static_cast<std::size_t>(first)];
    const double unit = unit_of(base);
    const Scale scale = scale_of(all, unit);
    Chart chart{.title = "normal forces, in mean ones of " + base.method,
                .of_x = "by " + base.method,
                .x = scale,
                .y = scale,
                .corner = {left, top},
                .size = {side, side}};
    chart.series.push_back({.colour = "#999999",
                            .line = 1.0,
                            .dashed = true,
                            .mark = 0.0,
                            .points = {{scale.low(), scale.low()}, {scale.high(), scale.high()}}});
    for (const int k : ran)
        if (k != first) chart.series.push_back(points(all, unit, first, k));
    return chart;
}

/// Rows of words below each other.
struct WordTable {
    SvgSheet& sheet;
    double y = top + 10.0;

    /// Name, what it repeated, pieces of work, seconds, imbalance.
    void row(const std::vector<std::string>& cells, const std::string& colour) {
        constexpr double columns[] = {0, 90, 250, 400, 450};
        for (std::size_t k = 0; k < cells.size(); ++k)
            sheet.text({table_x + columns[k], y}, cells[k], {.colour = colour});
    }
};

void write_costs(const Comparison& all, WordTable& table) {
    table.row({"method", "repeated", "work", "seconds", "imbalance"}, "#555555");
    for (std::size_t k = 0; k < all.answers.size(); ++k) {
        const Answer& answer = all.answers[k];
        const ComparedMethod& method = compared_method(answer.method);
        table.y += 22;
        if (!answer.ran()) {
            table.row({answer.method, "not possible for this scene"}, "#999999");
            continue;
        }
        table.row({answer.method, fmt::format("{} {}", answer.iterations, method.iterations),
                   method.updates.empty() ? "" : fmt::format("{} {}", answer.updates, method.updates),
                   fmt::format("{:.3g}", answer.seconds), fmt::format("{:.2g}", answer.imbalance)},
                  distinct_colour(static_cast<int>(k)));
        if (answer.converged) continue;
        table.y += 16;
        table.row({"", "did not converge"}, "#d00000");
    }
}

void write_differences(const Comparison& all, WordTable& table) {
    table.y += 30;
    table.row({"pair", "", "rms, largest difference", "", "of walls"}, "#555555");
    for (const Difference& one : all.differences) {
        const auto name = [&](int a) { return all.answers[static_cast<std::size_t>(a)].method; };
        table.y += 18;
        table.row({name(one.first) + " - " + name(one.second), "",
                   fmt::format("{:.2g}, {:.2g}", one.rms, one.largest), "", fmt::format("{:.2g}", one.walls)},
                  "#000000");
    }
}

}  // namespace

std::string in_svg(const Comparison& all) {
    const double rows =
        22.0 * static_cast<double>(all.answers.size()) + 18.0 * static_cast<double>(all.differences.size());
    SvgSheet sheet(width, std::max(top + side + 50, top + 160 + rows));
    draw(forces_of(all, all.ran()), sheet);
    WordTable table{sheet};
    write_costs(all, table);
    write_differences(all, table);
    return sheet.finish();
}

}  // namespace drystone

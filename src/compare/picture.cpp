#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compare/drawing.h"
#include "compare/words.h"

namespace drystone {

namespace {

constexpr double left = 60, top = 40, side = 340, table_x = 440, width = 980;

const char* colour_of(int answer) {
    return compare_colours[static_cast<std::size_t>(answer) % std::size(compare_colours)];
}

/// Normal forces in units of the first method's mean; from `low` (bonds pull) to `high`.
struct Axes {
    double low = 0.0, high = 1.0, unit = 1.0;

    double share(double force) const { return (force / unit - low) / (high - low); }
    double x(double force) const { return left + side * share(force); }
    double y(double force) const { return top + side * (1.0 - share(force)); }
};

/// Forces of a method that ran away do not set the scale.
constexpr double most = 1e4;  // mean forces

Axes axes_of(const Comparison& all, const Answer& first) {
    Axes axes;
    if (first.mean_normal > 0.0) axes.unit = first.mean_normal;
    for (const ForceRow& row : all.rows) {
        for (const auto& force : row.force) {
            if (!force || !(std::abs(force->normal / axes.unit) < most)) continue;
            axes.low = std::min(axes.low, std::floor(force->normal / axes.unit));
            axes.high = std::max(axes.high, std::ceil(force->normal / axes.unit));
        }
    }
    return axes;
}

std::string frame(const Axes& axes, const Answer& first) {
    std::string svg =
        svg_text(left + 0.5 * side, top - 16, "middle", "normal forces, in mean ones of " + first.method, 13);
    const int stride = std::max(1, static_cast<int>((axes.high - axes.low) / 6.0));
    for (int k = static_cast<int>(axes.low); k <= static_cast<int>(axes.high); k += stride) {
        const double x = axes.x(k * axes.unit), y = axes.y(k * axes.unit);
        svg += svg_line(x, top, x, top + side, "#dddddd") + svg_line(left, y, left + side, y, "#dddddd");
        svg += svg_text(x, top + side + 16, "middle", fmt::format("{}", k));
        svg += svg_text(left - 6, y + 4, "end", fmt::format("{}", k));
    }
    const double a = axes.low * axes.unit, b = axes.high * axes.unit;
    svg += svg_line(axes.x(a), axes.y(a), axes.x(b), axes.y(b), "#999999", 1.0, true);
    return svg + svg_text(left + 0.5 * side, top + side + 34, "middle", "by " + first.method);
}

std::string points(const Comparison& all, const Axes& axes, int first, int other) {
    std::string svg = fmt::format("<g id=\"{}\">\n", all.answers[static_cast<std::size_t>(other)].method);
    for (const ForceRow& row : all.rows) {
        const auto &f = row.force[static_cast<std::size_t>(first)],
                   &g = row.force[static_cast<std::size_t>(other)];
        if (!f && !g) continue;
        const double x = f ? f->normal : 0.0, y = g ? g->normal : 0.0;
        if (std::abs(x / axes.unit) < most && std::abs(y / axes.unit) < most)
            svg += svg_circle(axes.x(x), axes.y(y), 2.5, "none", colour_of(other));
    }
    return svg + "</g>\n";
}

/// A row of the table of costs: name, what it repeated, pieces of work, seconds, imbalance.
std::string row(double y, const std::vector<std::string>& cells, const std::string& colour) {
    constexpr double columns[] = {0, 90, 250, 400, 450};
    std::string svg;
    for (std::size_t k = 0; k < cells.size(); ++k)
        svg += svg_text(table_x + columns[k], y, "start", cells[k], 11, colour);
    return svg;
}

std::string table(const Comparison& all) {
    double y = top + 10;
    std::string svg = row(y, {"method", "repeated", "work", "seconds", "imbalance"}, "#555555");
    for (std::size_t k = 0; k < all.answers.size(); ++k) {
        const Answer& answer = all.answers[k];
        const ComparedMethod& method = compared_method(answer.method);
        y += 22;
        if (!answer.ran()) {
            svg += row(y, {answer.method, "not possible for this scene"}, "#999999");
            continue;
        }
        svg += row(y,
                   {answer.method, fmt::format("{} {}", answer.iterations, method.iterations),
                    method.updates.empty() ? "" : fmt::format("{} {}", answer.updates, method.updates),
                    fmt::format("{:.3g}", answer.seconds), fmt::format("{:.2g}", answer.imbalance)},
                   colour_of(static_cast<int>(k)));
        if (!answer.converged) svg += row(y += 16, {"", "did not converge"}, "#d00000");
    }
    y += 30;
    svg += row(y, {"pair", "", "rms, largest difference", "", "of walls"}, "#555555");
    for (const Difference& one : all.differences) {
        const auto name = [&](int a) { return all.answers[static_cast<std::size_t>(a)].method; };
        svg +=
            row(y += 18,
                {name(one.first) + " - " + name(one.second), "",
                 fmt::format("{:.2g}, {:.2g}", one.rms, one.largest), "", fmt::format("{:.2g}", one.walls)},
                "#000000");
    }
    return svg;
}

}  // namespace

std::string in_svg(const Comparison& all) {
    const std::vector<int> ran = all.ran();
    const int first = ran.front();
    const Answer& base = all.answers[static_cast<std::size_t>(first)];
    const Axes axes = axes_of(all, base);
    const double rows =
        22.0 * static_cast<double>(all.answers.size()) + 18.0 * static_cast<double>(all.differences.size());
    std::string svg = svg_begin(width, std::max(top + side + 50, top + 160 + rows)) + frame(axes, base);
    for (const int k : ran)
        if (k != first) svg += points(all, axes, first, k);
    return svg + table(all) + "</svg>\n";
}

}  // namespace drystone

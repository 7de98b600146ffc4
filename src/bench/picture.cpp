#include "bench/picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "solvers/method_names.h"

namespace drystone {

namespace {

// Colours that stay apart for colour-blind eyes (Okabe and Ito), and marks, by the place in the table of methods.
constexpr const char* colours[] = {"#000000", "#0072b2", "#d55e00", "#009e73",
                                   "#cc79a7", "#e69f00", "#56b4e9"};
constexpr double width = 380, height = 300;                     // of a panel [px]
constexpr double left = 62, right = 14, top = 34, bottom = 44;  // margins around its axes [px]
constexpr double legend = 30;                                   // above all panels [px]

std::size_t place_of(SolverMethod method) {
    std::size_t place = 0;
    while (method_names[place].method != method) ++place;
    return place;
}

const char* colour_of(SolverMethod method) { return colours[place_of(method) % std::size(colours)]; }

/// Powers of ten that enclose the numbers seen.
struct Decades {
    int low = 0, high = 0;
    bool empty = true;

    void include(double value) {
        if (!(value > 0.0) || !std::isfinite(value)) return;
        const int below = static_cast<int>(std::floor(std::log10(value))),
                  above = static_cast<int>(std::ceil(std::log10(value)));
        low = empty ? below : std::min(low, below);
        high = empty ? above : std::max(high, above);
        empty = false;
    }
    void widen() { high = std::max(high, low + 1); }
    double share(double value) const { return (std::log10(value) - low) / (high - low); }
};

struct Axes {
    Decades seconds, residual;
    double x0 = 0.0, y0 = 0.0;  // corner of the panel

    double x(double s) const { return x0 + left + seconds.share(s) * (width - left - right); }
    double y(double r) const { return y0 + height - bottom - residual.share(r) * (height - top - bottom); }
};

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text, int size = 11) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x,
                       y, anchor, size, escaped(text));
}

std::string power(double x, double y, const std::string& anchor, int exponent) {
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"11\">10<tspan dy=\"-4\" "
        "font-size=\"8\">{}</tspan></text>\n",
        x, y, anchor, exponent);
}

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1,
                       y1, x2, y2, colour);
}

/// Grid, powers of ten, names of the axes.
std::string frame(const Axes& axes, const Curve& one) {
    const double l = axes.x0 + left, r = axes.x0 + width - right, t = axes.y0 + top,
                 b = axes.y0 + height - bottom;
    std::string svg = text_at(0.5 * (l + r), axes.y0 + 20, "middle",
                              fmt::format("{}, {} contacts", one.problem, one.contacts), 12);
    const int step = std::max(1, (axes.residual.high - axes.residual.low + 5) / 6);
    for (int k = axes.seconds.low; k <= axes.seconds.high; ++k) {
        const double x = axes.x(std::pow(10.0, k));
        svg += line(x, t, x, b, "#dddddd") + power(x, b + 16, "middle", k);
    }
    for (int k = axes.residual.high; k >= axes.residual.low; k -= step) {
        const double y = axes.y(std::pow(10.0, k));
        svg += line(l, y, r, y, "#dddddd") + power(l - 6, y + 4, "end", k);
    }
    svg += line(l, t, l, b, "#555555") + line(l, b, r, b, "#555555");
    svg += text_at(0.5 * (l + r), b + 34, "middle", "seconds");
    svg += fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"11\">residual reached</text>\n",
        axes.x0 + 14, 0.5 * (t + b));
    return svg;
}

std::string drawn(const Axes& axes, const Curve& curve) {
    const char* colour = colour_of(curve.method);
    std::string path, marks;
    for (const CurvePoint& point : curve.points) {
        if (!std::isfinite(point.residual)) continue;
        // Nothing is left of an exact answer, or of a clock that did not move, on a scale of powers.
        const double x = axes.x(std::max(point.seconds, std::pow(10.0, axes.seconds.low)));
        const double y = axes.y(std::max(point.residual, std::pow(10.0, axes.residual.low)));
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", x, y);
        marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" stroke=\"{}\"/>\n", x,
                             y, point.converged ? colour : "white", colour);
    }
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour) +
           marks;
}

/// The curves of one problem, the panel's corner at (x, y).
std::string panel(const std::vector<const Curve*>& curves, double x, double y) {
    constexpr double smallest = 1e-12;  // below is rounding: drawn at the bottom
    Axes axes{.seconds = {}, .residual = {}, .x0 = x, .y0 = y};
    for (const Curve* curve : curves) {
        for (const CurvePoint& point : curve->points) {
            axes.seconds.include(point.seconds);
            axes.residual.include(std::max(point.residual, smallest));
        }
    }
    axes.seconds.widen();
    axes.residual.widen();
    std::string svg = frame(axes, *curves.front());
    for (const Curve* curve : curves) svg += drawn(axes, *curve);
    return svg;
}

std::string legend_of(const std::vector<Curve>& curves) {
    std::string svg;
    double x = left;
    for (const MethodName& name : method_names) {
        if (std::none_of(curves.begin(), curves.end(),
                         [&](const Curve& c) { return c.method == name.method; }))
            continue;
        svg += line(x, 18, x + 24, 18, colour_of(name.method));
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"18\" r=\"3\" fill=\"{}\"/>\n", x + 12,
                           colour_of(name.method));
        svg += text_at(x + 30, 22, "start", std::string(name.name), 12);
        x += 48 + 8.0 * static_cast<double>(name.name.size());
    }
    return svg + text_at(x + 6, 22, "start", "open mark: tolerance not reached");
}

}  // namespace

std::string in_svg(const std::vector<Curve>& curves) {
    std::vector<std::vector<const Curve*>> panels;
    for (const Curve& curve : curves) {
        if (panels.empty() || panels.back().front()->problem != curve.problem) panels.emplace_back();
        panels.back().push_back(&curve);
    }
    const std::size_t columns = panels.size() <= 2   ? std::max<std::size_t>(1, panels.size())
                                : panels.size() <= 4 ? 2
                                                     : 3;
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    const double total_width = std::max(520.0, width * static_cast<double>(columns));
    const double total_height = legend + height * static_cast<double>(rows);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} "
        "{1:.0f}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        total_width, total_height);
    svg += legend_of(curves);
    for (std::size_t k = 0; k < panels.size(); ++k)
        svg += panel(panels[k], width * static_cast<double>(k % columns),
                     legend + height * static_cast<double>(k / columns));
    return svg + "</svg>\n";
}

}  // namespace drystone

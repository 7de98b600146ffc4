#include "compare/drawing.h"

#include <fmt/format.h>

namespace drystone {

std::string svg_begin(double width, double height) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} "
        "{1:.0f}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height);
}

std::string svg_text(double x, double y, const std::string& anchor, const std::string& text, int size,
                     const std::string& colour) {
    std::string escaped;
    for (const char c : text)
        escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n", x, y,
        anchor, size, colour, escaped);
}

std::string svg_line(double x1, double y1, double x2, double y2, const std::string& colour, double width,
                     bool dashed) {
    return fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{}\"{}/>\n",
        x1, y1, x2, y2, colour, width, dashed ? " stroke-dasharray=\"5 4\"" : "");
}

std::string svg_circle(double x, double y, double radius, const std::string& fill,
                       const std::string& stroke) {
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", x, y,
                       radius, fill, stroke);
}

}  // namespace drystone

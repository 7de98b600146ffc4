#pragma once

#include <string>

// What both pictures of this room are drawn with: texts and lines of SVG, colours that stay apart for colour-blind eyes (Okabe and Ito).

namespace drystone {

inline constexpr const char* compare_colours[] = {"#000000", "#d55e00", "#0072b2",
                                                  "#009e73", "#cc79a7", "#e69f00"};

std::string svg_begin(double width, double height);
std::string svg_text(double x, double y, const std::string& anchor, const std::string& text, int size = 11,
                     const std::string& colour = "#000000");
std::string svg_line(double x1, double y1, double x2, double y2, const std::string& colour,
                     double width = 1.0, bool dashed = false);
std::string svg_circle(double x, double y, double radius, const std::string& fill, const std::string& stroke);

}  // namespace drystone

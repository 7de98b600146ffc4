#pragma once

#include <span>
#include <string>

namespace drystone {

/// A place on a sheet, from its upper left corner [px].
struct Pixel {
    double x = 0.0, y = 0.0;
};

/// How a shape is painted. "none" paints nothing.
struct Paint {
    std::string fill = "none", stroke = "none";
    double width = 1.0;  // of the stroke [px]
    bool dashed = false;
    bool round = false;    // ends of lines
    double opacity = 1.0;  // of the whole shape
};

enum class Anchor : char { start, middle, end };

/// How words are written.
struct Letters {
    double size = 11.0;  // [px]
    std::string colour = "#000000";
    Anchor anchor = Anchor::start;
    bool upward = false;  // turned to read from below
};

/// What charts are drawn on: SVG (charts/svg.h), or pixels (render/raster_sheet.h).
class Sheet {
  public:
    virtual ~Sheet() = default;

    virtual void line(const Pixel& from, const Pixel& to, const Paint& paint) = 0;
    virtual void circle(const Pixel& centre, double radius, const Paint& paint) = 0;
    virtual void polyline(std::span<const Pixel> points, const Paint& paint) = 0;
    virtual void polygon(std::span<const Pixel> points, const Paint& paint) = 0;
    virtual void text(const Pixel& at, const std::string& words, const Letters& letters) = 0;
    virtual void power(const Pixel& at, int exponent, const Letters& letters) = 0;  // of ten

    /// What follows, up to close(), is a group of that name.
    virtual void open(const std::string& id) = 0;
    virtual void close() = 0;
};

}  // namespace drystone

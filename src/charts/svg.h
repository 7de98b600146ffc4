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

/// A picture in SVG, one unit a pixel, shape by shape. Numbers have six digits; words may hold anything.
class SvgSheet {
  public:
    SvgSheet(double width, double height);

    void line(const Pixel& from, const Pixel& to, const Paint& paint);
    void circle(const Pixel& centre, double radius, const Paint& paint);
    void box(const Pixel& corner, const Pixel& size, const Paint& paint);
    void polyline(std::span<const Pixel> points, const Paint& paint);
    void polygon(std::span<const Pixel> points, const Paint& paint);
    void text(const Pixel& at, const std::string& words, const Letters& letters = {});
    void power(const Pixel& at, int exponent, const Letters& letters = {});  // of ten

    /// What follows, up to close(), is a group of that name; `box` hides what lies outside of it.
    void open(const std::string& id);
    void open_clipped(const Pixel& corner, const Pixel& size);
    void close();

    /// The whole picture. All groups must be closed.
    std::string finish();

  private:
    void points(const char* shape, std::span<const Pixel> points, const Paint& paint);
    void write(const Pixel& at, const std::string& inside, const Letters& letters);

    std::string svg_;
    int open_ = 0, clips_ = 0;
};

}  // namespace drystone

#pragma once

#include "charts/sheet.h"

namespace drystone {

/// A picture in SVG, one unit a pixel, shape by shape. Numbers have six digits; words may hold anything.
class SvgSheet final : public Sheet {
  public:
    SvgSheet(double width, double height);

    void line(const Pixel& from, const Pixel& to, const Paint& paint) override;
    void circle(const Pixel& centre, double radius, const Paint& paint) override;
    void box(const Pixel& corner, const Pixel& size, const Paint& paint);
    void polyline(std::span<const Pixel> points, const Paint& paint) override;
    void polygon(std::span<const Pixel> points, const Paint& paint) override;
    void text(const Pixel& at, const std::string& words, const Letters& letters = {}) override;
    void power(const Pixel& at, int exponent, const Letters& letters = {}) override;  // of ten

    /// What follows, up to close(), is a group of that name; `box` hides what lies outside of it.
    void open(const std::string& id) override;
    void open_clipped(const Pixel& corner, const Pixel& size);
    void close() override;

    /// The whole picture. All groups must be closed.
    std::string finish();

  private:
    void points(const char* shape, std::span<const Pixel> points, const Paint& paint);
    void write(const Pixel& at, const std::string& inside, const Letters& letters);

    std::string svg_;
    int open_ = 0, clips_ = 0;
};

}  // namespace drystone

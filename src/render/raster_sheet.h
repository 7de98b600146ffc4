#pragma once

#include "charts/sheet.h"
#include "core/parallel.h"
#include "render/drawing.h"
#include "render/image.h"
#include "render/legend.h"

namespace drystone::render {

constexpr double print_scale = 2.0;  // pixels of a PNG for each of the chart

/// A sheet of a chart as pixels, `scale` of them for each of the chart's.
class RasterSheet final : public Sheet {
  public:
    RasterSheet(double width, double height, double scale) : width_(width), height_(height), scale_(scale) {
        drawing_.flat = true;
    }

    void line(const Pixel& from, const Pixel& to, const Paint& paint) override;
    void circle(const Pixel& centre, double radius, const Paint& paint) override;
    void polyline(std::span<const Pixel> points, const Paint& paint) override;
    void polygon(std::span<const Pixel> points, const Paint& paint) override;  // convex
    void text(const Pixel& at, const std::string& words, const Letters& letters) override;
    void power(const Pixel& at, int exponent, const Letters& letters) override;
    void open(const std::string&) override {}
    void close() override {}

    Image finish(ThreadPool& pool) const;

  private:
    Vec<3> place(const Pixel& p) const { return {{scale_ * p.x, -scale_ * p.y, 0.0}}; }
    void dashes(std::span<const Pixel> points, const Paint& paint);

    double width_, height_, scale_;
    Drawing drawing_;
    Overlay words_;
};

}  // namespace drystone::render

#include "render/raster_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "render/letters.h"
#include "render/raster.h"

namespace drystone::render {

namespace {

/// "#0072b2", or white.
Colour colour_of(const std::string& name) {
    if (name.size() != 7 || name[0] != '#') return {1.0, 1.0, 1.0};
    const long rgb = std::strtol(name.c_str() + 1, nullptr, 16);
    return {static_cast<double>(rgb >> 16 & 255) / 255.0, static_cast<double>(rgb >> 8 & 255) / 255.0,
            static_cast<double>(rgb & 255) / 255.0};
}

Colour seen(const std::string& name, double opacity) {
    return mix({1.0, 1.0, 1.0}, colour_of(name), opacity);
}

/// In heights of capitals.
double width_of(const std::string& words) {
    double width = 0.0;
    for (const auto& [x0, y0, x1, y1] : strokes_of(words)) width = std::max({width, x0, x1});
    return width;
}

}  // namespace

void RasterSheet::polyline(std::span<const Pixel> points, const Paint& paint) {
    if (paint.stroke == "none") return;
    if (paint.dashed) return dashes(points, paint);
    Stroke stroke{
        .points = {}, .radius = 0.5 * scale_ * paint.width, .colour = seen(paint.stroke, paint.opacity)};
    for (const Pixel& p : points) stroke.points.push_back(place(p));
    if (stroke.points.size() == 1) stroke.points.push_back(stroke.points[0]);
    drawing_.strokes.push_back(std::move(stroke));
}

/// Five pixels and a gap of four, along the whole line.
void RasterSheet::dashes(std::span<const Pixel> points, const Paint& paint) {
    constexpr double dash = 5.0, period = 9.0;
    Paint whole = paint;
    whole.dashed = false;
    double gone = 0.0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y,
                     length = std::hypot(dx, dy);
        for (double s = 0.0; s < length;) {
            const double phase = std::fmod(gone + s, period),
                         end = std::min(length, s + (phase < dash ? dash : period) - phase);
            const auto at = [&](double t) {
                return Pixel{points[i].x + t / length * dx, points[i].y + t / length * dy};
            };
            if (phase < dash) line(at(s), at(end), whole);
            s = std::max(end, s + 1e-6);
        }
        gone += length;
    }
}

void RasterSheet::line(const Pixel& from, const Pixel& to, const Paint& paint) {
    const Pixel both[] = {from, to};
    polyline(both, paint);
}

void RasterSheet::circle(const Pixel& centre, double radius, const Paint& paint) {
    const auto dot = [&](const std::string& name, double r) {
        if (name != "none")
            drawing_.strokes.push_back({.points = {place(centre), place(centre)},
                                        .radius = scale_ * r,
                                        .colour = seen(name, paint.opacity)});
    };
    dot(paint.stroke, radius + 0.5 * paint.width);
    dot(paint.fill, paint.stroke == "none" ? radius : radius - 0.5 * paint.width);
}

void RasterSheet::polygon(std::span<const Pixel> points, const Paint& paint) {
    Face face{.corners = {},
              .colour = seen(paint.fill, paint.opacity),
              .layer = Layer::wall,
              .one_sided = false,
              .outlined = false};
    for (const Pixel& p : points) face.corners.push_back(place(p));
    if (paint.fill != "none") drawing_.faces.push_back(std::move(face));
}

void RasterSheet::text(const Pixel& at, const std::string& words, const Letters& letters) {
    const double size = scale_ * capital_height * letters.size, width = size * width_of(words);
    const double back = letters.anchor == Anchor::start    ? 0.0
                        : letters.anchor == Anchor::middle ? 0.5 * width
                                                           : width;
    const double x = scale_ * at.x, y = scale_ * at.y;
    words_.texts.push_back(
        {letters.upward ? x : x - back, letters.upward ? y + back : y, size, words, letters.upward});
}

void RasterSheet::power(const Pixel& at, int exponent, const Letters& letters) {
    const double ten = capital_height * letters.size * width_of("10"), small = 0.75 * letters.size;
    const std::string digits = std::to_string(exponent);
    const double width = ten + 2.0 + capital_height * small * width_of(digits);
    const double back = letters.anchor == Anchor::start    ? 0.0
                        : letters.anchor == Anchor::middle ? 0.5 * width
                                                           : width;
    text({at.x - back, at.y}, "10", {.size = letters.size, .colour = letters.colour});
    text({at.x - back + ten + 2.0, at.y - 4.0}, digits, {.size = small, .colour = letters.colour});
}

Image RasterSheet::finish(ThreadPool& pool) const {
    const int width = static_cast<int>(std::lround(scale_ * width_)),
              height = static_cast<int>(std::lround(scale_ * height_));
    return rasterise(drawing_, Camera{}, words_, {width, height, 1.0}, pool);
}

}  // namespace drystone::render

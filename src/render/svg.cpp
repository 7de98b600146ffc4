#include "render/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/svg.h"
#include "render/letters.h"
#include "render/light.h"

namespace drystone::render {

namespace {

constexpr double hairline = 0.8;

std::string hex(const Colour& colour) {
    const auto byte = [](double x) { return static_cast<int>(std::lround(255.0 * x)); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::vector<Pixel> projected(const Camera& camera, const std::vector<Vec<3>>& corners) {
    std::vector<Pixel> points;
    for (const Vec<3>& corner : corners) {
        const Vec<3> p = camera.project(camera.to_view(corner));
        points.push_back({p[0], p[1]});
    }
    return points;
}

void draw_disk(const Camera& camera, const Ball& ball, SvgSheet& sheet) {
    const Vec<3> p = camera.project(camera.to_view(ball.centre));
    const double radius = camera.scale * ball.radius, line = std::min(hairline, 0.15 * radius);
    // The line is drawn inside the disk: its outer edge is where the disk ends.
    sheet.circle({p[0], p[1]}, radius - 0.5 * line,
                 {.fill = hex(ball.colour), .stroke = hex(outlined(ball.colour)), .width = line});
}

void draw_faces(const Camera& camera, const Drawing& drawing, Layer layer, SvgSheet& sheet) {
    for (const Face& face : drawing.faces) {
        if (face.layer != layer) continue;
        const std::string edge = layer == Layer::wall || !face.outlined ? "none" : hex(outlined(face.colour));
        sheet.polygon(projected(camera, face.corners),
                      {.fill = hex(face.colour), .stroke = edge, .width = hairline, .round = true});
    }
}

void draw_strokes(const Camera& camera, const Drawing& drawing, Layer layer, SvgSheet& sheet) {
    for (const Stroke& stroke : drawing.strokes) {
        if (stroke.layer != layer) continue;
        const double width = stroke.radius == 0.0 ? hairline : 2.0 * stroke.radius * camera.scale;
        sheet.polyline(projected(camera, stroke.points),
                       {.stroke = hex(stroke.colour), .width = width, .round = true});
    }
}

void draw_overlay(const Overlay& overlay, SvgSheet& sheet) {
    for (const Overlay::Box& box : overlay.boxes)
        sheet.box({box.x, box.y}, {box.width, box.height}, {.fill = hex(box.colour)});
    for (const Overlay::Line& one : overlay.lines)
        sheet.line({one.x0, one.y0}, {one.x1, one.y1},
                   {.stroke = hex(one.colour), .width = one.width, .round = true});
    for (const Overlay::Text& text : overlay.texts)
        sheet.text({text.x, text.y}, text.text,
                   {.size = text.size / capital_height, .colour = "#222222", .upward = text.upward});
}

}  // namespace

std::string svg_of(const Drawing& drawing, const Camera& camera, const Overlay& overlay, int width,
                   int height) {
    SvgSheet sheet(width, height);
    sheet.open("walls");
    draw_faces(camera, drawing, Layer::wall, sheet);
    draw_strokes(camera, drawing, Layer::wall, sheet);
    sheet.close();
    sheet.open("bodies");
    for (const Ball& ball : drawing.balls) draw_disk(camera, ball, sheet);
    draw_faces(camera, drawing, Layer::body, sheet);
    sheet.close();
    for (const auto& [layer, name] : {std::pair(Layer::ghost, "before"), std::pair(Layer::kern, "kern"),
                                      std::pair(Layer::joint, "joints"), std::pair(Layer::force, "forces"),
                                      std::pair(Layer::thrust, "thrust"), std::pair(Layer::mark, "marks")}) {
        sheet.open(name);
        draw_faces(camera, drawing, layer, sheet);
        draw_strokes(camera, drawing, layer, sheet);
        sheet.close();
    }
    sheet.open("legend");
    draw_overlay(overlay, sheet);
    sheet.close();
    return sheet.finish();
}

}  // namespace drystone::render

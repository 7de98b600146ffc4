#include "render/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/light.h"

namespace drystone::render {

namespace {

constexpr double hairline = 0.8;

std::string hex(const Colour& colour) {
    const auto byte = [](double x) { return static_cast<int>(std::lround(255.0 * x)); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (static_cast<unsigned char>(c) >= 32)
            out += c;
    }
    return out;
}

class Sheet {
  public:
    explicit Sheet(const Camera& camera) : camera_(camera) {}

    void circle(const Ball& ball) {
        const Vec<3> p = camera_.project(camera_.to_view(ball.centre));
        const double radius = camera_.scale * ball.radius, line = std::min(hairline, 0.15 * radius);
        // The line is drawn inside the disk: its outer edge is where the disk ends.
        out += fmt::format(
            "<circle cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" fill=\"{}\" stroke=\"{}\" "
            "stroke-width=\"{:.3g}\"/>\n",
            p[0], p[1], radius - 0.5 * line, hex(ball.colour), hex(outlined(ball.colour)), line);
    }
    void polygon(const Face& face) {
        const bool wall = face.layer == Layer::wall;
        out += fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.3g}\"/>\n",
                           points(face.corners), hex(face.colour), wall ? "none" : hex(outlined(face.colour)),
                           hairline);
    }
    void line(const Stroke& stroke) {
        const double width = stroke.radius == 0.0 ? hairline : 2.0 * stroke.radius * camera_.scale;
        out += fmt::format("<polyline points=\"{}\" stroke=\"{}\" stroke-width=\"{:.6g}\"/>\n",
                           points(stroke.points), hex(stroke.colour), width);
    }
    void beside(const Overlay& overlay) {
        for (const Overlay::Box& box : overlay.boxes)
            out += fmt::format(
                "<rect x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" fill=\"{}\"/>\n", box.x,
                box.y, box.width, box.height, hex(box.colour));
        for (const Overlay::Line& one : overlay.lines)
            out += fmt::format(
                "<line x1=\"{:.6g}\" y1=\"{:.6g}\" x2=\"{:.6g}\" y2=\"{:.6g}\" stroke=\"{}\" "
                "stroke-width=\"{:.6g}\" "
                "stroke-linecap=\"round\"/>\n",
                one.x0, one.y0, one.x1, one.y1, hex(one.colour), one.width);
        for (const Overlay::Text& text : overlay.texts)
            out += fmt::format("<text x=\"{:.6g}\" y=\"{:.6g}\" font-size=\"{:.4g}\">{}</text>\n", text.x,
                               text.y, text.size / 0.7,
                               escaped(text.text));  // capitals of most fonts are 0.7 em high
    }
    void open(const char* id, const char* how) { out += fmt::format("<g id=\"{}\"{}>\n", id, how); }
    void close() { out += "</g>\n"; }

    std::string out;

  private:
    std::string points(const std::vector<Vec<3>>& corners) const {
        std::string list;
        for (const Vec<3>& corner : corners) {
            const Vec<3> p = camera_.project(camera_.to_view(corner));
            list += fmt::format("{}{:.6g},{:.6g}", list.empty() ? "" : " ", p[0], p[1]);
        }
        return list;
    }

    const Camera& camera_;
};

constexpr const char* as_lines = R"( fill="none" stroke-linecap="round" stroke-linejoin="round")";

}  // namespace

std::string svg_of(const Drawing& drawing, const Camera& camera, const Overlay& overlay, int width,
                   int height) {
    Sheet sheet(camera);
    sheet.out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        width, height);
    sheet.open("walls", "");
    for (const Face& face : drawing.faces) {
        if (face.layer == Layer::wall) sheet.polygon(face);
    }
    sheet.open("edges", as_lines);
    for (const Stroke& stroke : drawing.strokes) {
        if (stroke.layer == Layer::wall) sheet.line(stroke);
    }
    sheet.close();
    sheet.close();
    sheet.open("bodies", R"( stroke-linejoin="round")");
    for (const Ball& ball : drawing.balls) sheet.circle(ball);
    for (const Face& face : drawing.faces) {
        if (face.layer == Layer::body) sheet.polygon(face);
    }
    sheet.close();
    for (const auto& [layer, name] :
         {std::pair(Layer::force, "forces"), std::pair(Layer::thrust, "thrust")}) {
        sheet.open(name, as_lines);
        for (const Stroke& stroke : drawing.strokes) {
            if (stroke.layer == layer) sheet.line(stroke);
        }
        sheet.close();
    }
    sheet.open("legend", R"( font-family="Helvetica, Arial, sans-serif" fill="#222222")");
    sheet.beside(overlay);
    sheet.close();
    return sheet.out + "</svg>\n";
}

}  // namespace drystone::render

#include "charts/svg.h"

#include <cassert>

#include <fmt/format.h>

namespace drystone {

namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(c) >= 32)
            out += c;
    }
    return out;
}

std::string attributes(const Paint& paint) {
    std::string out = fmt::format("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.stroke);
    if (paint.stroke != "none") out += fmt::format(" stroke-width=\"{:.6g}\"", paint.width);
    if (paint.dashed) out += " stroke-dasharray=\"5 4\"";
    if (paint.round) out += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    if (paint.opacity < 1.0) out += fmt::format(" opacity=\"{:.6g}\"", paint.opacity);
    return out;
}

const char* word_of(Anchor anchor) {
    return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

SvgSheet::SvgSheet(double width, double height)
    : svg_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.6g}\" height=\"{1:.6g}\" "
                       "viewBox=\"0 0 {0:.6g} {1:.6g}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                       width, height)) {}

void SvgSheet::line(const Pixel& from, const Pixel& to, const Paint& paint) {
    svg_ += fmt::format("<line x1=\"{:.6g}\" y1=\"{:.6g}\" x2=\"{:.6g}\" y2=\"{:.6g}\" {}/>\n", from.x,
                        from.y, to.x, to.y, attributes(paint));
}

void SvgSheet::circle(const Pixel& centre, double radius, const Paint& paint) {
    svg_ += fmt::format("<circle cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" {}/>\n", centre.x, centre.y, radius,
                        attributes(paint));
}

void SvgSheet::box(const Pixel& corner, const Pixel& size, const Paint& paint) {
    svg_ += fmt::format("<rect x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" {}/>\n", corner.x,
                        corner.y, size.x, size.y, attributes(paint));
}

void SvgSheet::points(const char* shape, std::span<const Pixel> points, const Paint& paint) {
    svg_ += fmt::format("<{} points=\"", shape);
    for (std::size_t k = 0; k < points.size(); ++k)
        svg_ += fmt::format("{}{:.6g},{:.6g}", k == 0 ? "" : " ", points[k].x, points[k].y);
    svg_ += fmt::format("\" {}/>\n", attributes(paint));
}

void SvgSheet::polyline(std::span<const Pixel> p, const Paint& paint) { points("polyline", p, paint); }

void SvgSheet::polygon(std::span<const Pixel> p, const Paint& paint) { points("polygon", p, paint); }

void SvgSheet::write(const Pixel& at, const std::string& inside, const Letters& letters) {
    const std::string place =
        letters.upward ? fmt::format("transform=\"translate({:.6g} {:.6g}) rotate(-90)\"", at.x, at.y)
                       : fmt::format("x=\"{:.6g}\" y=\"{:.6g}\"", at.x, at.y);
    svg_ += fmt::format("<text {} text-anchor=\"{}\" font-size=\"{:.6g}\" fill=\"{}\">{}</text>\n", place,
                        word_of(letters.anchor), letters.size, letters.colour, inside);
}

void SvgSheet::text(const Pixel& at, const std::string& words, const Letters& letters) {
    write(at, escaped(words), letters);
}

void SvgSheet::power(const Pixel& at, int exponent, const Letters& letters) {
    write(at,
          fmt::format("10<tspan dy=\"-4\" font-size=\"{:.6g}\">{}</tspan>", 0.75 * letters.size, exponent),
          letters);
}

void SvgSheet::open(const std::string& id) {
    svg_ += fmt::format("<g id=\"{}\">\n", escaped(id));
    ++open_;
}

void SvgSheet::open_clipped(const Pixel& corner, const Pixel& size) {
    svg_ += fmt::format("<clipPath id=\"clip{}\">", clips_);
    box(corner, size, {});
    svg_ += fmt::format("</clipPath>\n<g clip-path=\"url(#clip{})\">\n", clips_++);
    ++open_;
}

void SvgSheet::close() {
    assert(open_ > 0);
    svg_ += "</g>\n";
    --open_;
}

std::string SvgSheet::finish() {
    assert(open_ == 0);
    return svg_ + "</svg>\n";
}

}  // namespace drystone

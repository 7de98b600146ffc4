#include "render/band.h"

#include <algorithm>
#include <cmath>

#include "render/letters.h"
#include "render/light.h"

namespace drystone::render {

namespace {

constexpr double per_pixel = Band::samples;
constexpr Colour text_ink{0.13, 0.13, 0.13};

struct Hit {
    bool met = false;
    double height = 0.0;
    Vec<3> normal{};  // view axes
};

/// The ray through (u, v) = (right, up) of the target, in units of metres at its depth, and a ball in view axes.
Hit meet(const Camera& camera, double u, double v, const Vec<3>& c, double r) {
    if (!camera.perspective()) {
        const double dx = u - c[0], dy = v - c[1], square = r * r - dx * dx - dy * dy;
        if (square < 0.0) return {};
        const double up = std::sqrt(square);
        return {true, c[2] + up, {{dx / r, dy / r, up / r}}};
    }
    // Points of the ray: (0, 0, D) + t (u, v, -D) / D, t: how far below the eye.
    const double D = camera.distance, p = u / D, q = v / D, depth = D - c[2];
    const double a = 1.0 + p * p + q * q, b = p * c[0] + q * c[1] + depth;
    const double square = b * b - a * (c[0] * c[0] + c[1] * c[1] + depth * depth - r * r);
    if (square < 0.0) return {};
    const double t = (b - std::sqrt(square)) / a;
    if (t <= 0.0) return {};
    const Vec<3> at{{p * t, q * t, D - t}};
    return {true, at[2], (1.0 / r) * (at - c)};
}

/// How far the silhouette of a ball reaches in the direction of coordinate x, [low, high] in pixels from the middle.
std::array<double, 2> silhouette(const Camera& camera, double x, double z, double r) {
    if (!camera.perspective()) return {camera.scale * (x - r), camera.scale * (x + r)};
    const double depth = camera.distance - z, far = std::hypot(x, depth), k = camera.scale * camera.distance;
    if (far <= r || depth <= 0.0) return {0.0, -1.0};
    const double middle = std::atan2(x, depth), half = std::asin(r / far);
    if (middle + half > 1.5 || middle - half < -1.5) return {0.0, -1.0};
    return {k * std::tan(middle - half), k * std::tan(middle + half)};
}

/// Newell's normal: of the mean plane, by the right hand about the corners.
Vec<3> normal_of(const std::vector<Vec<3>>& corners) {
    Vec<3> sum{};
    for (std::size_t i = 0; i < corners.size(); ++i)
        sum += cross(corners[i], corners[(i + 1) % corners.size()]);
    const double size = norm(sum);
    return size > 0.0 ? (1.0 / size) * sum : Vec<3>{};
}

}  // namespace

Band::Band(const Camera& camera, const Settings& settings)
    : camera_(camera),
      width_(settings.width),
      first_row_(settings.first_row),
      rows_(settings.rows),
      flat_(settings.flat),
      opacity_(settings.opacity),
      hairline_(std::max(0.35, 0.0004 * width_)),
      bodies_(static_cast<std::size_t>(samples * width_) * (samples * rows_)),
      rest_(bodies_) {}

Band::Block Band::block(double left, double right, double top, double bottom) const {
    const auto clamped = [](double value, int most) {
        return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(most)));
    };
    return {clamped(std::floor(per_pixel * left), samples * width_),
            clamped(std::ceil(per_pixel * right) + 1.0, samples * width_),
            clamped(std::floor(per_pixel * (top - first_row_)), samples * rows_),
            clamped(std::ceil(per_pixel * (bottom - first_row_)) + 1.0, samples * rows_)};
}

Vec<2> Band::pixel(int x, int y) const {
    return {{(x + 0.5) / per_pixel, first_row_ + (y + 0.5) / per_pixel}};
}

void Band::put(Layers& layers, int x, int y, double height, const Colour& colour) {
    Sample& sample = layers[static_cast<std::size_t>(y) * (samples * width_) + x];
    if (height < sample.height) return;
    sample = {height, static_cast<float>(colour.r), static_cast<float>(colour.g),
              static_cast<float>(colour.b)};
}

void Band::draw(const Ball& ball) {
    const Vec<3> c = camera_.to_view(ball.centre);
    const auto [left, right] = silhouette(camera_, c[0], c[2], ball.radius);
    const auto [low, high] = silhouette(camera_, c[1], c[2], ball.radius);
    const Block at = block(camera_.middle_x + left, camera_.middle_x + right, camera_.middle_y - high,
                           camera_.middle_y - low);
    const double line = std::min(2.0 * hairline_ / camera_.scale, 0.15 * ball.radius);  // of disks [m]
    for (int y = at.y0; y < at.y1; ++y) {
        for (int x = at.x0; x < at.x1; ++x) {
            const Vec<2> p = pixel(x, y);
            const double u = (p[0] - camera_.middle_x) / camera_.scale,
                         v = (camera_.middle_y - p[1]) / camera_.scale;
            const Hit hit = meet(camera_, u, v, c, ball.radius);
            if (!hit.met) continue;
            if (flat_) {
                const bool rim = std::hypot(u - c[0], v - c[1]) > ball.radius - line;
                put(rest_, x, y, 0.0, rim ? outlined(ball.colour) : ball.colour);
            } else {
                put(bodies_, x, y, hit.height, lit(ball.colour, hit.normal));
            }
        }
    }
}

void Band::draw(const Face& face) {
    std::vector<Vec<3>> corners, seen;
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
    for (const Vec<3>& corner : face.corners) {
        corners.push_back(camera_.to_view(corner));
        if (camera_.perspective() && corners.back()[2] >= 0.99 * camera_.distance) return;  // behind the eye
        const Vec<3> p = camera_.project(corners.back());
        seen.push_back(p);
        left = std::min(left, p[0]), right = std::max(right, p[0]);
        top = std::min(top, p[1]), bottom = std::max(bottom, p[1]);
    }
    Vec<3> normal = normal_of(corners);
    const Vec<3> eye{{0.0, 0.0, camera_.distance}};
    const double facing = camera_.perspective() ? dot(normal, eye - corners[0]) : normal[2];
    if (facing == 0.0 || (facing < 0.0 && face.one_sided)) return;
    // Edges as half planes, distances in pixels; the picture's y points down, so the sense of turning is reversed.
    const double sense = facing > 0.0 ? -1.0 : 1.0;
    std::vector<Vec<3>> edges;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const Vec<3>&a = seen[i], &b = seen[(i + 1) % seen.size()];
        const double dx = b[0] - a[0], dy = b[1] - a[1], size = std::hypot(dx, dy);
        if (size > 0.0)
            edges.push_back(
                {{-sense * dy / size, sense * dx / size, sense * (dy * a[0] - dx * a[1]) / size}});
    }
    const bool wall = face.layer == Layer::wall, body = face.layer == Layer::body;
    if (facing < 0.0) normal = -normal;
    // What is told by colours has no light: joints and kerns.
    const bool told = face.layer == Layer::joint || face.layer == Layer::kern;
    const Colour inside = flat_ || wall || told ? face.colour : lit(face.colour, normal);
    const double line = !face.outlined || (flat_ && wall)
                            ? 0.0
                            : std::min(hairline_, 0.08 * std::min(right - left, bottom - top));
    const double offset = dot(normal, corners[0]);
    Layers& layers = flat_ || !body ? rest_ : bodies_;
    const Block at = block(left, right, top, bottom);
    for (int y = at.y0; y < at.y1; ++y) {
        for (int x = at.x0; x < at.x1; ++x) {
            const Vec<2> p = pixel(x, y);
            double inner = 1e300;
            for (const Vec<3>& edge : edges)
                inner = std::min(inner, edge[0] * p[0] + edge[1] * p[1] + edge[2]);
            if (inner < 0.0) continue;
            const double u = (p[0] - camera_.middle_x) / camera_.scale,
                         v = (camera_.middle_y - p[1]) / camera_.scale;
            double height = (offset - normal[0] * u - normal[1] * v) / normal[2];
            if (camera_.perspective()) {
                const Vec<3> ray{{u / camera_.distance, v / camera_.distance, -1.0}};
                height = camera_.distance - dot(normal, corners[0] - eye) / dot(normal, ray);
            }
            put(layers, x, y, flat_ ? 0.0 : height, inner < line ? outlined(inside) : inside);
        }
    }
}

template <class Cover>
void Band::capsule(const Vec<2>& p, const Vec<2>& q, double half_p, double half_q, const Cover& cover) const {
    const double half = std::max(half_p, half_q);
    const Block at = block(std::min(p[0], q[0]) - half, std::max(p[0], q[0]) + half,
                           std::min(p[1], q[1]) - half, std::max(p[1], q[1]) + half);
    const Vec<2> way = q - p;
    const double square = dot(way, way);
    for (int y = at.y0; y < at.y1; ++y) {
        for (int x = at.x0; x < at.x1; ++x) {
            const Vec<2> from = pixel(x, y) - p;
            const double t = square > 0.0 ? std::clamp(dot(from, way) / square, 0.0, 1.0) : 0.0;
            const double distance = norm(from - t * way);
            if (distance <= half_p + t * (half_q - half_p)) cover(x, y, distance, t);
        }
    }
}

void Band::draw_segment(const Vec<3>& from, const Vec<3>& to, const Stroke& stroke) {
    const Vec<3> a = camera_.to_view(from), b = camera_.to_view(to);
    if (camera_.perspective() && std::max(a[2], b[2]) >= 0.99 * camera_.distance) return;
    const Vec<3> p = camera_.project(a), q = camera_.project(b);
    const double scale_a = camera_.scale_at(a[2]), scale_b = camera_.scale_at(b[2]);
    const bool thin = stroke.radius == 0.0;
    const double half_a = thin ? hairline_ : stroke.radius * scale_a;
    const double half_b = thin ? hairline_ : stroke.radius * scale_b;
    capsule({{p[0], p[1]}}, {{q[0], q[1]}}, half_a, half_b, [&](int x, int y, double distance, double t) {
        if (flat_) return put(rest_, x, y, 0.0, stroke.colour);
        // Along the segment t counts pixels; metres go with t' = t s_a / (s_b + t (s_a - s_b)).
        const double along = t * scale_a / (scale_b + t * (scale_a - scale_b));
        const double side = std::min(1.0, distance / (half_a + t * (half_b - half_a)));
        const double bulge = std::sqrt(1.0 - side * side);  // a tube is round
        const double height = a[2] + along * (b[2] - a[2]) + stroke.radius * bulge;
        put(rest_, x, y, height, thin ? stroke.colour : mix(outlined(stroke.colour), stroke.colour, bulge));
    });
}

void Band::draw(const Stroke& stroke) {
    for (std::size_t i = 0; i + 1 < stroke.points.size(); ++i)
        draw_segment(stroke.points[i], stroke.points[i + 1], stroke);
}

void Band::finish(const Overlay& overlay) {
    constexpr double top = std::numeric_limits<double>::infinity();
    const float veil = static_cast<float>(opacity_);
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        const Sample& body = bodies_[i];
        Sample& out = rest_[i];
        if (body.height == -top || body.height < out.height) continue;
        out.r += veil * (body.r - out.r);
        out.g += veil * (body.g - out.g);
        out.b += veil * (body.b - out.b);
    }
    for (const Overlay::Box& box : overlay.boxes) {
        const Block at = block(box.x, box.x + box.width, box.y, box.y + box.height);
        for (int y = at.y0; y < at.y1; ++y) {
            for (int x = at.x0; x < at.x1; ++x) {
                const Vec<2> p = pixel(x, y);
                if (p[0] >= box.x && p[0] <= box.x + box.width && p[1] >= box.y && p[1] <= box.y + box.height)
                    put(rest_, x, y, top, box.colour);
            }
        }
    }
    for (const Overlay::Line& line : overlay.lines)
        capsule({{line.x0, line.y0}}, {{line.x1, line.y1}}, 0.5 * line.width, 0.5 * line.width,
                [&](int x, int y, double, double) { put(rest_, x, y, top, line.colour); });
    for (const Overlay::Text& text : overlay.texts) {
        const auto at = [&](double x, double y) -> Vec<2> {
            if (text.upward) return {{text.x - text.size * y, text.y - text.size * x}};
            return {{text.x + text.size * x, text.y - text.size * y}};
        };
        for (const auto& [x0, y0, x1, y1] : strokes_of(text.text))
            capsule(at(x0, y0), at(x1, y1), 0.065 * text.size, 0.065 * text.size,
                    [&](int x, int y, double, double) { put(rest_, x, y, top, text_ink); });
    }
}

void Band::store(Image& image) const {
    for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < width_; ++column) {
            float sum[3] = {};
            for (int k = 0; k < samples * samples; ++k) {
                const int y = samples * row + k / samples, x = samples * column + k % samples;
                const Sample& sample = rest_[static_cast<std::size_t>(y) * (samples * width_) + x];
                sum[0] += sample.r, sum[1] += sample.g, sum[2] += sample.b;
            }
            std::uint8_t* pixel =
                &image.rgb[3 * (static_cast<std::size_t>(first_row_ + row) * width_ + column)];
            for (int c = 0; c < 3; ++c)
                pixel[c] = static_cast<std::uint8_t>(255.0F * sum[c] / (samples * samples) + 0.5F);
        }
    }
}

}  // namespace drystone::render

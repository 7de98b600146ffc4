#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace drystone::render {

namespace {

Vec<3> unit(const Vec<3>& v) { return (1.0 / norm(v)) * v; }

/// The boxes of all things: a body is one, however many faces it has.
struct Boxes {
    std::vector<Vec<3>> low, high;

    void add(const Vec<3>& a, const Vec<3>& b, int body) {
        const std::size_t next = low.size();
        const std::size_t at = body < 0 ? next : number_.emplace(body, next).first->second;
        if (at == next) {
            low.push_back(a);
            high.push_back(b);
            return;
        }
        for (int c = 0; c < 3; ++c) {
            low[at][c] = std::min(low[at][c], a[c]);
            high[at][c] = std::max(high[at][c], b[c]);
        }
    }

  private:
    std::map<int, std::size_t> number_;  // of bodies
};

/// The value that a share of them does not exceed.
double nearly_greatest(std::vector<double> values, double share) {
    const auto place = values.begin() +
                       static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Of bodies, or of walls: those are few and count to the last.
Boxes boxes_of(const Drawing& drawing, bool walls, const ViewAxes& axes) {
    Boxes out;
    const auto hold = [&](const std::vector<Vec<3>>& points, int body) {
        Vec<3> low = axes * points.front(), high = low;
        for (const Vec<3>& point : points) {
            const Vec<3> p = axes * point;
            for (int c = 0; c < 3; ++c) {
                low[c] = std::min(low[c], p[c]);
                high[c] = std::max(high[c], p[c]);
            }
        }
        out.add(low, high, body);
    };
    if (!walls) {
        for (const Ball& ball : drawing.balls) {
            const Vec<3> centre = axes * ball.centre, reach{{ball.radius, ball.radius, ball.radius}};
            out.add(centre - reach, centre + reach, ball.body);
        }
    }
    for (const Face& face : drawing.faces) {
        if (walls == (face.layer == Layer::wall)) hold(face.corners, face.body);
    }
    for (const Stroke& stroke : drawing.strokes) {
        if (walls == (stroke.layer == Layer::wall)) hold(stroke.points, -1);
    }
    return out;
}

void stretch(const Boxes& boxes, double share, bool fresh, Vec<3>& low, Vec<3>& high) {
    for (int c = 0; c < 3; ++c) {
        std::vector<double> below, above;
        for (const Vec<3>& v : boxes.low) below.push_back(-v[c]);
        for (const Vec<3>& v : boxes.high) above.push_back(v[c]);
        const double least = -nearly_greatest(std::move(below), share),
                     most = nearly_greatest(std::move(above), share);
        low[c] = fresh ? least : std::min(low[c], least);
        high[c] = fresh ? most : std::max(high[c], most);
    }
}

}  // namespace

ViewAxes view_axes(const Vec<3>& towards, const Vec<3>& up) {
    const Vec<3> back = unit(towards);
    Vec<3> right = cross(up, back);
    if (norm(right) < 1e-6 * norm(up)) {  // from straight above or below: another axis points up
        right = cross(std::abs(back[1]) < 0.9 ? Vec<3>::axis(1) : Vec<3>::axis(0), back);
    }
    right = unit(right);
    return {{right, cross(back, right), back}};
}

void Bounds::add(const Drawing& drawing) {
    for (const bool walls : {false, true}) {
        const Boxes seen = boxes_of(drawing, walls, axes_);
        if (seen.low.empty()) continue;
        const double share = walls ? 1.0 : 0.995;
        stretch(seen, share, empty_, view_low, view_high);
        stretch(boxes_of(drawing, walls, ViewAxes::scaled_identity(1.0)), share, empty_, low, high);
        empty_ = false;
    }
}

Camera fit(const ViewAxes& axes, const Bounds& bounds, const Opening& opening, bool perspective) {
    const Vec<3> middle = 0.5 * (bounds.view_low + bounds.view_high),
                 size = bounds.view_high - bounds.view_low;
    Camera camera{.axes = axes, .target = transpose_times(axes, middle)};
    camera.middle_x = opening.left + 0.5 * opening.width;
    camera.middle_y = opening.top + 0.5 * opening.height;
    const double least = 1e-12 * norm(size) + 1e-300;
    camera.scale =
        std::min(opening.width / std::max(size[0], least), opening.height / std::max(size[1], least));
    if (perspective) {
        // The nearest side of the box is D - z/2 from the eye and must fit as well.
        camera.distance = 2.0 * norm(size);
        camera.scale *= (camera.distance - 0.5 * size[2]) / camera.distance;
    }
    return camera;
}

}  // namespace drystone::render

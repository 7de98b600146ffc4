#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "render/draw.h"
#include "render/joint_faces.h"

namespace drystone::render {

namespace {

constexpr int pieces_of_line = 12;  // where its width changes

/// Where a corner of a joint is drawn.
using CornerPlace = std::function<Vec<3>(int joint, int corner)>;

/// A face of a joint where it is drawn, with a value at each corner.
struct Placed {
    std::vector<Vec<3>> corners;
    std::vector<double> values;

    double largest() const { return *std::max_element(values.begin(), values.end()); }
};

Placed placed_face(const CornerPlace& place, const JointFace& face, std::span<const float> values, bool by_corner) {
    Placed out;
    for (const int k : face.corners) {
        out.corners.push_back(place(face.joint, k));
        out.values.push_back(values[by_corner ? k : face.joint]);
    }
    return out;
}

Colour colour_of(const JointLook& look, double value) {
    if (look.by == ColourBy::status) return status_colour(static_cast<int>(value));
    return on_joint_ramp(look.top > 0.0 ? value / look.top : 0.0);
}

double radius_of(const JointLook& look, double value) {
    if (!look.grows) return 0.5 * look.width;
    return 0.5 * look.width * std::clamp(value / look.top, 0.02, 1.0);
}

/// A line in pieces, each as wide as its middle is open; where it is not, nothing.
void draw_line(const Placed& at, const JointLook& look, Drawing& out) {
    for (std::size_t i = 0; i + 1 < at.corners.size(); ++i) {
        const int count = at.values[i] == at.values[i + 1] ? 1 : pieces_of_line;
        for (int k = 0; k < count; ++k) {
            const double s = static_cast<double>(k) / count, t = static_cast<double>(k + 1) / count,
                         m = 0.5 * (s + t);
            const double value = (1.0 - m) * at.values[i] + m * at.values[i + 1];
            if (!(value >= look.least)) continue;
            const auto on = [&](double u) { return (1.0 - u) * at.corners[i] + u * at.corners[i + 1]; };
            out.strokes.push_back({.points = {on(s), on(t)},
                                   .radius = radius_of(look, value),
                                   .colour = colour_of(look, value),
                                   .layer = Layer::joint});
        }
    }
}

/// A face in triangles about its middle, each with the mean of its corners.
void draw_face(const Placed& at, const JointLook& look, Drawing& out) {
    const double count = static_cast<double>(at.corners.size());
    Vec<3> middle{};
    double mean = 0.0;
    for (std::size_t i = 0; i < at.corners.size(); ++i) {
        middle += (1.0 / count) * at.corners[i];
        mean += at.values[i] / count;
    }
    for (std::size_t i = 0; i < at.corners.size(); ++i) {
        const std::size_t j = (i + 1) % at.corners.size();
        const double value =
            look.by == ColourBy::status ? at.values[0] : (mean + at.values[i] + at.values[j]) / 3.0;
        out.faces.push_back({.corners = {middle, at.corners[i], at.corners[j]},
                             .colour = colour_of(look, value),
                             .layer = Layer::joint,
                             .one_sided = false,
                             .outlined = false});
        out.strokes.push_back({.points = {at.corners[i], at.corners[j]},
                               .radius = radius_of(look, value),
                               .colour = colour_of(look, value),
                               .layer = Layer::joint});
    }
}

/// Numbers at joints, and whether there is one for every corner.
std::pair<std::vector<float>, bool> values_of(const JointLook& look, const ShownFrame& frame) {
    if (look.by == ColourBy::opening) return {frame.joints.corner_opening, true};
    return {joint_values(*joint_value_of(look.by), frame), false};
}

}  // namespace

void draw_joints(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown,
                 const JointLook& look, Drawing& out) {
    const auto [values, by_corner] = values_of(look, shown.frame);
    if (values.empty()) return;
    const CornerPlace place = [&](int joint, int corner) { return corner_place(bodies, first, shown, joint, corner); };
    for (const JointFace& face : joint_faces(bodies)) {
        const Placed at = placed_face(place, face, values, by_corner);
        if (!(at.largest() >= look.least)) continue;
        bodies.dimension == 2 ? draw_line(at, look, out) : draw_face(at, look, out);
    }
}

std::vector<CrackLabel> crack_labels(const ShownBodies& bodies, const ShownFrame& first,
                                     const Magnified& shown, double least) {
    std::vector<CrackLabel> labels;
    if (shown.frame.joints.corner_opening.empty()) return labels;
    const CornerPlace place = [&](int joint, int corner) { return corner_place(bodies, first, shown, joint, corner); };
    for (const JointFace& face : joint_faces(bodies)) {
        const Placed at = placed_face(place, face, shown.frame.joints.corner_opening, true);
        const auto widest = std::max_element(at.values.begin(), at.values.end());
        if (!(*widest >= least)) continue;
        const Vec<3> end = at.corners[static_cast<std::size_t>(widest - at.values.begin())];
        const Vec<3> way = end - 0.5 * (at.corners.front() + at.corners.back());
        labels.push_back({end, norm(way) > 0.0 ? (1.0 / norm(way)) * way : Vec<3>::axis(1), *widest});
    }
    std::stable_sort(labels.begin(), labels.end(),
                     [](const CrackLabel& p, const CrackLabel& q) { return p.opening > q.opening; });
    return labels;
}

}  // namespace drystone::render

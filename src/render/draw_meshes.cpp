#include <algorithm>
#include <cmath>

#include "render/colours.h"
#include "render/draw.h"
#include "report/stress_field.h"

namespace drystone::render {

namespace {

/// The corners of face f, where they are drawn.
std::vector<Vec<3>> corners_of(const ShownBodies& bodies, const Magnified& shown, int f) {
    const ShownMeshes& meshes = bodies.meshes;
    std::vector<Vec<3>> out;
    for (int k = meshes.corner_start[f]; k < meshes.corner_start[f + 1]; ++k) {
        const std::size_t node = static_cast<std::size_t>(meshes.corner[k]);
        const Vec<3> now = spatial(shown.frame.displacement, bodies.dimension, node);
        const Vec<3> before =
            shown.is_plain() ? now : spatial(shown.since->displacement, bodies.dimension, node);
        out.push_back(spatial(meshes.reference, bodies.dimension, node) + before +
                      shown.times * (now - before));
    }
    return out;
}

bool finite(const std::vector<Vec<3>>& corners) {
    return std::all_of(corners.begin(), corners.end(), [](const Vec<3>& p) {
        return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
    });
}

/// Four corners in space need not lie in a plane.
void add_face(const std::vector<Vec<3>>& corners, const Colour& colour, bool flat, int body, Drawing& out) {
    if (flat || corners.size() == 3) {
        out.faces.push_back({.corners = corners, .colour = colour, .one_sided = !flat, .body = body});
        return;
    }
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
        out.faces.push_back({.corners = {corners[0], corners[k], corners[k + 1]}, .colour = colour, .body = body});
}

double area_of(const std::vector<Vec<3>>& corners) {
    double twice = 0.0;
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
        twice += cross(corners[k] - corners[0], corners[k + 1] - corners[0])[2];
    return 0.5 * std::abs(twice);
}

}  // namespace

void draw_meshes(const ShownBodies& bodies, const Magnified& shown, const std::vector<Colour>& colours,
                 const MeshLook& look, Drawing& out) {
    const ShownMeshes& meshes = bodies.meshes;
    const std::vector<float> values =
        look.field.empty() ? std::vector<float>{} : face_values(look.field, bodies, shown.frame);
    for (int k = 0; k < meshes.bodies(); ++k) {
        for (int f = meshes.face_start[k]; f < meshes.face_start[k + 1]; ++f) {
            const std::vector<Vec<3>> corners = corners_of(bodies, shown, f);
            if (!finite(corners)) continue;
            Colour colour = colours[meshes.body[k]];
            if (!values.empty()) colour = on_ramp_between(values[f], look.low, look.top);
            add_face(corners, colour, bodies.dimension == 2, meshes.body[k], out);
        }
    }
}

void draw_crosses(const ShownBodies& bodies, const Magnified& shown, double top, Drawing& out) {
    if (!(top > 0.0)) return;
    const std::vector<StressCross> crosses = stress_crosses(shown.frame);
    const ShownMeshes& meshes = bodies.meshes;
    for (int f = 0; f < meshes.faces(); ++f) {
        const std::vector<Vec<3>> corners = corners_of(bodies, shown, f);
        if (!finite(corners)) continue;
        Vec<3> middle{};
        for (const Vec<3>& p : corners) middle += (1.0 / static_cast<double>(corners.size())) * p;
        const StressCross& one = crosses[meshes.face_element[f]];
        const Vec<3> x{{one.x, one.y, 0.0}}, y{{-one.y, one.x, 0.0}};
        const double size = std::sqrt(area_of(corners)), reach = 0.5 * size / top;
        for (const auto& [value, axis] : {std::pair(one.first, x), std::pair(one.second, y)}) {
            const double arm = reach * std::min<double>(std::abs(value), 2.0 * top);
            if (!(arm > 1e-3 * reach * top)) continue;
            out.strokes.push_back({.points = {middle - arm * axis, middle + arm * axis},
                                   .radius = 0.015 * size,
                                   .colour = value < 0.0F ? pressing : pulling,
                                   .layer = Layer::force});
        }
    }
}

}  // namespace drystone::render

#pragma once

#include <string>

#include "render/camera.h"
#include "render/legend.h"

namespace drystone::render {

/// A drawing of a 2D run as SVG, one unit a pixel: a circle per disk, a polygon per face, a polyline per force, as wide as the
/// force is strong, in groups with the ids walls, bodies, forces, legend.
std::string svg_of(const Drawing& drawing, const Camera& camera, const Overlay& overlay, int width,
                   int height);

}  // namespace drystone::render

#pragma once

#include "core/parallel.h"
#include "render/camera.h"
#include "render/image.h"
#include "render/legend.h"

namespace drystone::render {

struct RasterSettings {
    int width = 1600, height = 1200;
    double opacity = 1.0;  // of bodies in space; the surface nearest to the eye veils what is behind it
};

/// The drawing as pixels on white, nine samples a pixel. Balls are cut by the ray of each sample, so they are round at any
/// size; faces are flat and lit from beside the eye. The picture is made in bands of rows, each by one thread from its own list of things: the same bits
/// for any number of threads.
Image rasterise(const Drawing& drawing, const Camera& camera, const Overlay& overlay,
                const RasterSettings& settings, ThreadPool& pool);

}  // namespace drystone::render

#pragma once

#include "io/frames_file.h"
#include "report/shown_run.h"

namespace drystone {

/// What frames.h5 holds, as the page shows it.
ShownBodies show_bodies(const FramesGeometry& geometry);
ShownFrame show_frame(const FramesGeometry& geometry, const Frame& frame);

}  // namespace drystone

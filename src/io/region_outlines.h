#pragma once

#include "io/frames_layout.h"
#include "step/description.h"

namespace drystone {

/// What the head of frames says of bodies that come and go: whether they do, the names of their sources, and lines that show where they come from
/// and leave. A region that bodies leave when they are outside of it is shown by its own lines.
template <int D>
void tell_changes(const WorldDescription<D>& description, FramesHead& head);

}  // namespace drystone

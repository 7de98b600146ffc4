#pragma once

#include "scene/node.h"
#include "scene/scene.h"

namespace drystone {

/// [scene] without gravity, [time], [solver] and [output] of a document.
void read_settings(const Node& document, Scene& scene);

}  // namespace drystone

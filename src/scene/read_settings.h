#pragma once

#include "scene/node.h"
#include "scene/scene.h"

namespace drystone {

/// [scene] without gravity, [time], [solver] and [output] of a document.
void read_settings(const Node& document, Scene& scene);

/// gravity of [scene]; zero where it is not given.
template <int D>
Vec<D> read_gravity(const Node& document);

}  // namespace drystone

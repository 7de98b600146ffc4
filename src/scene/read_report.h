#pragma once

#include "scene/scene.h"

namespace drystone {

/// [report]: words and plots for people, after the probes were read.
void read_report(const Node& document, Scene& scene);

}  // namespace drystone

#pragma once

#include <vector>

#include "measure/probe.h"
#include "scene/draft.h"

namespace drystone {

/// [[probes]]
std::vector<Probe> read_probes(const Node& document, const Names& bodies, int dimension);

}  // namespace drystone

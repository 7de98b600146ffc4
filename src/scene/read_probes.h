#pragma once

#include <vector>

#include "measure/probe.h"
#include "scene/draft.h"

namespace drystone {

/// What is wrong with asking the subject for that quantity, in words; empty: nothing.
std::string why_no_quantity(const std::string& name, Subject subject, int dimension);

/// [[probes]]
template <int D>
std::vector<Probe> read_probes(const Node& document, const Draft<D>& draft);

}  // namespace drystone

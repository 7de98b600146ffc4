#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[generate]]: bodies made by a rule, added after those of [[bodies]] and of earlier generators.
template <int D>
void read_generators(const Node& document, Draft<D>& draft);

}  // namespace drystone

#pragma once

#include "scene/draft.h"

namespace drystone {

/// [[settlements]]: how supports sink, spread and turn, each by its own amount, all in one course of time.
template <int D>
void read_settlements(const Node& document, Draft<D>& draft);

}  // namespace drystone

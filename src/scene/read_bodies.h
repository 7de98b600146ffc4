#pragma once

#include "scene/draft.h"

namespace drystone {

/// One entry of [[bodies]].
template <int D>
BodyDescription<D> read_body(const Node& node, const Draft<D>& draft);

/// [[bodies]]
template <int D>
void read_bodies(const Node& document, Draft<D>& draft);

}  // namespace drystone

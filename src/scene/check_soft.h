#pragma once

#include "scene/draft.h"

namespace drystone {

/// Refuses, at its place, what method = "md" cannot do: shapes without a sphere in them, laws without a stiffness, bonds, water.
template <int D>
void check_soft(const Node& document, const Draft<D>& draft);

}  // namespace drystone

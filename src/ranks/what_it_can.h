#pragma once

#include "step/missing.h"

namespace drystone::ranks {

/// The first thing of a world, or of how its steps are to be taken, that domains cannot; nothing: they can take the steps.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings);

}  // namespace drystone::ranks

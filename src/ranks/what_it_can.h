#pragma once

#include "step/missing.h"

namespace drystone::ranks {

/// The first thing of a world, in any of its stages, that domains cannot; nothing: they can take the steps.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world);

/// The same of how its steps are to be taken.
std::optional<Missing> what_is_missing(const StepSettings& settings);

}  // namespace drystone::ranks

#pragma once

#include <optional>

#include "step/missing.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone::devices {

/// The first thing of a world that several devices together do not know: what one of them does not, and what does not go over a border yet.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings);

}  // namespace drystone::devices

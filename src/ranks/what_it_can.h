#pragma once

#include <optional>
#include <string>

#include "core/place.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone::ranks {

/// Something that domains do not know, and where the scene has it.
struct Missing {
    Place place;
    std::string what;
};

/// The first thing of a world, or of how its steps are to be taken, that domains cannot; nothing: they can take the steps.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings);

}  // namespace drystone::ranks

#pragma once

#include <optional>
#include <string>

#include "core/place.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone::device {

/// Something that steps on a device do not know, and where the scene has it.
struct Missing {
    Place place;
    std::string what;
};

/// The first thing of a world, or of how its steps are to be taken, that a device cannot; nothing: it can take the steps.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings);

}  // namespace drystone::device

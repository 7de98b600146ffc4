#pragma once

#include <optional>
#include <string>

#include "core/place.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone {

/// Something that those who take steps elsewhere (a device, several processes) do not know, and where the scene has it.
struct Missing {
    Place place;
    std::string what;
};

/// The first thing of a world that nobody elsewhere knows.
template <int D>
std::optional<Missing> missing_elsewhere(const World<D>& world);

/// The same of how its steps are to be taken: sweeps of a coloured order are all there is.
std::optional<Missing> missing_elsewhere(const StepSettings& settings);

}  // namespace drystone

#pragma once

#include <vector>

#include "limit/settings.h"
#include "step/description.h"

namespace drystone {

/// A scene at rest with what is dead and what is scaled apart.
template <int D>
struct LimitCase {
    WorldDescription<D> dead;      // at_rest(), without the loads that are scaled
    Vec<D> acceleration{};         // [m/s2]
    std::vector<Load<D>> loads{};  // at their full value, whatever their history
};

/// Loads are those of the drives that the settings name.
template <int D>
LimitCase<D> limit_case(WorldDescription<D> description, const LimitSettings& settings);

/// The scene at rest under the dead load and so much of the live load.
template <int D>
WorldDescription<D> at_multiple(const LimitCase<D>& scene, double multiplier);

}  // namespace drystone

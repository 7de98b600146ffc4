#pragma once

#include <optional>
#include <vector>

#include "step/missing.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone::ranks {

/// Takes the steps of a rank's share in place of its processor: a device, which has the share's arrays. All ranks have one, or none has.
template <int D>
class StepsOfRank {
  public:
    virtual ~StepsOfRank() = default;

    /// A step, halved where that is wanted. The world's time, energies and the report are then of this rank's share, but for the solve.
    virtual StepReport take(const StepSettings& settings) = 0;

    /// Where contacts were found, and how bodies were turned then: (slots)
    struct Found {
        std::vector<Vec<D>> position;
        std::vector<Rotation<D>> rotation;
    };
    /// The share's world becomes as it is there.
    virtual void bring_back(Found& found) = 0;
    /// The share has been changed here.
    virtual void take_over() = 0;

    virtual std::optional<Missing> what_it_lacks(const World<D>& whole, const StepSettings& settings) const = 0;
};

}  // namespace drystone::ranks

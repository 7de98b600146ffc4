#pragma once

#include <limits>

#include "measure/quantities.h"
#include "measure/wall_quantities.h"
#include "step/control.h"

namespace drystone {

// Quantities of a drive whose multiplier is found (7.16), that travels (7.15), or that presses (7.17): Sample::drive.

/// What its loads were multiplied by in the last step.
template <int D>
double drive_multiplier(const Sample<D>& s) {
    return s.world.factor[0].value;
}

/// Of the point that it moves, along its direction, or of the wall that it presses, along its normal, since time 0 [m].
template <int D>
double drive_displacement(const Sample<D>& s) {
    const auto& controls = s.world.description.controls;
    if (controls.empty() || controls[0].name != s.drive) return pressed_displacement(s);
    return controlled_displacement<D>(s.world, s.world, s.world.description.controls[0]);
}

/// Of the first axle along its way [m].
template <int D>
double drive_position(const Sample<D>& s) {
    for (const MovingLoad<D>& load : s.world.description.moving_loads) {
        if (load.name == s.drive) return load.position.held(s.world.time);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace drystone

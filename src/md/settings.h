#pragma once

namespace drystone {

/// How long a sub-step may be: the scene's [md] table.
struct SoftSettings {
    double steps_per_collision = 50.0;  // sub-steps in the shortest collision time
    double step = 0.0;                  // [s]; > 0: the sub-step is at most this, whatever the collision time
};

}  // namespace drystone

#pragma once

#include <vector>

#include "core/rotation.h"
#include "core/vec.h"

namespace drystone {

/// Where the drives of a body that they move as a whole have it.
template <int D>
struct DrivenPose {
    Vec<D> position{};
    Rotation<D> rotation{};
    bool operator==(const DrivenPose&) const = default;
};

/// Which stage a run is in, and what the beginnings of stages leave to remember. A run of one stage has all as it is here.
template <int D>
struct Staging {
    struct Base {
        int id = 0;
        DrivenPose<D> pose{};
        bool operator==(const Base&) const = default;
    };

    int number = 0;
    std::vector<double> began{};  // (stages begun, or none)  when [s]
    std::vector<int> held{};      // ascending ids: of bodies that came after time 0, those that stages hold
    std::vector<Base> bases{};    // ascending ids: bodies whose drives count from elsewhere than from where they were at time 0

    // Since when steps are as long as they are
    double clock_time = 0.0;  // [s]
    long clock_steps = 0;

    /// t after so many steps of a run, of length h now.
    double time(long steps, double h) const { return time(steps, 0.0, h); }
    double time(long steps, double part, double h) const {  // .. and a part of one
        return clock_time + (static_cast<double>(steps - clock_steps) + part) * h;
    }
    bool operator==(const Staging&) const = default;
};

}  // namespace drystone

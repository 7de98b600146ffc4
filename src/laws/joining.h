#pragma once

#include <numbers>

#include "laws/approach.h"
#include "laws/memory_schema.h"

namespace drystone {

/// What a joint remembers.
template <int D>
struct JointMemory {
    Vec<D> slip{};          // that it holds on to, contact frame, tangential [m]
    double rest_gap = 0.0;  // its gap when nothing pulls or presses [m]
    double area = 0.0;      // of its own patch, where it was made [m2, 2D: m]
    bool intact = false;    // it is there
    bool holds = false;     // acts across an open gap
    bool made = false;      // it was made in this step
    bool touched = false;   // the bodies touched here, and have not been apart since

    static constexpr auto fields() {
        return std::tuple{remember::tangent("slip", "m", &JointMemory::slip),
                          remember::number("rest_gap", "m", &JointMemory::rest_gap).shared(),
                          remember::number("area", D == 2 ? "m" : "m2", &JointMemory::area),
                          remember::flag("intact", &JointMemory::intact).shared(),
                          remember::flag("holds", &JointMemory::holds).shared().inner(),
                          remember::flag("made", &JointMemory::made).inner(),
                          remember::flag("touched", &JointMemory::touched).inner()};
    }
    bool operator==(const JointMemory&) const = default;
};

/// When a joint comes into being: with the scene, where bodies are no further apart than `gap`; or also later, where two
/// bodies touch that did not before. A joint that has failed is not made again while the bodies stay in contact.
struct Joining {
    bool initially = true;  // scene key initially = "intact" or "broken"
    bool by_touch = false;  // joins_by_touch
    double gap = 0.0;       // joint_gap: thickness of the thickest joint [m]

    template <int D>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, JointMemory<D>& memory) const {
        const bool touches = now.closed && !memory.touched;  // contacts may be seen before they close
        memory.touched = now.closed || (memory.touched && now.rests);
        const bool at_start = initially && now.first && (now.closed || now.gap <= gap);
        memory.made = !memory.intact && (at_start || (by_touch && touches));
        if (!memory.made) return;
        memory.intact = memory.holds = true;
        memory.rest_gap = now.gap;
        memory.area = now.area;
    }
};

/// The area of a joint. Faces bring their own, by the share of each contact point; of round bodies the law says it.
struct JointArea {
    double area = 0.0;  // [m2], 2D: [m]
    double ratio =
        0.0;  // instead: of a disk with this many times the smaller radius (2D: a line of twice that)

    /// That is glued: of a joint its own patch, else where faces overlap now.
    template <int D>
    DRYSTONE_ON_DEVICE double glued(const Approach<D>& in, const JointMemory<D>& memory) const {
        if (memory.intact && memory.area > 0.0) return memory.area;
        return in.bearing > 0.0 ? in.area : of_round(in);
    }

    /// That is pressed: the same, and never nothing.
    template <int D>
    DRYSTONE_ON_DEVICE double bearing(const Approach<D>& in, const JointMemory<D>& memory = {}) const {
        if (memory.intact && memory.area > 0.0) return memory.area;
        return in.bearing > 0.0 ? in.bearing : of_round(in);
    }

  private:
    template <int D>
    DRYSTONE_ON_DEVICE double of_round(const Approach<D>& in) const {
        if (ratio == 0.0) return area;
        const double radius = ratio * in.least_radius;
        return D == 2 ? 2.0 * radius : std::numbers::pi * radius * radius;
    }
};

}  // namespace drystone

#pragma once

#include "contact/assemble.h"

namespace drystone {

/// How a link stands when the problem of a step is made, in the frame of its contacts.
template <int D>
struct LinkPlace {
    Vec<D> apart{};               // x_b - x_a [m]
    Vec<D> swerve{};              // its second derivative where nothing pushes, seen from body a [m/s2]
    Vec<D> velocity{};            // before the step, of b against a at the contact's point [m/s]
    double stretch = 0.0;         // |x_b - x_a| less what it was at time 0 [m]
    double stretch_swerve = 0.0;  // [m/s2]
};

/// Of a slider: the handle that is its rail, to which the axis is fixed; the other slides along it and bears the link's place. The first, but where
/// nothing moves the second: then who is named first does not matter.
template <int D>
int rail_of(const Parts<D>& parts, int first_handle) {
    return parts.movable[first_handle] && !parts.movable[first_handle + 1] ? first_handle + 1 : first_handle;
}

/// The row of a link that contact i is.
template <int D>
struct LinkContact {
    const LinkModel<D>& link;
    int number = 0;
    LinkRow row = LinkRow::holds;
    LinkMemory memory{};
};

template <int D>
LinkContact<D> link_of(const AssembleInput<D>& in, std::size_t i);

template <int D>
LinkPlace<D> place_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i);

/// Of a rod, cable or spring.
template <int D>
Stretch stretch_of(const LinkContact<D>& c, const LinkPlace<D>& place) {
    return {.by = place.stretch + c.link.prestretch - c.memory.plastic,
            .rate = place.velocity[0],
            .swerve = place.stretch_swerve};
}

template <int D>
LinkStep step_of_links(const AssembleInput<D>& in) {
    return {.h = in.step, .ahead = in.closes_gap ? 1.0 : 0.5, .theta = in.closes_gap ? 1.0 : in.theta};
}

/// Elongation along the axis of a slider, or angle of a hinge, that its limits and motor go by.
template <int D>
double travel_of(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i);

/// The law of contact i, a row of a link, for the step. docs/theory.md (3.22)-(3.44).
template <int D>
LocalLaw<D> law_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i);

/// What the law of its moments adds to the relative spin, contact frame [rad/s].
template <int D>
Spin<D> spin_shift_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i);

}  // namespace drystone

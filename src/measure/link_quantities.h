#pragma once

#include "measure/quantities.h"

namespace drystone {

// Quantities of a link: Sample::link.

/// Its contact: links are the last contacts of the list. -1 before the first step.
template <int D>
int contact_of_link(const World<D>& world, int link) {
    return world.contacts.size() == 0 ? -1 : world.contacts.size() - world.links.size() + link;
}

/// On the second body, world axes [N].
template <int D>
Vec<D> link_force(const Sample<D>& s) {
    const int c = contact_of_link(s.world, s.link);
    return c < 0 ? Vec<D>{} : (1.0 / s.h) * s.world.contacts.impulse[c];
}

/// On the second body, about the link's point, world axes [N m].
template <int D>
Spin<D> link_moment(const Sample<D>& s) {
    const int c = contact_of_link(s.world, s.link);
    return c < 0 ? Spin<D>{} : (1.0 / s.h) * s.world.contacts.moment[c];
}

/// 1: it holds.
template <int D>
double link_status(const Sample<D>&) {
    return 1.0;
}

}  // namespace drystone

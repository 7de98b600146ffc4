#pragma once

#include "measure/quantities.h"
#include "step/links.h"

namespace drystone {

// Quantities of a link: Sample::link. Those that its type has not are no numbers.

template <int D>
const LinkModel<D>& link_of(const Sample<D>& s) {
    return s.world.links.link[static_cast<std::size_t>(s.link)];
}

/// of(contact), over the rows of the link; none before the first step.
template <int D, class Sum, class Of>
Sum sum_over_rows(const Sample<D>& s, Sum sum, const Of& of) {
    if (s.world.contacts.size() == 0) return sum;
    const int first = s.world.links.contact(s.link, s.world.contacts.size());
    for (int c = first; c < first + link_of(s).rows(); ++c) sum += of(static_cast<std::size_t>(c));
    return sum;
}

/// On the second body, world axes [N].
template <int D>
Vec<D> link_force(const Sample<D>& s) {
    return (1.0 / s.h) *
           sum_over_rows(s, Vec<D>{}, [&](std::size_t c) { return s.world.contacts.impulse[c]; });
}

/// On the second body, about the link's point, world axes [N m].
template <int D>
Spin<D> link_moment(const Sample<D>& s) {
    return (1.0 / s.h) *
           sum_over_rows(s, Spin<D>{}, [&](std::size_t c) { return s.world.contacts.moment[c]; });
}

/// Of a rod, cable or spring: positive pulls [N].
template <int D>
double link_tension(const Sample<D>& s) {
    if (!link_of(s).is_line()) return no_number;
    return sum_over_rows(s, 0.0, [&](std::size_t c) {
        return -dot(s.world.contacts.point[c].normal, s.world.contacts.impulse[c]) / s.h;
    });
}

/// Since time 0; of a slider along its axis [m].
template <int D>
double link_elongation(const Sample<D>& s) {
    const LinkModel<D>& link = link_of(s);
    const Vec<D> apart = s.world.parts.space.difference(handle_place(s.world, 2 * s.link + 1),
                                                        handle_place(s.world, 2 * s.link));
    if (link.is_line()) return norm(apart) - link.length;
    if (link.type == LinkType::slider)
        return dot(rotate(handle_turn(s.world, 2 * s.link), link.axis_a), apart);
    return no_number;
}

template <int D>
LinkMemory memory_of_link(const Sample<D>& s) {
    if (s.world.contacts.size() == 0) return {};
    const auto c = static_cast<std::size_t>(s.world.links.contact(s.link, s.world.contacts.size()));
    return s.world.contacts.memory.view(c, s.world.book.link_places, MemoryAxes<D>{})
        .template read<LinkMemory>();
}

/// Of a hinge: of the second body against the first about the axis, right-handed, from 0, not wrapped [rad].
template <int D>
double link_angle(const Sample<D>& s) {
    if (link_of(s).type != LinkType::hinge) return no_number;
    return turned_about(link_of(s), handle_turn(s.world, 2 * s.link), handle_turn(s.world, 2 * s.link + 1),
                        memory_of_link(s).angle);
}

/// 0 broken, 1 holds, 2 slack, 3 yields.
template <int D>
double link_status(const Sample<D>& s) {
    return memory_of_link(s).link_status;
}

/// Whether links of that type have the quantity.
inline bool has_quantity(LinkType type, std::string_view name) {
    if (name == "tension") return type >= LinkType::rod;
    if (name == "elongation") return type >= LinkType::slider;
    return name != "angle" || type == LinkType::hinge;
}

}  // namespace drystone

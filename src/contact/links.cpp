#include "contact/link_rows.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

double nearest_turn(double angle, double near) {
    constexpr double full = 2.0 * std::numbers::pi;
    return angle + full * std::round((near - angle) / full);
}

/// Any where the link is alike in all directions. `turn`: of its two bodies.
template <int D>
Vec<D> normal_of(const LinkModel<D>& link, const Rotation<D>* turn, bool rail_is_b, const Vec<D>& apart) {
    if (link.type == LinkType::slider || (D == 3 && link.type == LinkType::hinge))
        return rail_is_b ? rotate(turn[1], link.axis_b) : rotate(turn[0], link.axis_a);
    const double length = norm(apart);
    return link.is_line() && length > 0.0 ? (1.0 / length) * apart : Vec<D>::axis(0);
}

}  // namespace

template <int D>
int add_handle(const Matter<D>& matter, const Bodies<D>& bodies, int body, const Vec<D>& point,
               Parts<D>& parts) {
    const auto i = static_cast<std::size_t>(body);
    parts.body.push_back(body);
    parts.kind.push_back(PartKind::handle);
    parts.movable.push_back(matter.freedom[i] != Freedom::immovable);
    parts.radius.push_back(0.0);
    parts.length.push_back(0.0);
    parts.local_centre.push_back(
        rotate_back(bodies.rotation[i], point - bodies.position[i]));
    parts.solid.push_back(-1);
    parts.local_axis.emplace_back();
    parts.surface.push_back(-1);
    parts.centre.push_back(point);
    parts.axis.emplace_back();
    ++parts.handles;
    return parts.size() - 1;
}

template <int D>
void find_links(const Parts<D>& parts, const Links<D>& links, std::vector<ContactPoint<D>>& contacts) {
    for (int k = 0; k < links.size(); ++k) {
        const LinkModel<D>& link = links.link[k];
        const int a = links.handle(k), b = a + 1;
        assert(parts.kind[a] == PartKind::handle && parts.kind[b] == PartKind::handle);
        const Vec<D> apart = parts.space.difference(parts.centre[b], parts.centre[a]);
        ContactPoint<D> c{.a = a, .b = b, .element_a = link.element_a, .element_b = link.element_b};
        const bool slides = link.type == LinkType::slider, rail_is_b = slides && rail_of(parts, a) == b;
        c.point = parts.centre[a] + (!slides ? 0.5 : rail_is_b ? 0.0 : 1.0) * apart;
        c.normal = normal_of(link, &links.turn[static_cast<std::size_t>(2 * k)], rail_is_b, apart);
        for (c.layer = 0; c.layer < link.rows(); ++c.layer) contacts.push_back(c);
    }
}

double turned_about(const LinkModel<2>& link, const Rotation<2>& a, const Rotation<2>& b, double) {
    return turned(link, a, b)[0];
}

double turned_about(const LinkModel<3>& link, const Rotation<3>& a, const Rotation<3>& b, double near) {
    const Rotation<3> by = b * inverse(a * link.at_first);
    return nearest_turn(2.0 * std::atan2(dot(by.q, rotate(a, link.axis_a)), by.w), near);
}

#define DRYSTONE_LINKS(D)                                                                       \
    template int add_handle(const Matter<D>&, const Bodies<D>&, int, const Vec<D>&, Parts<D>&); \
    template void find_links(const Parts<D>&, const Links<D>&, std::vector<ContactPoint<D>>&);
DRYSTONE_LINKS(2)
DRYSTONE_LINKS(3)
#undef DRYSTONE_LINKS

}  // namespace drystone

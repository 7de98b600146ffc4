// Links of a description: handles x_a, x_b in the frames of their bodies, R_0 = R_a^-1 R_b, axes, and of a line L with its k and
// the elongation that its prestress P needs: EA (L - l) / l = P, or k (L - l) = P.

#include <algorithm>
#include <cmath>

#include "step/deformable_handles.h"
#include "step/links.h"

namespace drystone {

namespace {

/// What no link can be, whoever described it; a scene's reader has said so before at the key.
template <int D>
std::string objection(const World<D>& world, const LinkDescription<D>& d) {
    const LinkModel<D> link{.type = d.type, .is = d.is};
    const bool has_axis = d.type == LinkType::slider || (D == 3 && d.type == LinkType::hinge);
    const auto cannot_move = [&](int body) { return world.matter.freedom[body] == Freedom::immovable; };
    if (d.body_a == d.body_b) return "holds a body to itself";
    const bool asks = !world.description.is_part;  // stages may hold both
    if (asks && cannot_move(d.body_a) && cannot_move(d.body_b)) return "holds two bodies that cannot move";
    if (has_axis && !(norm(d.axis) > 0.0)) return "needs an axis";
    if (link.is_line() && !(norm(d.end - d.point) > 0.0)) return "has no length: its two points are one";
    if (d.type == LinkType::spring && !d.is.stretches()) return "is a spring without a stiffness";
    if (d.is.prestress != 0.0 && !d.is.stretches()) return "has a prestress, which needs a stiffness";
    if (d.is.has_limits() && !(d.is.low < d.is.high && std::isfinite(d.is.high - d.is.low)))
        return "needs two limits, the lower first";
    return "";
}

template <int D>
void set_line(const LinkDescription<D>& d, LinkModel<D>& link) {
    link.length = norm(d.end - d.point);
    if (!d.is.stretches()) return;
    const double EA = d.is.axial_stiffness;
    link.stiffness =
        EA > 0.0 ? (EA + d.is.prestress) / link.length : d.is.stiffness;  // EA over the unstretched length
    link.prestretch = d.is.prestress / link.stiffness;
}

template <int D>
LinkModel<D> make_link(const World<D>& world, const LinkDescription<D>& d) {
    const Rotation<D>&R_a = world.bodies.rotation[d.body_a], &R_b = world.bodies.rotation[d.body_b];
    LinkModel<D> link{.type = d.type, .is = d.is, .at_first = inverse(R_a) * R_b};
    const double length = norm(d.axis);
    if (length > 0.0) {
        link.axis_a = rotate_back(R_a, (1.0 / length) * d.axis);
        link.axis_b = rotate_back(R_b, (1.0 / length) * d.axis);
    }
    if (link.is_line()) set_line(d, link);
    return link;
}

}  // namespace

template <int D>
void add_world_body(WorldDescription<D>& description) {
    const auto is_held = [](const LinkDescription<D>& link) { return link.body_a < 0 || link.body_b < 0; };
    if (std::none_of(description.links.begin(), description.links.end(), is_held)) return;
    const int last = static_cast<int>(description.bodies.size());
    BodyDescription<D> itself;
    itself.name = "world";
    itself.fixed = true;
    itself.place = description.place;
    description.bodies.push_back(itself);
    if (!description.ids.empty())
        description.ids.push_back(*std::max_element(description.ids.begin(), description.ids.end()) + 1);
    for (LinkDescription<D>& link : description.links) {
        if (link.body_a < 0) link.body_a = last;
        if (link.body_b < 0) link.body_b = last;
    }
}

template <int D>
void add_links(World<D>& world) {
    Links<D>& links = world.links;
    links.first_handle = world.parts.size();
    for (LinkDescription<D>& d : world.description.links) {
        const std::string problem = objection(world, d);
        if (!problem.empty()) refuse(d.place, "link '" + d.name + "' " + problem);
        LinkModel<D> link = make_link(world, d);
        const Vec<D>& end = link.is_line() ? d.end : d.point;
        link.element_a = hold_matter(world, d, d.body_a, d.point);
        link.element_b = hold_matter(world, d, d.body_b, end);
        add_handle(world.matter, world.bodies, d.body_a, d.point, world.parts);
        add_handle(world.matter, world.bodies, d.body_b, end, world.parts);
        d.motor.prepare();
        link.first_row = links.rows;
        links.rows += link.rows();
        links.link.push_back(link);
        if (d.collide) continue;
        const auto [a, b] = std::minmax(d.body_a, d.body_b);
        world.parts.untouchable.push_back({a, b});
    }
    links.turn.resize(2 * links.link.size());
    links.swerve.resize(2 * links.link.size());
    links.aim.resize(links.link.size());
    std::sort(world.parts.untouchable.begin(), world.parts.untouchable.end());
}

template <int D>
double energy_of_links(const World<D>& world) {
    double sum = 0.0;
    for (const LinkModel<D>& link : world.links.link) sum += link.energy_at_first();
    return sum;
}

#define DRYSTONE_MAKE_LINKS(D)                          \
    template void add_world_body(WorldDescription<D>&); \
    template void add_links(World<D>&);                 \
    template double energy_of_links(const World<D>&);
DRYSTONE_MAKE_LINKS(2)
DRYSTONE_MAKE_LINKS(3)
#undef DRYSTONE_MAKE_LINKS

}  // namespace drystone

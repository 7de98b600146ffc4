// What a world is told of what a device did: places, velocities, contacts, the list of neighbours.

#include "bodies/move.h"
#include "device/device_step.h"

namespace drystone::device {

namespace {

template <int D>
Contacts<D> links_of(const World<D>& world) {
    Contacts<D> links = world.contacts;
    take_out(links, [&](std::size_t i) { return !is_link(world.parts, links.point[i]); });
    return links;
}

template <int D>
void set_row(std::size_t i, World<D>& world) {
    const ContactPoint<D>& c = world.contacts.point[i];
    ContactArms<D>& arms = world.problem.W.contact.whole()[i];
    arms = {};
    arms.frame = contact_frame(c.normal);
    world.impulse[i] = arms.frame * world.contacts.impulse[i];
}

template <int D>
void append(const Contacts<D>& links, World<D>& world) {
    Contacts<D>& contacts = world.contacts;
    const auto add = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
    const std::size_t first = contacts.point.size();
    add(links.point, contacts.point.whole()), add(links.impulse, contacts.impulse);
    for (std::size_t k = 0; k < links.moment.size(); ++k) contacts.moment.push_back(links.moment[k]);
    add(links.status, contacts.status), add(links.memory.values, contacts.memory.values);
    world.problem.W.contact.whole().resize(contacts.point.size());
    world.impulse.resize(contacts.point.size());
    for (std::size_t i = first; i < contacts.point.size(); ++i) {
        set_row(i, world);
        ContactArms<D>& arms = world.problem.W.contact.whole()[i];
        arms.arm_a = contacts.point[i].point - world.bodies.position[world.parts.body[contacts.point[i].a]];
        arms.arm_b = contacts.point[i].point - world.bodies.position[world.parts.body[contacts.point[i].b]];
    }
}

/// From body a to the image of body b, as the step saw them: step/cell.cpp note_branches().
template <int D>
void note_branches_of_arms(World<D>& world) {
    if (!world.cell_model.is_there) return;
    std::vector<Vec<D>>& branches = world.cell_step.branches;
    branches.resize(world.contacts.point.size());
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        const ContactArms<D>& arms = world.problem.W.contact.whole()[i];
        branches[i] = {};
        if (rides(world, world.parts.body[c.a])) branches[i] += arms.arm_a;
        if (rides(world, world.parts.body[c.b])) branches[i] -= arms.arm_b;
    }
}

}  // namespace

template <int D>
void DeviceStep<D>::bring_back_contacts(World<D>& world) {
    const std::size_t n = seen_.gap.size() - static_cast<std::size_t>(seen_.links);
    const auto first = [n](const auto& from, auto& to) { to.assign(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(n)); };
    Contacts<D>& contacts = world.contacts;
    std::vector<ContactPoint<D>>& points = contacts.point.begin_whole(n);
    contacts.status.resize(n);
    if (seen_.moment.size() == seen_.gap.size())
        contacts.moment = {std::vector<Spin<D>>(seen_.moment.begin(), seen_.moment.begin() + static_cast<std::ptrdiff_t>(n))};
    else
        contacts.moment.forget(), contacts.moment.resize(n);
    first(seen_.impulse, contacts.impulse);
    const auto width = static_cast<std::ptrdiff_t>(contacts.memory.schema.width);
    contacts.memory.values.assign(seen_.memory.begin(), seen_.memory.begin() + (seen_.memory.empty() ? 0 : static_cast<std::ptrdiff_t>(n) * width));
    world.problem.W.contact.whole().resize(n);
    world.impulse.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const int a = seen_.contact_a[i], b = seen_.contact_b[i];
        points[i] = {a, b, static_cast<std::uint32_t>(seen_.feature[i]), 0, seen_.point[i], seen_.normal[i], seen_.gap[i],
                     seen_.area.empty() ? 0.0 : seen_.area[i], -1, -1, seen_.image.empty() ? Image<D>{} : seen_.image[i]};
        contacts.status[i] = static_cast<ContactStatus>(seen_.status[i]);
        set_row(i, world);
        ContactArms<D>& arms = world.problem.W.contact.whole()[i];
        arms.arm_a = seen_.point[i] - seen_.detected[world.parts.body[a]];
        arms.arm_b = seen_.point[i] - (seen_.shift.empty() ? seen_.detected[world.parts.body[b]] : seen_.detected[world.parts.body[b]] + seen_.shift[i]);
    }
}

/// Rows of links are kept here, behind the device's contacts: their identity, impulses and what they remember.
template <int D>
void DeviceStep<D>::bring_back(World<D>& world) {
    pipeline_->look(seen_);
    const Contacts<D> links = world.links.size() > 0 ? links_of(world) : Contacts<D>{};
    world.bodies.position = seen_.position;
    world.bodies.rotation = seen_.rotation;
    world.bodies.velocity = seen_.velocity;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[i] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, i);
    }
    for (int p = 0; p < world.parts.size(); ++p) {
        if (!world.parts.is_grain(p)) continue;
        world.parts.centre[p] = seen_.part_centre.empty() ? seen_.detected[world.parts.body[p]] : seen_.part_centre[static_cast<std::size_t>(p)];
        if (world.parts.kind[p] != PartKind::solid) continue;
        const int k = world.parts.solid[p];
        world.parts.solids.origin[k] = seen_.pose[static_cast<std::size_t>(p)].position;
        world.parts.solids.turn[k] = seen_.pose[static_cast<std::size_t>(p)].turn;
    }
    bring_back_contacts(world);
    if (world.links.size() > 0) append(links, world);
    note_branches_of_arms(world);
    NeighbourReference<D>& listed = world.listed.edit();
    listed.centre = seen_.listed_centre;
    listed.margin = seen_.listed_margin;
    listed.axis.clear();
    listed.span.clear();
    for (const NearbyWall<D>& wall : near_wall_) {
        listed.centre[wall.part] = wall.centre;
        listed.margin[wall.part] = wall.margin;
        listed.axis.push_back(wall.axis);
        listed.span.push_back(wall.span);
    }
}

template void DeviceStep<2>::bring_back(World<2>&);
template void DeviceStep<3>::bring_back(World<3>&);
template void DeviceStep<2>::bring_back_contacts(World<2>&);
template void DeviceStep<3>::bring_back_contacts(World<3>&);

}  // namespace drystone::device

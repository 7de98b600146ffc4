// Links where a device takes the steps: they are few, and their rows are made and settled here, by the processor's own text (contact/link_rows.h,
// step/links.h), from the states of the bodies that they hold; the device sweeps them with its contacts. Between steps world.contacts has
// the rows of links alone, or all contacts after bring_back().

#include <algorithm>

#include "bodies/move.h"
#include "device/device_step.h"
#include "step/links.h"
#include "step/outcomes.h"
#include "step/stages.h"

namespace drystone::device {

template <int D>
void DeviceStep<D>::begin_links(const World<D>& world) {
    linked_.clear();
    for (int k = 0; k < 2 * world.links.size(); ++k) linked_.push_back(world.parts.body[world.links.first_handle + k]);
    std::sort(linked_.begin(), linked_.end());
    linked_.erase(std::unique(linked_.begin(), linked_.end()), linked_.end());
}

template <int D>
void DeviceStep<D>::look_at_linked(World<D>& world) {
    pipeline_->look(linked_, states_);
    world.before.resize(world.bodies.position.size());
    for (std::size_t k = 0; k < linked_.size(); ++k) {
        const int i = linked_[k];
        world.bodies.position[i] = states_[k].position;
        world.bodies.rotation[i] = states_[k].rotation;
        world.bodies.velocity[i] = states_[k].velocity;
        world.before[i] = states_[k].before;
        if (world.matter.freedom[i] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, i);
    }
}

template <int D>
void DeviceStep<D>::add_links(World<D>& world, const StepSettings& settings) {
    if (world.links.size() == 0) return;
    look_at_linked(world);
    for (int k = 0; k < 2 * world.links.size(); ++k) place_part(world.bodies, world.links.first_handle + k, world.parts);
    Contacts<D>& rows = world.contacts;
    take_out(rows, [&](std::size_t i) { return !is_link(world.parts, rows.point[i]); });
    world.carried.moments = true;
    set_aside(rows, world.carried);
    rows.point.clear();
    place_links(world, settings);
    find_links(world.parts, world.links, rows.point.whole());
    carry_over<D>(rows, world.carried, world.book.remembers, alone_, nullptr);
    for (std::size_t i = 0; world.book.remembers && i < rows.point.size(); ++i) {
        if (world.carried.fresh[i]) begin_link<D>(world, world, i);
    }
    world.mobile.assign(world.bodies.position.size(), -1);
    int movers = 0;
    for (const int i : linked_) {
        if (world.matter.freedom[i] != Freedom::immovable) world.mobile[i] = movers++;
    }
    world.carried.share.clear();
    drystone::assemble(assemble_input(world, settings), alone_, world.problem, world.impulse, world.moment);
    link_rows_.clear();
    for (std::size_t i = 0; i < rows.point.size(); ++i) {
        const ContactPoint<D>& c = rows.point[i];
        link_rows_.push_back({c.a, c.b, c.layer, c.point, c.normal, rows.impulse[i], rows.moment[i], world.problem.law[i], {}});
    }
    for (const Turning<D>& turning : world.problem.turning) link_rows_[static_cast<std::size_t>(turning.contact)].shift = turning.shift;
    pipeline_->add_links(link_rows_);
}

/// What links took, and what they remember of it: step/outcomes.cpp, of a world whose contacts are the rows of links.
template <int D>
void DeviceStep<D>::settle_links(World<D>& world, const StepSettings& settings, const SolveReport& solved) {
    if (world.links.size() == 0) return;
    Contacts<D>& rows = world.contacts;
    look_at_linked(world);
    std::vector<Spin<D>> moment;
    pipeline_->look(rows.impulse, moment);
    rows.moment = moment;
    for (std::size_t i = 0; i < rows.point.size(); ++i) {
        world.impulse[i] = world.problem.W.contact[i].frame * rows.impulse[i];
        rows.status[i] = rows.impulse[i] == Vec<D>{} ? ContactStatus::open : ContactStatus::sticking;
    }
    for (std::size_t k = 0; k < world.problem.turning.size(); ++k) {
        const int c = world.problem.turning[k].contact;
        world.moment[k] = to_frame(world.problem.W.contact[c].frame, rows.moment[static_cast<std::size_t>(c)]);
    }
    settle_contacts(world, settings, solved, alone_);
}

#define DRYSTONE_DEVICE_LINKS(D)                                                            \
    template void DeviceStep<D>::begin_links(const World<D>&);                              \
    template void DeviceStep<D>::look_at_linked(World<D>&);                                 \
    template void DeviceStep<D>::add_links(World<D>&, const StepSettings&);                 \
    template void DeviceStep<D>::settle_links(World<D>&, const StepSettings&, const SolveReport&);
DRYSTONE_DEVICE_LINKS(2)
DRYSTONE_DEVICE_LINKS(3)
#undef DRYSTONE_DEVICE_LINKS

}  // namespace drystone::device

#include "step/slots.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "bodies/bodies.h"
#include "core/index.h"
#include "step/population.h"

namespace drystone {

namespace {

template <int D>
std::vector<int> ids_of(const WorldDescription<D>& description) {
    if (!description.ids.empty()) return description.ids;
    std::vector<int> ids(description.bodies.size());
    std::iota(ids.begin(), ids.end(), 0);
    return ids;
}

/// Calls visit(slot) for every place of a description that names a body; -1 is nobody's.
template <int D, class Visit>
void for_each_name(WorldDescription<D>& d, const Visit& visit) {
    for (Motion<D>& motion : d.motions) visit(motion.body);
    for (Hold<D>& hold : d.holds) visit(hold.body);
    for (Load<D>& load : d.loads) visit(load.body);
    for (MovingLoad<D>& load : d.moving_loads) {
        for (int& body : load.bodies) visit(body);
    }
    for (LoadControl<D>& control : d.controls) visit(control.body);
    for (Pressing<D>& pressing : d.pressings) {
        visit(pressing.body);
        visit(pressing.measured_at);
        for (int& body : pressing.between) visit(body);
    }
    for (Membrane<D>& membrane : d.membranes) {
        for (int& body : membrane.bodies) visit(body);
        for (int& body : membrane.platens) visit(body);
    }
    for (Support<D>& support : d.supports) visit(support.body);
    for (LinkDescription<D>& link : d.links) {
        visit(link.body_a);
        visit(link.body_b);
    }
    for (Interaction& interaction : d.interactions) {
        for (Party* party : {&interaction.a, &interaction.b})
            for (int& body : party->bodies) visit(body);
    }
    for (Damping& damping : d.dampings) {
        for (int& body : damping.of.bodies) visit(body);
    }
    if (!d.water) return;
    for (auto& pressure : d.water->pressures) visit(pressure.body);
    for (auto& faces : d.water->faces) visit(faces.body);
}

}  // namespace

std::vector<int> slots_of(std::span<const int> ids) {
    const int last = ids.empty() ? -1 : *std::max_element(ids.begin(), ids.end());
    std::vector<int> slots(at(last + 1), -1);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids[k] == nobody) continue;
        assert(slots[at(ids[k])] < 0);
        slots[at(ids[k])] = static_cast<int>(k);
    }
    return slots;
}

template <int D>
WorldDescription<D> arranged(const WorldDescription<D>& description, std::span<const int> ids) {
    const std::vector<int> old_ids = ids_of(description), old_slots = slots_of(old_ids),
                           slots = slots_of(ids);
    WorldDescription<D> moved = description;
    moved.ids.assign(ids.begin(), ids.end());
    BodyDescription<D> empty;
    empty.fixed = true;
    moved.bodies = {};
    moved.bodies.reserve(ids.size());
    for (const int id : ids) moved.bodies.push_back(id == nobody ? empty : description.bodies[old_slots[at(id)]]);
    for_each_name(moved, [&](int& slot) {
        if (slot >= 0) slot = slots[at(old_ids[at(slot)])];
    });
    return moved;
}

template <int D>
WorldDescription<D> some_of(const WorldDescription<D>& frame, BodyList<D> bodies, const Some& some) {
    assert(frame.bodies.empty() && some.slots.size() == bodies.size() && std::is_sorted(some.slots.begin(), some.slots.end()));
    WorldDescription<D> part = frame;
    part.is_part = true;
    part.vacant.clear();
    part.links.clear();
    for (const int k : some.links) part.links.push_back(frame.links[at(k)]);
    std::vector<char> gone(frame.ids.size(), 1);
    for (const int slot : some.slots) gone[at(slot)] = 0;
    strike_out<D>(gone, part);
    for_each_name(part, [&](int& slot) {
        if (slot >= 0) slot = static_cast<int>(std::lower_bound(some.slots.begin(), some.slots.end(), slot) - some.slots.begin());
    });
    part.ids.clear();
    for (const int slot : some.slots) part.ids.push_back(frame.ids[at(slot)]);
    part.bodies = std::move(bodies);
    return part;
}

template WorldDescription<2> some_of(const WorldDescription<2>&, BodyList<2>, const Some&);
template WorldDescription<3> some_of(const WorldDescription<3>&, BodyList<3>, const Some&);
template WorldDescription<2> arranged(const WorldDescription<2>&, std::span<const int>);
template WorldDescription<3> arranged(const WorldDescription<3>&, std::span<const int>);

}  // namespace drystone

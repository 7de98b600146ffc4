#include "step/sinks.h"

#include <algorithm>

#include "core/index.h"
#include "core/names.h"
#include "step/population.h"
#include "step/pressure.h"

namespace drystone {

namespace {

/// visit(slot) for the bodies that a sink takes now.
template <int D, class Visit>
void for_each_taken(const World<D>& world, const Sink<D>& sink, const Visit& visit) {
    for (std::size_t i = 0; i < world.bodies.position.size(); ++i) {
        const Freedom freedom = world.matter.freedom[i];
        if (freedom == Freedom::immovable || freedom == Freedom::elastic) continue;
        if (holds(sink.region, world.parts.space.wrap(world.bodies.position[i])) == sink.outside) continue;
        const int slot = static_cast<int>(i);
        if (is_of(sink.of, world.bodies.id[i], world.description.bodies[i]) &&
            !is_held_back(world.description, slot))
            visit(slot);
    }
}

}  // namespace

template <int D>
bool is_held_back(const WorldDescription<D>& description, int slot) {
    const auto holds_it = [&](const LinkDescription<D>& link) {
        return link.body_a == slot || link.body_b == slot;
    };
    const auto is_of_it = [&](const LoadControl<D>& control) { return control.body == slot; };
    return std::any_of(description.links.begin(), description.links.end(), holds_it) ||
           std::any_of(description.controls.begin(), description.controls.end(), is_of_it) ||
           is_under_pressure(description, slot);
}

template <int D>
bool is_of(const Selection& selection, int id, const BodyDescription<D>& body) {
    if (selection.all || std::binary_search(selection.ids.begin(), selection.ids.end(), id)) return true;
    return std::any_of(selection.patterns.begin(), selection.patterns.end(), [&](const std::string& pattern) {
        return (!body.name.empty() && is_like(body.name, pattern)) ||
               (!body.group.empty() && is_like(body.group, pattern));
    });
}

template <int D>
bool takes_anyone(const World<D>& world) {
    bool taken = false;
    for (const Sink<D>& sink : world.description.sinks) {
        if (!taken && sink.open.at(world.time)) for_each_taken(world, sink, [&](int) { taken = true; });
    }
    return taken;
}

template <int D>
std::vector<Leaving> leaving_now(const World<D>& world) {
    std::vector<Leaving> leaving;
    for (std::size_t s = 0; s < world.description.sinks.size(); ++s) {
        const Sink<D>& sink = world.description.sinks[s];
        if (!sink.open.at(world.time)) continue;
        for_each_taken(world, sink, [&](int slot) {
            const int id = world.bodies.id[at(slot)];
            const auto is_it = [id](const Leaving& one) { return one.id == id; };  // an earlier sink has it
            if (std::none_of(leaving.begin(), leaving.end(), is_it)) leaving.push_back({id, static_cast<int>(s)});
        });
    }
    return leaving;
}

template <int D>
void let_out(World<D>& world, const std::vector<Leaving>& leaving) {
    std::vector<int> ids;
    for (const Leaving& one : leaving) {
        ids.push_back(one.id);
        Passed& by = world.census.by_sink[at(one.sink)];
        ++by.bodies;
        by.mass += world.matter.mass[at(world.slot[at(one.id)])];
    }
    remove_bodies<D>(world, ids);
}

#define DRYSTONE_SINKS(D)                                                  \
    template bool is_of(const Selection&, int, const BodyDescription<D>&); \
    template bool is_held_back(const WorldDescription<D>&, int);           \
    template bool takes_anyone(const World<D>&);                           \
    template std::vector<Leaving> leaving_now(const World<D>&);            \
    template void let_out(World<D>&, const std::vector<Leaving>&);
DRYSTONE_SINKS(2)
DRYSTONE_SINKS(3)
#undef DRYSTONE_SINKS

}  // namespace drystone

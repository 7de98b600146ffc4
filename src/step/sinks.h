#pragma once

#include <vector>

#include "step/world.h"

namespace drystone {

/// Whether a selection is of that body.
template <int D>
bool is_of(const Selection& selection, int id, const BodyDescription<D>& body);

/// Whether a sink takes a body now.
template <int D>
bool takes_anyone(const World<D>& world);

/// Whether something holds on to a body so that no sink takes it: links, a controlled load, a pressure.
template <int D>
bool is_held_back(const WorldDescription<D>& description, int slot);

/// A body that a sink takes now.
struct Leaving {
    int id = 0;
    int sink = 0;
};

/// At the end of a step: bodies whose centre of mass is where a sink is leave. Those that are fixed or driven as a whole, deform, or are
/// held by links stay. By sinks, and of each in the order of slots; none twice.
template <int D>
std::vector<Leaving> leaving_now(const World<D>& world);

/// They leave.
template <int D>
void let_out(World<D>& world, const std::vector<Leaving>& leaving);

}  // namespace drystone

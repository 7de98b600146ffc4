#pragma once

#include <span>
#include <vector>

#include "step/world.h"

namespace drystone {

// Bodies come into a world and leave it between steps. Ids are given in the order of coming and never again; a slot, and its parts, is
// for the next body of the same build (make_body.h), so that a world is as large as its fullest moment and a step costs what it costs
// for the bodies there are. Slots are given lowest first: who gets which is a function of the state. docs/architecture.md.

/// Rigid bodies come in, at the places and with the velocities of their descriptions; returns their ids. They are to touch nothing: nobody
/// looks. `origin` (bodies, or none): where they are from, else a program added them. What they have with them is booked as `entered`.
/// InputError, with the world as it was, for a body that deforms, has no mass or comes under a name that is taken.
template <int D>
std::vector<int> insert_bodies(World<D>& world, std::span<const BodyDescription<D>> bodies,
                               std::span<const Origin<D>> origin = {});

/// Bodies leave, with their contacts, and with drives, loads and laws that name them; what they had with them is booked as `left`.
/// InputError, with the world as it was, for an id that nobody has, for a body that deforms, that a link holds or that a load is
/// controlled by.
template <int D>
void remove_bodies(World<D>& world, std::span<const int> ids);

/// Whether a body of that id came after time 0: from a source, or from a program.
template <int D>
bool came_later(const Model<D>& model, int id) {
    return model.first && id >= static_cast<int>(model.first->bodies.size());
}

/// A description without the bodies whose slots are `gone`: nothing names them any more. Their slots stay.
template <int D>
void strike_out(std::span<const char> gone, WorldDescription<D>& description);

/// The description of the bodies that a state is of: `first`, that of time 0, less those that left, and with those that came.
template <int D>
WorldDescription<D> repopulated(const WorldDescription<D>& first, std::span<const int> ids,
                                const Census<D>& census);

}  // namespace drystone

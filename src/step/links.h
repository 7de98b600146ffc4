#pragma once

#include "contact/link_rows.h"
#include "step/world.h"

namespace drystone {

// Links in a step: made, placed, and looked at when it is accepted. docs/theory.md (3.22)-(3.45).

/// The world as a body, where a link holds on to it: fixed, without a shape, the last one.
template <int D>
void add_world_body(WorldDescription<D>& description);

/// Makes the links of the description, after all shapes: handles are the last parts. InputError for what no link can be.
template <int D>
void add_links(World<D>& world);

/// Elastic energy that links begin with [J].
template <int D>
double energy_of_links(const World<D>& world);

/// Where the end of a link is, and how the body, or its matter, stands there; `handle`: 2 k of link k, and the next.
template <int D>
Vec<D> handle_place(const World<D>& world, int handle);
template <int D>
Rotation<D> handle_turn(const World<D>& world, int handle);

/// Before find_links(): what follows the bodies, and what motors want.
template <int D>
void place_links(World<D>& world, const StepSettings& settings);

/// A link's row is there for the first time.
template <int D>
void begin_link(const Model<D>& model, State<D>& state, std::size_t contact);

/// What the row of a link took from the motion by cause, what its motor did (`driven`), and what it remembers of it.
template <int D>
ContactWork settle_link(const AssembleInput<D>& in, const ContactArms<D>& arms, const Outcome<D>& out,
                        std::size_t contact, Memories& memory);

/// Links that carried as much as they can are broken from now on.
template <int D>
void break_links(World<D>& world, double h);

}  // namespace drystone

#pragma once

#include <string>

#include "geometry/mass.h"
#include "geometry/principal.h"
#include "step/world.h"

namespace drystone {

// A body of the description becomes a row of Matter and Bodies, and its shapes a stretch of Parts.

/// For messages: its name, or its number where it has none.
template <int D>
std::string called(const BodyDescription<D>& body, int number);

/// What it is by its shape and material.
template <int D>
struct BodyMake {
    MassProperties<D> properties{};
    PrincipalFrame<D> principal{};
    Mat<D> free_directions{};  // projectors on what stays free
    Mat<spin_dim<D>> free_rotations{};
    Freedom freedom = Freedom::immovable;
};

/// Of the body in that slot of the description, or, slot -1, of one that is to come. Refuses one that can move and has no usable mass.
/// `elastic`: what its mesh weighs, where it has one.
template <int D>
BodyMake<D> make_body(const WorldDescription<D>& description, const BodyDescription<D>& body, int slot,
                      const MassProperties<D>* elastic = nullptr);

/// The build of a body: a letter for each part, o: a ball, c: convex, w: a plane or drum. Bodies of one build can have the same slot.
template <int D>
std::string build_of(const Geometry<D>& geometry);

/// Room for the bodies of the description and their parts, and no more: lists that grow one by one would end a third longer than they have to be.
template <int D>
void reserve_slots(Model<D>& model, State<D>& state);

/// So many empty slots more, which have no parts.
template <int D>
void add_slots(Model<D>& model, State<D>& state, int count);

/// The last slot gets parts of that build, which are nobody's yet: behind all shapes, before the handles of links. Whoever keeps numbers
/// of handles has to know.
template <int D>
void add_parts(Model<D>& model, int slot, const std::string& build);

/// The body of the description takes its slot: matter, place, velocity.
template <int D>
void put_body(Model<D>& model, State<D>& state, int slot, const BodyMake<D>& made);

/// Its shapes become the slot's parts, which are of its build.
template <int D>
void put_parts(Model<D>& model, int slot, const BodyMake<D>& made);

/// One past its last part.
template <int D>
int end_of_parts(const Model<D>& model, int slot);

/// Nobody has the slot any more: it has no mass, stays where it is and touches nothing.
template <int D>
void clear_slot(Model<D>& model, State<D>& state, int slot);

}  // namespace drystone

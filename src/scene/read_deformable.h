#pragma once

#include "scene/draft.h"

namespace drystone {

/// Whether `deformable` brings a mesh file, which then is the body's shape.
bool names_a_mesh(const Node& node);

/// `deformable = { mesh = "block.msh", .. }`: mesh and shape (its hull) of a body.
template <int D>
void read_meshed_body(const Node& node, const Draft<D>& draft, BodyDescription<D>& body);

/// Which sides of a brick `divisions` count along: those along the axes of its frame, or, of a generator's stones, which lie at
/// all angles, the longest first.
enum class Order { axes, longest_first };

/// `deformable = "uniform"` or `{ divisions = [4, 2], .. }` of a body that has its shape.
template <int D>
void read_deformable(const Node& node, BodyDescription<D>& body, Order order);

/// What body and material must be to deform.
template <int D>
void check_deformable(const Node& node, const Draft<D>& draft, const BodyDescription<D>& body);

}  // namespace drystone

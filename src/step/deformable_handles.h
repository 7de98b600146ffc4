#pragma once

#include <optional>

#include "step/world.h"

namespace drystone {

// Handles of links on deformable bodies: they hold matter, and go where it goes.

/// The matter of `body` at `point`, that the next handle of a link is to hold; none of a rigid body. Returns the element that it is in, or -1.
/// Throws InputError where the body is deformable and not there.
template <int D>
int hold_matter(World<D>& world, const LinkDescription<D>& link, int body, const Vec<D>& point);

/// Where the matter at a handle is, x = sum N_a x_a; nothing where it holds a rigid body.
template <int D>
std::optional<Vec<D>> matter_place(const World<D>& world, int handle);

/// How it is turned: R of F = R U, whose matter was turned as its body at time 0. Of a rigid body: nothing.
template <int D>
std::optional<Rotation<D>> matter_turn(const World<D>& world, int handle);

}  // namespace drystone

#pragma once

#include <span>
#include <vector>

#include "step/description.h"

namespace drystone {

/// (ids)  Where each body is, or -1, from whose slot is whose.
std::vector<int> slots_of(std::span<const int> ids);

/// The same bodies in other slots: that of number k is for the body whose id is ids[k], or for nobody. Whatever names a body by its
/// slot (motions, holds, loads, supports, links, interactions, water) follows. Bodies that are not among `ids` are left out: nothing may
/// name them.
template <int D>
WorldDescription<D> arranged(const WorldDescription<D>& description, std::span<const int> ids);

/// Some of `bodies` alone, whose ids are their numbers: those of `ids`, which ascend. What names others is struck out, and links are not among
/// what it knows. `frame`: the description without its bodies.
template <int D>
WorldDescription<D> some_of(const WorldDescription<D>& frame, std::span<const BodyDescription<D>> bodies, std::span<const int> ids);

}  // namespace drystone

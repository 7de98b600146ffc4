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

/// Who of a world is in a description of some of its bodies.
struct Some {
    std::span<const int> slots;  // ascending
    std::span<const int> links;  // ascending; their bodies are among them
};

/// Some bodies, and some of the links between them, alone, in the order of their slots. What names others is struck out. `frame`: the description
/// of all without its bodies, but with their ids; `bodies`: those of the slots.
template <int D>
WorldDescription<D> some_of(const WorldDescription<D>& frame, BodyList<D> bodies, const Some& some);

}  // namespace drystone

#pragma once

#include "step/world.h"

namespace drystone {

/// InputError where the contacts of a state remember other things than the laws of a scene ask for: a law was changed.
void expect_same_memory(const MemorySchema& saved, const MemorySchema& laws);

/// The bodies that `census` says, in the slots that `ids` says. Nothing else of the world changes but its state, which is that of time 0.
/// InputError where these cannot be bodies of the world's description, less some and with those of its sources.
template <int D>
void take_population(const std::vector<int>& ids, const Census<D>& census, World<D>& world);

/// A world goes on from another's state, with the same bits. `world`: made from the same description; where other bodies are there, or
/// have other slots, it takes those of the state.
template <int D>
void put_state(const State<D>& state, World<D>& world, ThreadPool& pool);

}  // namespace drystone

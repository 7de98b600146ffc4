#pragma once

#include "step/clear_space.h"
#include "step/world.h"

namespace drystone {

/// How many bodies of a source are due at time t, in all; `came`: those that are in. docs/theory.md (15.1).
template <int D>
long due(const Source<D>& source, const Passed& came, double t);

/// Whether source s has bodies that are due now and not in yet.
template <int D>
bool is_due(const World<D>& world, std::size_t s);

/// Bodies on their way in, and what the source has brought with them.
template <int D>
struct Arrivals {
    std::vector<BodyDescription<D>> bodies{};
    std::vector<Origin<D>> origins{};  // (bodies)
    Passed came{};
};

/// Those of source s that are due and find a place. `space`: what stands in and about its region, which they join.
template <int D>
Arrivals<D> arrivals(const World<D>& world, std::size_t s, ClearSpace<D>& space);

/// At the beginning of a step: bodies of the sources that are due come in, each where nothing is in its way, in the order of their
/// numbers. One that finds no place within some tries waits, and those after it.
template <int D>
void let_in(World<D>& world);

}  // namespace drystone

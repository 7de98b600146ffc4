#pragma once

#include "step/world.h"

namespace drystone {

// The sweeps of project_overlaps() over the contacts that it chose, docs/theory.md (6.10). Where all are of balls, eight at a time: what is asked
// there is what is asked of impulses without friction,
//
//     p_i >= 0,   n . (s_i n + u_i) >= 0,   one of the two zero;      u_i = W_i p:  places instead of velocities
//
// so that the groups and kernels of solvers/round_group.h do it, in lists that the solve has done with.

/// What the gap of contact c may lose, or has to gain (negative). docs/theory.md (6.11).
template <int D>
double slack_of(const World<D>& world, double h, std::size_t c, const ContactPoint<D>& point);

/// The contacts of s.pairs that s.chosen lists, ready to be swept; nobody has moved yet.
template <int D>
void begin_pushing(const World<D>& world, ThreadPool& pool, const ToPush& to, Projection<D>& s);

}  // namespace drystone

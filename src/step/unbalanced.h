#pragma once

#include "step/world.h"

namespace drystone {

/// How far a world is from equilibrium after a step of h: the largest resultant on what is free of a movable body, over the mean
/// force of the contacts that bear any,
///
///     max_i | sum_c J_c / h + m_i G + F_i |  /  mean |J_c| / h                           docs/theory.md (8.12)
///
/// 0 where nothing acts on anything, infinite where something acts and no contact bears.
template <int D>
double unbalanced(const World<D>& world, double h);

}  // namespace drystone
